/**
 * The live region: what a screen reader should say, in the reader's language, cleared after.
 */
import { find } from "./dom.js";

const GATHER = 150;
const CLEAR = 6000;

export class Announcer {
  constructor() {
    this.region = find("#announcer");
    /** @type {string[]} */
    this.waiting = [];
    this.speaker = 0;
    this.clearer = 0;
  }

  /** @param {string} text */
  say(text) {
    this.waiting.push(text);
    clearTimeout(this.speaker);
    this.speaker = setTimeout(() => this.speak(), GATHER);
  }

  speak() {
    this.region.textContent = this.waiting.join(" ");
    this.waiting = [];
    clearTimeout(this.clearer);
    this.clearer = setTimeout(() => {
      this.region.textContent = "";
    }, CLEAR);
  }
}
