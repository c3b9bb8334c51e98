/**
 * The other seats in turn order, seen from one's own: a row on phones, an oval on larger screens.
 */
import { cardBack, cardFace } from "../cards/faces.js";
import { showDialog } from "../dialogs.js";
import { el, keyed, setAttributes, setText } from "../dom.js";
import { passesOf } from "../families/upcolor.js";
import { capturedSign, computerSign } from "../signs.js";
import { partnerOf } from "../teams.js";
import { cardName, fill, plainName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {{seat: number, place: number, of: number}} Spot */

/**
 * @param {View} view
 * @returns {number[]} the other seats, clockwise from the one at one's left
 */
export function others(view) {
  const count = view.seats.length;
  return Array.from({ length: count - 1 }, (_, step) => (view.you.seat + 1 + step) % count);
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {string[]} what is to be known of a seat beside its name, in words
 */
export function seatFacts(view, seat) {
  const { kind, left, place, count, away } = view.seats[seat];
  const facts = [];
  if (place) facts.push(fill(gettext("out, place %(place)s"), { place }));
  else facts.push(fill(ngettext("%(count)s card", "%(count)s cards", count), { count }));
  if (kind !== "person") facts.push(gettext("computer"));
  if (left && seat !== view.you.seat) facts.push(gettext("left"));
  else if (away) facts.push(gettext("away"));
  if (view.shields?.includes(seat)) facts.push(gettext("shield"));
  if (view.captured) facts.push(captured(view.captured[seat]));
  const partner = partnerOf(view, view.you.seat);
  if (partner === seat) facts.push(gettext("your partner"));
  if (partner !== null && seat === view.you.seat) facts.splice(1, 0, fill(gettext("plays with %(name)s"), { name: view.seats[partner].name || plainName(view.seats[partner]) }));
  return facts;
}

/** @param {number} count @returns {string} */
function captured(count) {
  return fill(ngettext("%(count)s captured", "%(count)s captured", count), { count });
}

/** @param {HTMLElement} strip the small faces at a seat, shown large */
function showOpposite(strip) {
  const faces = [...strip.children].map((face) => el("li", {}, face.cloneNode(true)));
  showDialog(strip.dataset.title ?? "", el("ul", { class: "large-faces", "aria-label": strip.getAttribute("aria-label") }, faces));
}

export class Seats {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./timers.js").Timers} timers
   */
  constructor(play, timers) {
    this.play = play;
    this.timers = timers;
    this.root = el("ol", { class: "seats", "aria-label": gettext("The other players") });
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  update(view, legal) {
    const order = others(view);
    this.root.dataset.count = String(order.length);
    keyed(this.root, order, String, (seat) => this.make(seat), (node, seat, place) => {
      this.place(node, place, order.length);
      this.refresh(node, seat, view, legal);
    });
  }

  /** @param {number} seat */
  make(seat) {
    return el("li", { class: "seat", "data-seat": seat },
      el("div", { class: "ring", "aria-hidden": "true" }, el("span", { class: "avatar" })),
      el("bdi", { class: "seat-name" }),
      el("div", { class: "seat-count", "aria-hidden": "true" }, el("span", { class: "mini-fan" }, cardBack(), cardBack(), cardBack()), el("b"),
        el("span", { class: "captured" }, capturedSign(), el("span"))),
      el("span", { class: "unseen seat-facts" }),
      el("div", { class: "badges", "aria-hidden": "true" }),
      el("button", { class: "opposite", type: "button", onclick: (/** @type {MouseEvent} */ event) => showOpposite(/** @type {HTMLElement} */ (event.currentTarget)) }),
      el("button", { class: "button main catch", type: "button", "data-key-name": "c", onclick: () => this.play.catch(seat) }, gettext("Catch")));
  }

  /**
   * On the oval the seats stand from the left over the top to the right.
   *
   * @param {HTMLElement} node
   * @param {number} place
   * @param {number} of
   */
  place(node, place, of) {
    const angle = Math.PI * (1 - (of === 1 ? 0.5 : (place + 0.15) / (of - 0.7)));
    node.style.setProperty("--x", `${(50 + 42 * Math.cos(angle)).toFixed(1)}%`);
    node.style.setProperty("--y", `${(60 - 44 * Math.sin(angle)).toFixed(1)}%`);
  }

  /**
   * @param {HTMLElement} node
   * @param {number} seat
   * @param {View} view
   * @param {Legal} legal
   */
  refresh(node, seat, view, legal) {
    const [ring, name, count, facts, badges, opposite, catcher] = /** @type {HTMLElement[]} */ ([...node.children]);
    const entry = view.seats[seat];
    const open = view.window?.last_card === seat;
    this.portrait(ring.children[0], entry);
    setText(name, plainName(entry));
    this.counts(count, seat, view);
    const words = seatFacts(view, seat);
    if (passesOf(view).includes(seat)) words.push(gettext("passes"));
    if (view.turn === seat) words.push(gettext("on turn"));
    setText(facts, words.join(", "));
    setAttributes(node, { "data-turn": view.turn === seat || null, "data-open": open || null, "data-out": Boolean(entry.place) || null, "data-replaced": entry.kind === "replacement" || null });
    setAttributes(catcher, { "aria-label": fill(gettext("Catch %(name)s"), { name: plainName(entry) }) });
    catcher.hidden = !legal.catch.includes(seat);
    this.badges(badges, seat, view);
    this.faces(opposite, view.faces?.[seat] ?? [], plainName(entry), view.side);
    this.timers.ring(catcher, open ? view.timers.window : null);
    this.timers.ring(ring, open ? view.timers.window : view.turn === seat && view.phase === "playing" ? view.timers.turn : null);
  }

  /**
   * The cards in the hand and, at Up-color, those captured.
   *
   * @param {HTMLElement} node
   * @param {number} seat
   * @param {View} view
   */
  counts(node, seat, { seats, captured: taken }) {
    const [, held, captured] = /** @type {HTMLElement[]} */ ([...node.children]);
    node.hidden = Boolean(seats[seat].place);
    setText(held, String(seats[seat].count));
    captured.hidden = !taken;
    setText(/** @type {Element} */ (captured.lastElementChild), String(taken?.[seat] ?? ""));
  }

  /**
   * @param {Element} avatar
   * @param {import("../types.js").Seat} seat
   */
  portrait(avatar, { kind, name }) {
    if (kind === "person") setText(avatar, [...name][0]?.toUpperCase() ?? "");
    else if (!avatar.firstElementChild) avatar.replaceChildren(computerSign());
  }

  /**
   * @param {HTMLElement} node
   * @param {number} seat
   * @param {View} view
   */
  badges(node, seat, view) {
    const { place, left, away, count } = view.seats[seat];
    const badges = [];
    if (view.seats[seat].kind === "computer" && view.seats[seat].name) badges.push({ kind: "computer", text: gettext("computer") });
    if (partnerOf(view, view.you.seat) === seat) badges.push({ kind: "partner", text: gettext("partner") });
    if (passesOf(view).includes(seat)) badges.push({ kind: "pass", text: gettext("passes") });
    if (place) badges.push({ kind: "place", text: fill(gettext("out · %(place)s"), { place }) });
    if (!place && count === 1 && view.family !== "upcolor") badges.push({ kind: "one", text: gettext("one card") });
    if (left) badges.push({ kind: "left", text: gettext("left") });
    else if (away) badges.push({ kind: "away", text: gettext("away"), due: away });
    if (view.shields?.includes(seat)) badges.push({ kind: "shield", text: gettext("shield") });
    keyed(node, badges, (badge) => badge.kind, (badge) => el("span", { class: `badge badge-${badge.kind}` }), (item, badge) => {
      if (badge.due) this.timers.countdown(item, badge.due, (seconds) => fill(gettext("away %(seconds)s s"), { seconds }));
      else setText(item, badge.text);
    });
  }

  /**
   * @param {HTMLElement} node
   * @param {string[]} codes opposite faces of a two-faced hand
   * @param {string} name of its player
   * @param {string | undefined} side that is up
   */
  faces(node, codes, name, side) {
    node.hidden = !codes.length;
    const content = codes.join(" ");
    if (node.dataset.content === content) return;
    node.dataset.content = content;
    const hidden = side === "night" ? "day" : "night";
    const words = codes.map((code) => cardName(code, "duel")).join(", ");
    setAttributes(node, { "data-title": fill(gettext("Opposite faces of %(name)s"), { name }), "aria-label": fill(gettext("Opposite faces of %(name)s: %(cards)s"), { name, cards: words }) });
    node.replaceChildren(...codes.map((code) => cardFace(code, hidden)));
  }

  /** @param {number} seat @returns {Element | null} */
  at(seat) {
    return this.root.querySelector(`[data-seat="${seat}"]`);
  }
}
