/**
 * The steps of a finished match, fetched round by round as a seat saw them.
 */

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {{code: string, facts: Record<string, string | number>}} Why */
/** @typedef {{frame: Match & {events: TableEvent[]}, by?: number | null, hands?: string[][], why?: Why | null}} Step */

/** What fetching rejects with when the match cannot be replayed any more. */
export const GONE = "410";

export class Film {
  /** @param {string} address of the steps, without what is asked for */
  constructor(address) {
    this.address = address;
    /** @type {Map<string, Promise<Step[]>>} */
    this.rounds = new Map();
  }

  /**
   * @param {number} round counted from 1
   * @param {number} seat whose view
   * @param {boolean} all whether with all hands
   * @returns {Promise<Step[]>} rejects when the server does not answer; asked again, it is fetched again
   */
  round(round, seat, all) {
    const query = new URLSearchParams({ round: String(round), seat: String(seat), ...(all ? { all: "yes" } : {}) }).toString();
    let steps = this.rounds.get(query);
    if (!steps) {
      steps = this.fetch(query);
      this.rounds.set(query, steps);
      steps.catch(() => this.rounds.delete(query));
    }
    return steps;
  }

  /** @param {string} query */
  async fetch(query) {
    const answer = await fetch(`${this.address}?${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).steps;
  }
}
