/**
 * What this page knows: the latest room and the latest match, and who wants to hear of changes.
 */

import { shownName } from "./texts/animals.js";

/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").TableEvent} TableEvent */

export class Store {
  constructor() {
    /** @type {{epoch: number, version: number, room: Room} | null} */
    this.room = null;
    /** @type {Match | null} */
    this.match = null;
    /** How many results of a match (its rounds, and its end) the server's books have. @type {{match: string, results: number} | null} */
    this.recorded = null;
    /** @type {((change: {room?: boolean, match?: Match, before?: Match | null, events?: TableEvent[]}) => void)[]} */
    this.listeners = [];
  }

  /** @param {(change: {room?: boolean, match?: Match, before?: Match | null, events?: TableEvent[]}) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {{epoch: number, version: number, room: Room}} frame */
  takeRoom(frame) {
    if (this.room && !isNewer(this.room, frame)) return;
    this.room = { epoch: frame.epoch, version: frame.version, room: { ...frame.room, members: named(frame.room.members) } };
    this.tell({ room: true });
  }

  /** @param {Match & {events: TableEvent[]}} frame */
  takeMatch(frame) {
    const before = this.match;
    const same = before && before.id === frame.id;
    if (before && same && !isNewer(before, frame)) return;
    const { id, epoch, version, legal } = frame;
    const view = { ...frame.view, seats: named(frame.view.seats) };
    const fresh = !same || before.epoch !== epoch || before.version !== version;
    this.match = { id, epoch, version, view, legal };
    this.tell({ match: this.match, before: same ? before : null, events: fresh ? frame.events : [] });
  }

  /**
   * @param {{room: [number, number] | null, match: [string, number, number] | null}} beat what the store holds now
   * @returns {boolean} whether this page missed something
   */
  isBehind(beat) {
    if (beat.room && (!this.room || isAhead(this.room, beat.room))) return true;
    if (!beat.match) return false;
    const [id, epoch, version] = beat.match;
    return !this.match || this.match.id !== id || isAhead(this.match, [epoch, version]);
  }

  /** @param {{match: [string, number, number] | null, recorded?: number}} beat */
  takeRecorded({ match, recorded }) {
    if (!match || recorded === undefined) return;
    if (this.recorded?.match === match[0] && this.recorded.results === recorded) return;
    this.recorded = { match: match[0], results: recorded };
    this.tell({});
  }

  /** @param {Parameters<Store["listeners"][0]>[0]} change */
  tell(change) {
    for (const listener of this.listeners) listener(change);
  }
}

/**
 * @template {{name: string}} T
 * @param {T[]} people
 * @returns {T[]} the same under the names that the reader sees
 */
function named(people) {
  return people.map((person) => ({ ...person, name: shownName(person.name) }));
}

/**
 * After a roll-back of the store the epoch has changed and an older version is the truth.
 *
 * @param {{epoch: number, version: number}} known
 * @param {{epoch: number, version: number}} frame
 */
function isNewer(known, frame) {
  return frame.epoch !== known.epoch || frame.version >= known.version;
}

/**
 * @param {{epoch: number, version: number}} known
 * @param {[number, number]} there
 */
function isAhead(known, [epoch, version]) {
  return epoch !== known.epoch || version > known.version;
}
