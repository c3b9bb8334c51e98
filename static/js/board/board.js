/**
 * The table: all parts of the board put together, for every rule set; families bring their own parts.
 */
import { showDialog } from "../dialogs.js";
import { el, setAttributes, setText } from "../dom.js";
import { DuelParts } from "../families/duel.js";
import { UpcolorParts } from "../families/upcolor.js";
import { keepFocus } from "../focus.js";
import { Preferences } from "../preferences.js";
import { logSign } from "../signs.js";
import { bannerText } from "../texts/banners.js";
import { fill } from "../texts/words.js";
import { NOTHING_LEGAL } from "../types.js";
import { Chooser } from "./chooser.js";
import { Controls } from "./controls.js";
import { Drag } from "./drag.js";
import { Hand } from "./hand.js";
import { Log } from "./log.js";
import { Motion } from "./motion.js";
import { Piles } from "./piles.js";
import { Play } from "./play.js";
import { Result, headline, winnersOf } from "./result.js";
import { seatFacts, Seats } from "./seats.js";
import { Sheet } from "./sheet.js";
import { Sounds } from "./sounds.js";
import { Status } from "./status.js";
import { Timers } from "./timers.js";
import { Travels } from "./travels.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").TableEvent} TableEvent */

/** What a screen reader should hear at once beside every banner: the rest is in the log. */
const SPOKEN = ["played", "drew", "skipped", "window_opened", "went_out", "reversed", "color_chosen", "seat_replaced", "passed", "lead_handed", "trick_taken"];
/** Of one's own seat only what befell it is said: what one did oneself one knows. */
const BEFALLS = ["caught", "exploded", "hunted", "blocked", "skipped", "one_card", "seat_replaced", "passed", "lead_handed"];
/** The first turn's clock waits for every page's note that the deal is on its table. */
const DEAL_SHOWN = 300;

/**
 * @param {TableEvent} event
 * @param {View} view
 */
function isSpoken({ kind, seat, cause, banner }, view) {
  const own = seat === view.you.seat && !view.you.watching;
  if (own) return BEFALLS.includes(kind) || (kind === "drew" && cause !== undefined && cause !== "turn");
  return Boolean(banner) || SPOKEN.includes(kind);
}

export class Board {
  /**
   * @param {import("../store.js").Store} store
   * @param {import("../acts.js").Acts} acts
   * @param {import("../clock.js").Clock} clock
   * @param {import("../announcer.js").Announcer} announcer
   * @param {{rematch: () => void, back: () => void, aside?: (wish: boolean) => void, history?: () => string}} ways
   * @param {Preferences} [preferences]
   */
  constructor(store, acts, clock, announcer, ways, preferences = new Preferences()) {
    this.store = store;
    this.announcer = announcer;
    this.chooser = new Chooser();
    this.timers = new Timers(clock, announcer);
    this.play = new Play(store, acts, this.chooser, {
      refuse: (text) => this.refuse(text), armed: () => this.refreshCall(), accepted: () => this.status.drop(),
    });
    this.seats = new Seats(this.play, this.timers);
    this.piles = new Piles(this.play);
    this.hand = new Hand(this.play, preferences, (words) => this.hint(words));
    this.controls = new Controls(this.play);
    this.status = new Status(preferences);
    this.log = new Log();
    this.sheet = new Sheet();
    this.result = new Result(this.play, this.timers, ways);
    this.motion = new Motion(preferences);
    this.travels = new Travels(this);
    this.sounds = new Sounds(preferences);
    this.drag = new Drag(this.hand.root, this.motion.layer, {
      target: () => this.family?.place?.() ?? this.piles.discard,
      drop: (node) => this.play.card(node.dataset.key ?? "", node),
    });
    preferences.listen(() => this.store.match && this.hand.update(this.store.match.view, this.store.match.legal ?? NOTHING_LEGAL));
    /** @type {DuelParts | UpcolorParts | null} */
    this.family = null;
    this.spoken = "";
    this.ownName = el("bdi", { class: "own-name" });
    this.ownFacts = el("span", { class: "own-facts" });
    this.ownSeconds = el("span", { class: "own-seconds" });
    this.ownRing = el("span", { class: "ring own-ring", "aria-hidden": "true" }, this.ownSeconds);
    this.missedCount = el("b");
    this.missed = el("button", { class: "button quiet missed", type: "button", id: "missed", "data-key-name": "s", hidden: true, onclick: () => this.showMissed() },
      logSign(), el("span", {}, gettext("Since your last turn")), this.missedCount);
    this.back = el("button", { class: "button main", type: "button", hidden: true, onclick: () => this.play.ready() }, gettext("I am back"));
    this.own = el("section", { class: "own", "aria-label": gettext("Your seat") },
      el("div", { class: "own-bar" }, this.ownRing, this.ownName, this.ownFacts, this.missed, this.back),
      this.hand.root, this.controls.root, this.chooser.root);
    this.side = el("aside", { class: "side", "aria-label": gettext("Scores and log") },
      el("button", { class: "button quiet side-close", type: "button", onclick: () => this.closeSide() }, gettext("Back to the table")),
      this.sheet.root, this.log.root);
    this.table = el("section", { class: "table", "aria-label": gettext("The table") }, this.seats.root, this.piles.root);
    this.root = el("div", { class: "board" }, this.table, this.status.root, this.own, this.result.root, this.side, this.motion.layer);
  }

