/**
 * One's own hand: overlapped cards in one row, in two from 13 cards on, a fan on large screens.
 */
import { cardFace, faceOf, showing } from "../cards/faces.js";
import { el, keyed, setAttributes } from "../dom.js";
import { cardName, fill } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../types.js").HeldCard} HeldCard */

const ORDER = ["green", "yellow", "blue", "red", "violet", "black"];
/** Signs after the numbers, when a hand lies by value. */
const SIGNS = ["draw-one", "draw-two", "draw-five", "skip", "skip-everyone", "reverse", "flip", "shield", "bomb", "clock", "wild", "hunt", "wild-draw-four"];
const TWO_ROWS_FROM = 13;
/** A pointer that moved further than this between down and up was a scroll or a slip, never a tap. */
const JITTER = 12;
/** A finger that came down this soon after the hand has scrolled was meant to stop it. */
const SETTLED = 150;
/** A finger that stays longer is no tap. */
const LONG = 500;
/** After a scroll or a drag some browsers send no click for a tap: it counts without one, so much later. */
const CLICK_DUE = 80;

/**
 * Up-color is read along its order.
 *
 * @param {HeldCard} one
 * @param {HeldCard} other
 */
function inOrder(one, other) {
  return ORDER.indexOf(one.card) - ORDER.indexOf(other.card);
}

/** @param {HeldCard} held */
function value({ card }) {
  const { rank } = faceOf(card);
  const sign = SIGNS.indexOf(rank);
  return sign < 0 ? Number(rank) : 100 + sign;
}

