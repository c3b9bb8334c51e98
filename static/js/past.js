/**
 * What was told of the round before this page opened, or while its line was down: asked for then, and only then.
 */

/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {{match: string, epoch: number, version: number, events: TableEvent[]}} Told */

export class Past {
  /**
   * @param {string} address
   * @param {(told: Told) => void} hear
   */
  constructor(address, hear) {
    this.address = address;
    this.hear = hear;
    this.reopened = false;
  }

  /** The line is open, or open again. */
  opened() {
    this.reopened = true;
  }

  /**
   * @param {Match} match
   * @param {Match | null} before
   * @param {TableEvent[]} events that came with it
   */
  follow(match, before, events) {
    const missed = !events.length && (!before || match.epoch !== before.epoch
      || match.version > before.version + (this.reopened ? 0 : 1));
    this.reopened = false;
    if (missed) this.ask();
  }

  async ask() {
    try {
      const answer = await fetch(this.address);
      if (answer.ok) this.hear(await answer.json());
    } catch {
      // Without the network nothing can be told; the next loss of the line asks again.
    }
  }
}
