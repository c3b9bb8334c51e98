/**
 * The store's clock as this page knows it, right whatever the device's own clock says.
 */

const KEPT = 6;

export class Clock {
  constructor() {
    /** @type {number[]} */
    this.offsets = [];
    this.heard = 0;
  }

  /**
   * The least delayed of the last frames gives the best estimate; after a pause (a sleeping phone) older ones are worthless.
   *
   * @param {number} now milliseconds of the store's clock, as a frame said
   */
  hear(now) {
    const local = performance.now();
    if (local - this.heard > 15000 || Math.abs(now - local - this.offset) > 5000) this.offsets = [];
    this.heard = local;
    this.offsets.push(now - local);
    if (this.offsets.length > KEPT) this.offsets.shift();
  }

  /** @returns {number} */
  get offset() {
    return this.offsets.length ? Math.max(...this.offsets) : 0;
  }

  /**
   * @param {number} due milliseconds of the store's clock
   * @returns {number} milliseconds left, never negative
   */
  left(due) {
    return Math.max(0, due - performance.now() - this.offset);
  }
}
