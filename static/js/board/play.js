/**
 * What the person at this page does at the table: asks the server, shows why not, never moves a card by itself.
 */
import { isWild, showing } from "../cards/faces.js";
import { whyNot } from "../texts/refusals.js";
import { NOTHING_LEGAL } from "../types.js";

/** @typedef {import("../types.js").Act} Act */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Outcome} Outcome */

/** The same act again this soon is the other half of a double click; another one (drawn, then kept) is not. */
const DOUBLE = 400;
const ONE_AT_A_TIME = "turn";

export class Play {
  /**
   * @param {import("../store.js").Store} store
   * @param {import("../acts.js").Acts} acts
   * @param {import("./chooser.js").Chooser} chooser
   * @param {{refuse: (text: string) => void, armed: () => void, accepted: () => void}} ears
   */
  constructor(store, acts, chooser, ears) {
    this.store = store;
    this.acts = acts;
    this.chooser = chooser;
    this.ears = ears;
    this.armed = false;
    this.last = { kind: "", at: 0 };
  }

  /** @returns {import("../types.js").Legal} */
  get legal() {
    return this.store.match?.legal ?? NOTHING_LEGAL;
  }

  /**
   * @param {string} handle
   * @param {HTMLElement} node
   */
  async card(handle, node) {
    const match = this.store.match;
    if (!match || this.busy("play")) return;
    const held = match.view.hand.find((each) => each.id === handle);
    if (!held) return;
    const legal = this.legal.play.find((each) => each.card === handle);
    const face = showing(held.card, match.view.side);
    let color = null;
    if (legal?.color) {
      color = await this.chooser.ask(node);
      if (!color || this.busy("play")) return;
    } else if (!legal && isWild(face) && match.view.family !== "upcolor") {
      color = match.view.active ?? "red";
    }
    node.dataset.going = "true";
    const outcome = await this.ask({ kind: "play", card: handle, color, announce: this.armed }, face);
    delete node.dataset.going;
    if (outcome.ok) this.disarm();
  }

  draw() {
    if (!this.busy("draw")) this.ask({ kind: "draw" });
  }

  keep() {
    if (!this.busy("keep")) this.ask({ kind: "keep" });
  }

  /** @param {string} color */
  choose(color) {
    if (!this.busy("choose")) this.ask({ kind: "choose", color });
  }

  /** Call the last card now, or get the call ready for the next play. */
  call() {
    if (this.legal.announce) {
      this.ask({ kind: "announce" });
    } else if (this.mayArm) {
      this.armed = !this.armed;
      this.ears.armed();
    } else {
      this.ears.refuse(gettext("You can call when you hold two cards, before you play one of them."));
    }
  }

  get mayArm() {
    const view = this.store.match?.view;
    return this.legal.arm || Boolean(view && view.phase === "playing" && view.hand.length === 2 && !view.you.watching);
  }

  disarm() {
    if (!this.armed) return;
    this.armed = false;
    this.ears.armed();
  }

  /** @param {number} seat */
  catch(seat) {
    this.ask({ kind: "catch", seat });
  }

  /** Catch whoever can be caught now: one window is open at a time. */
  catchOpen() {
    if (this.legal.catch.length) this.catch(this.legal.catch[0]);
  }

  /** Three seconds are too short for a walk to the button. */
  callReturn() {
    if (this.legal.return) this.answerReturn(true);
  }

  /** @param {boolean} call */
  answerReturn(call) {
    this.ask({ kind: "return", call });
  }

  ready() {
    return this.ask({ kind: "ready" });
  }

  /**
   * An act of this page is on its way, or the same was just made by the first half of a double click.
   *
   * @param {string} kind
   * @returns {boolean}
   */
  busy(kind) {
    return this.acts.isOpen(ONE_AT_A_TIME) || (this.last.kind === kind && performance.now() - this.last.at < DOUBLE);
  }

  /**
   * @param {Act} act
   * @param {string} [face] of the card it plays
   * @param {number} [tries] how often it is said at most; a store that comes back counts its epochs more than once
   * @returns {Promise<Outcome>}
   */
  async ask(act, face, tries = 4) {
    const match = this.store.match;
    if (!match) return { ok: false, code: "not_seated" };
    const turn = ["play", "draw", "keep", "choose"].includes(act.kind);
    if (turn) this.last = { kind: act.kind, at: performance.now() };
    const { id, epoch, version } = match;
    const outcome = await this.acts.ask({ type: "act", match: id, epoch, version, act }, turn ? ONE_AT_A_TIME : act.kind);
    if (outcome.code === "stale" && tries > 1 && this.stillMeant(act, match)) return this.ask(act, face, tries - 1);
    if (outcome.ok) {
      if (act.kind !== "ready") this.ears.accepted();
    } else {
      this.last.kind = "";
      this.ears.refuse(whyNot(outcome.code, this.store.match?.view ?? null, face, this.legal));
    }
    return outcome;
  }

  /**
   * Whether an act decided on an older version means the same on the table of now: nothing changed that the
   * decision could rest on (somebody's line came or went, say).
   *
   * @param {Act} act
   * @param {Match} before
   * @returns {boolean}
   */
  stillMeant(act, before) {
    const now = this.store.match;
    if (!now || now.id !== before.id || !now.legal) return false;
    if (now.epoch === before.epoch && now.version === before.version) return false;
    if (act.kind === "catch") return now.legal.catch.includes(/** @type {number} */ (act.seat));
    if (act.kind === "announce") return now.legal.announce;
    if (act.kind === "ready") return true;
    const rest = (/** @type {Match} */ { view }) => JSON.stringify([view.round, view.phase, view.turn, view.top, view.active, view.hand, view.drawn, view.window, view.pending]);
    return rest(now) === rest(before);
  }
}