  /**
   * @param {Match} match
   * @param {Match | null} before
   * @param {TableEvent[]} events
   */
  update(match, before, events) {
    const { view } = match;
    const legal = match.legal ?? NOTHING_LEGAL;
    const fresh = !before;
    if (fresh) this.begin(view);
    const from = this.travels.before(before?.view ?? null);
    if (view.hand.length !== before?.view.hand.length && view.hand.length !== 2) this.play.armed = false;
    if (this.chooser.isOpen && !legal.play.some((each) => each.color)) this.chooser.close();
    const ended = view.phase !== "playing" && this.result.root.hidden;
    keepFocus(() => this.refresh(view, legal));
    if (ended && !document.querySelector("dialog[open]")) this.result.title.focus({ preventScroll: true });
    this.travels.after(from, before?.view ?? null, view, events);
    this.log.version = match.version;
    this.tell(view, legal, events, before?.view ?? null);
    if (view.dealing && (!before || !before.view.dealing || before.view.round !== view.round)) setTimeout(() => this.play.ready(), DEAL_SHOWN);
  }

  /** @param {View} view of a match this page did not show yet */
  begin(view) {
    this.log.clear();
    this.play.armed = false;
    this.family = view.family === "duel" ? new DuelParts() : view.family === "upcolor" ? new UpcolorParts() : null;
    this.piles.parts.replaceChildren(...(this.family ? [this.family.root] : []));
    setAttributes(this.root, { "data-family": view.family });
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  refresh(view, legal) {
    const me = view.seats[view.you.seat];
    const yours = view.phase === "playing" && !view.you.watching && view.turn === view.you.seat;
    const open = view.window?.last_card === view.you.seat || legal.return;
    setAttributes(this.root, { "data-side": view.side ?? null, "data-yours": yours || null, "data-phase": view.phase });
    this.seats.update(view, legal);
    this.piles.update(view, legal);
    this.family?.update(view);
    this.hand.update(view, legal);
    this.controls.update(view, legal);
    this.sheet.update(view);
    this.updateResult(view);
    setText(this.ownName, me.name);
    this.ownFacts.replaceChildren(...seatFacts(view, view.you.seat).map((fact, place) => el("span", {}, place ? ` · ${fact}` : fact)));
    this.back.hidden = !me.left || view.phase !== "playing";
    const timer = open ? view.timers.window : yours ? view.timers.turn : null;
    this.timers.ring(this.ownRing, timer);
    this.timers.countdown(this.ownSeconds, timer?.due, String);
    this.timers.watchOwn(yours && view.timers.turn ? view.timers.turn.due : null);
  }

  /** @param {View} view */
  updateResult(view) {
    const { match, recorded, room } = this.store;
    this.result.update(view, room?.room ?? null, recorded && recorded.match === match?.id ? recorded.results : null);
  }

  /**
   * Banners, log and live region.
   *
   * @param {View} view
   * @param {Legal} legal
   * @param {TableEvent[]} events
   * @param {View | null} before
   */
  tell(view, legal, events, before) {
    const words = this.status.update(view, legal);
    for (const event of events) {
      const banner = bannerText(event);
      if (banner) this.status.show(banner);
      if (event.kind === "table_flipped") this.motion.turn(this.table);
      for (const line of this.log.write([event], view)) if (isSpoken(event, view)) this.announcer.say(line);
    }
    if (before && before.phase === "playing" && view.phase !== "playing") {
      this.log.line(headline(view), "end");
      this.announcer.say(headline(view));
    } else if (words && words !== this.spoken && view.phase === "playing") {
      const mine = view.turn === view.you.seat || view.window?.last_card === view.you.seat || legal.return;
      if (mine) this.announcer.say(words);
    }
    this.spoken = words;
    this.cue(view, events, before);
    this.offerMissed();
  }

  /**
   * One sound at most for what just happened.
   *
   * @param {View} view
   * @param {TableEvent[]} events
   * @param {View | null} before
   */
  cue(view, events, before) {
    const me = view.you.seat;
    const onTurn = (/** @type {View | null} */ seen) => seen?.phase === "playing" && seen.turn === me && !seen.you.watching;
    if (before?.phase === "playing" && view.phase !== "playing" && winnersOf(view).includes(me)) this.sounds.play("win");
    else if (events.some((event) => event.kind === "drew" && event.seat === me && !["turn", "timeout", undefined].includes(event.cause))) this.sounds.play("penalty");
    else if (onTurn(view) && !onTurn(before)) this.sounds.play("turn");
    else if (events.some((event) => event.kind === "played")) this.sounds.play("card");
  }

  /** What the others have done since one's own last turn. */
  offerMissed() {
    const { length: count } = this.log.since;
    this.missed.hidden = !count || !this.back.hidden;
    setText(this.missedCount, String(count));
    setAttributes(this.missed, { "aria-label": fill(ngettext("Since your last turn: %(count)s line", "Since your last turn: %(count)s lines", count), { count }) });
  }

  /** @param {import("../past.js").Told} past what this page was not there for */
  recall({ match, epoch, version, events }) {
    const now = this.store.match;
    if (now?.id !== match || now.epoch !== epoch) return;
    this.log.recall(events, now.view, version);
    this.offerMissed();
  }

  showMissed() {
    const lines = this.log.since.map((line) => el("li", {}, line));
    if (lines.length && !document.querySelector("dialog[open]")) showDialog(gettext("Since your last turn"), el("ol", { class: "log" }, lines));
  }

  refreshCall() {
    const match = this.store.match;
    if (!match) return;
    this.controls.calling(match.view, match.legal ?? NOTHING_LEGAL);
    this.announcer.say(this.play.armed ? gettext("Your call goes with your next play.") : gettext("Your call is taken back."));
  }

  /** @param {string} text */
  refuse(text) {
    this.status.show(text, "refusal");
    this.announcer.say(text);
    this.log.line(text, "refusal");
  }

  /** @param {string} text an answer to what the person just did, which is no refusal */
  hint(text) {
    this.status.show(text, "hint");
    this.announcer.say(text);
  }

  openSide() {
    this.side.classList.add("open");
    /** @type {HTMLElement} */ (this.side.firstElementChild).focus();
  }

  closeSide() {
    this.side.classList.remove("open");
  }

  /** @returns {Element | null} the place of the card that was played last */
  target() {
    return this.family?.target?.() ?? this.piles.discard.lastElementChild;
  }

  /** @returns {string} for the bar of the room */
  roundWords() {
    const view = this.store.match?.view;
    return view ? fill(gettext("round %(count)s"), { count: view.round }) : "";
  }
}