export class Hand {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("../preferences.js").Preferences} preferences
   * @param {(words: string) => void} hint
   */
  constructor(play, preferences, hint) {
    this.play = play;
    this.preferences = preferences;
    this.hint = hint;
    /** Handle of the card that waits for the second tap, where one is asked for. @type {string | null} */
    this.raised = null;
    /** The order in which this page saw each card come, by handle. @type {Map<string, number>} */
    this.came = new Map();
    this.root = el("div", { class: "hand", role: "group", onkeydown: (/** @type {KeyboardEvent} */ event) => this.move(event) });
    this.moment = "";
    this.press = { x: 0, y: 0, at: 0, counted: false };
    this.scrolled = -SETTLED;
    this.due = 0;
    this.root.addEventListener("pointerdown", (event) => {
      this.press = { x: event.clientX, y: event.clientY, at: event.timeStamp, counted: false };
    });
    this.root.addEventListener("pointerup", (event) => this.lifted(event));
    this.root.addEventListener("scroll", (event) => { this.scrolled = event.timeStamp; });
    this.root.addEventListener("click", (event) => this.clicked(/** @type {MouseEvent} */ (event)));
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  update(view, legal) {
    const playable = new Set(legal.play.map((each) => each.card));
    const hand = this.arranged(view);
    if (!playable.has(this.raised ?? "")) this.raised = null;
    const held = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.root.dataset.rows = hand.length >= TWO_ROWS_FROM ? "2" : "1";
    this.root.dataset.turn = String(playable.size > 0);
    this.root.style.setProperty("--cards", String(hand.length));
    setAttributes(this.root, { "aria-label": fill(ngettext("Your hand, %(count)s card", "Your hand, %(count)s cards", hand.length), { count: hand.length }) });
    keyed(this.root, hand, (card) => card.id, () => el("button", { class: "hand-card", type: "button" }),
      (node, card, index) => this.refresh(node, card, index, view, playable));
    const stop = [...this.root.children].find((node) => /** @type {HTMLElement} */ (node).dataset.key === (held ?? this.stop)) ?? this.root.firstElementChild;
    for (const node of this.root.children) setAttributes(node, { tabindex: node === stop ? 0 : -1 });
    requestAnimationFrame(() => this.reveal(view, playable));
  }

  /**
   * As the person likes it. Cards with two faces keep their places, and Up-color is read along its order.
   *
   * @param {View} view
   * @returns {HeldCard[]}
   */
  arranged(view) {
    const { sorting } = this.preferences.choices;
    const held = new Set(view.hand.map((card) => card.id));
    for (const id of this.came.keys()) if (!held.has(id)) this.came.delete(id);
    const next = Math.max(-1, ...this.came.values()) + 1;
    view.hand.filter(({ id }) => !this.came.has(id)).forEach(({ id }, index) => this.came.set(id, next + index));
    if (view.side) return view.hand;
    const place = (/** @type {HeldCard} */ { id }) => this.came.get(id) ?? 0;
    if (sorting === "drawn") return [...view.hand].sort((one, other) => place(one) - place(other));
    if (view.family === "upcolor") return [...view.hand].sort(inOrder);
    return sorting === "value" ? [...view.hand].sort((one, other) => value(one) - value(other)) : view.hand;
  }

  /**
   * When one's turn begins or a card was drawn, what may be played is scrolled into sight.
   *
   * @param {View} view
   * @param {Set<string>} playable
   */
  reveal(view, playable) {
    const moment = playable.size ? `${view.round} ${view.drawn ?? "turn"}` : "";
    const was = this.moment;
    this.moment = moment;
    if (!moment || moment === was) return;
    const room = this.root.getBoundingClientRect();
    const cards = [...playable].map((handle) => this.at(handle)).filter((node) => node !== null);
    const inSight = (/** @type {HTMLElement} */ node) => node.getBoundingClientRect().left >= room.left && node.getBoundingClientRect().left + 44 <= room.right;
    if (!cards.some(inSight)) cards[0]?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /**
   * @param {HTMLElement} node
   * @param {HeldCard} card
   * @param {number} index
   * @param {View} view
   * @param {Set<string>} playable
   */
  refresh(node, card, index, view, playable) {
    const face = showing(card.card, view.side);
    if (node.dataset.face !== face + (view.side ?? "")) {
      node.dataset.face = face + (view.side ?? "");
      node.dataset.card = face;
      node.dataset.side = view.side ?? "";
      node.replaceChildren(cardFace(face, view.side));
    }
    const middle = (view.hand.length - 1) / 2;
    node.style.setProperty("--from-middle", String(index - middle));
    const name = cardName(face, view.family, view.side);
    const fits = playable.has(card.id);
    const drawn = view.drawn === card.id;
    const words = [name];
    if (drawn) words.push(gettext("just drawn"));
    if (fits) words.push(gettext("playable"));
    const raised = card.id === this.raised;
    if (raised) words.push(gettext("chosen"));
    setAttributes(node, { "aria-label": words.join(", "), "data-playable": fits || null, "data-drawn": drawn || null, "data-raised": raised || null });
  }

  /** @param {PointerEvent} event */
  lifted(event) {
    const { at } = this.press;
    if (event.pointerType !== "touch" || event.timeStamp - at > LONG || at - this.scrolled < SETTLED) return;
    this.due = setTimeout(() => this.tapped(event), CLICK_DUE);
  }

  /** @param {MouseEvent} event from a pointer, or with no detail from a key */
  clicked(event) {
    clearTimeout(this.due);
    if (event.detail === 0) this.press = { ...this.press, x: event.clientX, y: event.clientY, counted: false };
    if (event.detail <= 1) this.tapped(event);
  }

  /** @param {MouseEvent} event that ends a press; each press counts once */
  tapped(event) {
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".hand-card"));
    const { x, y, counted } = this.press;
    if (!node || counted || Math.hypot(event.clientX - x, event.clientY - y) > JITTER) return;
    this.press.counted = true;
    if (!this.asks(node)) this.play.card(node.dataset.key ?? "", node);
  }

  /**
   * Where the person wants to be asked, the first tap on a card that may be played only lifts it.
   *
   * @param {HTMLElement} node
   * @returns {boolean} whether the card waits for a second tap
   */
  asks(node) {
    const { key = "", playable, card = "", side } = node.dataset;
    const waits = this.preferences.choices.confirm && playable !== undefined && this.raised !== key;
    this.raised = waits ? key : null;
    for (const each of this.root.children) setAttributes(each, { "data-raised": (waits && each === node) || null });
    const family = this.play.store.match?.view.family ?? "clash";
    if (waits) this.hint(fill(gettext("Once more to play: %(card)s"), { card: cardName(card, family, side || undefined) }));
    return waits;
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const cards = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    let to = at + (steps[event.key] ?? 0);
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = cards.length - 1;
    if (at < 0 || to === at) return;
    event.preventDefault();
    this.focus(cards[(to + cards.length) % cards.length]);
  }

  /** @param {HTMLElement | undefined} [card] */
  focus(card) {
    const target = card ?? /** @type {HTMLElement | null} */ (this.root.querySelector('[tabindex="0"]'));
    if (!target) return;
    for (const node of this.root.children) setAttributes(node, { tabindex: node === target ? 0 : -1 });
    this.stop = target.dataset.key;
    target.focus();
  }

  /** @param {string} handle @returns {HTMLElement | null} */
  at(handle) {
    return this.root.querySelector(`[data-key="${CSS.escape(handle)}"]`);
  }
}
