/**
 * Everything that counts down: rings around seats, seconds in words, and the two warnings of one's own turn.
 */
import { setText } from "../dom.js";
import { fill } from "../texts/words.js";

/** @typedef {import("../types.js").Timer} Timer */

const STEP = 200;
/** Seconds left at which one's own turn is called out; with the turn itself three times at most. */
const WARNINGS = [15, 5];

export class Timers {
  /**
   * @param {import("../clock.js").Clock} clock
   * @param {import("../announcer.js").Announcer} announcer
   */
  constructor(clock, announcer) {
    this.clock = clock;
    this.announcer = announcer;
    /** @type {Map<HTMLElement, Timer>} */
    this.rings = new Map();
    /** @type {Map<HTMLElement, {due: number, words: (seconds: number) => string}>} */
    this.words = new Map();
    /** @type {{due: number, warned: number[]} | null} */
    this.own = null;
    setInterval(() => this.tick(), STEP);
  }

  /**
   * @param {HTMLElement} node
   * @param {Timer | null | undefined} timer null takes the ring away
   */
  ring(node, timer) {
    if (timer) {
      this.rings.set(node, timer);
      node.dataset.running = "true";
      this.turn(node, timer);
    } else {
      this.rings.delete(node);
      delete node.dataset.running;
    }
  }

  /**
   * @param {HTMLElement} node
   * @param {number | null | undefined} due
   * @param {(seconds: number) => string} words
   */
  countdown(node, due, words) {
    if (!due) {
      this.words.delete(node);
      setText(node, "");
      return;
    }
    this.words.set(node, { due, words });
    setText(node, words(this.seconds(due)));
  }

  /** @param {number | null} due of one's own turn */
  watchOwn(due) {
    if (due === null) this.own = null;
    else if (this.own?.due !== due) this.own = { due, warned: WARNINGS.filter((at) => this.seconds(due) <= at) };
  }

  /** @param {number} due */
  seconds(due) {
    return Math.ceil(this.clock.left(due) / 1000);
  }

  tick() {
    for (const [node, timer] of this.rings) {
      if (node.isConnected) this.turn(node, timer);
      else this.rings.delete(node);
    }
    for (const [node, { due, words }] of this.words) {
      if (node.isConnected) setText(node, words(this.seconds(due)));
      else this.words.delete(node);
    }
    this.warn();
  }

  /**
   * @param {HTMLElement} node
   * @param {Timer} timer
   */
  turn(node, timer) {
    const left = this.clock.left(timer.due);
    node.style.setProperty("--left", Math.min(1, left / Math.max(1, timer.total)).toFixed(3));
    node.dataset.hurry = String(left < 5500);
  }

  warn() {
    if (!this.own) return;
    const { due, warned } = this.own;
    const left = this.seconds(due);
    const at = WARNINGS.find((seconds) => left <= seconds && !warned.includes(seconds));
    if (at === undefined || left === 0) return;
    warned.push(...WARNINGS.filter((seconds) => left <= seconds));
    this.announcer.say(fill(ngettext("%(count)s second left.", "%(count)s seconds left.", left), { count: left }));
  }
}
