/**
 * The one line under the piles: what is asked of whom, and over it banners and refusals, each long enough to read.
 */
import { el, setAttributes, setText } from "../dom.js";
import { fill } from "../texts/words.js";
import { nameAt } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */
/** @typedef {import("../types.js").Seat} Seat */

const BANNER = 1400;
const REFUSAL = 2500;
/** Long sentences stand longer. */
const PER_LETTER = 25;
/** How much longer banners stand where the person wants it calm. */
const CALM = 1.6;
const MOST = 4;
/** Letters from which on the words take two lines on a phone, and are set smaller. */
const LONG = 28;
/** Turns in a row that run out until it counts as leaving. */
const TIMEOUTS_TO_LEAVE = 3;

/**
 * @param {View} view
 * @param {Legal} legal
 * @returns {string}
 */
export function situation(view, legal) {
  const me = view.you.seat;
  const open = view.window?.last_card;
  if (view.you.watching) return watching(view.seats[me]);
  if (view.phase !== "playing") return "";
  if (legal.return) return gettext("You hold a green: call a return?");
  if (view.window?.return) return gettext("The trick is over: who calls a return?");
  if (open === me) return gettext("Call your last card now!");
  if (open !== undefined) return fill(gettext("%(name)s has not called the last card!"), { name: nameAt(view, open) });
  if (view.choosing === me) return gettext("Your turn: choose the color.");
  if (view.choosing !== null && view.choosing !== undefined) return fill(gettext("%(name)s chooses the color."), { name: nameAt(view, view.choosing) });
  if (view.turn === me) return ownTurn(view, legal);
  if (view.seats[me].place) return fill(gettext("You are out: place %(place)s."), { place: view.seats[me].place });
  return view.turn === null ? "" : fill(gettext("%(name)s is on turn."), { name: nameAt(view, view.turn) });
}

/** @param {Seat} own @returns {string} that a computer plays for the reader, and what brought it about if he could not know */
function watching(own) {
  if (own.left && own.timeouts >= TIMEOUTS_TO_LEAVE) return gettext("Your time ran out three times in a row: a computer plays your seat until the end of the round.");
  return gettext("A computer plays your seat until the end of the round.");
}

/**
 * @param {View} view
 * @param {Legal} legal
 */
function ownTurn(view, legal) {
  if (view.seats[view.you.seat].timeouts === TIMEOUTS_TO_LEAVE - 1) return gettext("Your turn: if your time runs out again, a computer plays for you.");
  if (view.drawn) return legal.play.length ? gettext("Play the drawn card, or keep it.") : gettext("The drawn card does not fit.");
  if (view.pending) return fill(ngettext("Your turn: answer the stack, or take %(count)s card.", "Your turn: answer the stack, or take %(count)s cards.", view.pending.cards), { count: view.pending.cards });
  if (view.family === "upcolor") return gettext("Your turn: play a card.");
  return legal.play.length ? gettext("Your turn: play or draw.") : gettext("Your turn: nothing fits, draw a card.");
}

export class Status {
  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    this.preferences = preferences;
    this.words = el("span", { class: "status-words" });
    this.banner = el("span", { class: "banner", hidden: true });
    this.root = el("p", { class: "status" }, this.words, this.banner);
    /** @type {{text: string, kind: string}[]} */
    this.queue = [];
    this.timer = 0;
    /** While a window is open its words stay in sight: banners wait until it is over. */
    this.held = false;
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   * @returns {string}
   */
  update(view, legal) {
    const words = situation(view, legal);
    setText(this.words, words);
    this.hold(Boolean(view.window) && !view.you.watching);
    const yours = !view.you.watching && (view.turn === view.you.seat || view.window?.last_card === view.you.seat || legal.return);
    setAttributes(this.root, { "data-yours": yours || null, "data-long": words.length > LONG || null });
    return words;
  }

  /** @param {boolean} open a window of three seconds, which nothing may cover */
  hold(open) {
    if (open === this.held) return;
    this.held = open;
    if (open) this.queue = [];
    if (open || !this.timer) this.next();
  }

  /** What the person has done meanwhile was right: the last refusal is of no use any more. */
  drop() {
    this.queue = this.queue.filter((each) => each.kind === "banner");
    if (this.banner.dataset.kind !== "banner" && !this.banner.hidden) this.next();
  }

  /**
   * @param {string} text
   * @param {"banner" | "refusal" | "hint"} [kind] refusals and hints answer the person and come at once
   */
  show(text, kind = "banner") {
    if (kind === "banner") {
      this.queue.push({ text, kind });
      if (this.queue.length > MOST) this.queue.splice(0, this.queue.length - MOST);
    } else {
      this.queue = [{ text, kind }, ...this.queue.filter((each) => each.kind === "banner")];
    }
    if (!this.timer || kind !== "banner") this.next();
  }

  next() {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = this.held ? this.queue.findIndex((each) => each.kind !== "banner") : 0;
    const [item] = at < 0 ? [] : this.queue.splice(at, 1);
    this.banner.hidden = !item;
    this.words.classList.toggle("covered", Boolean(item));
    if (!item) return;
    this.banner.dataset.kind = item.kind;
    setText(this.banner, item.text);
    const calm = this.preferences.choices.speed === "calm" ? CALM : 1;
    this.timer = setTimeout(() => this.next(), item.kind === "banner" ? BANNER * calm : REFUSAL + PER_LETTER * item.text.length);
  }
}
