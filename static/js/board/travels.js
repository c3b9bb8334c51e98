/**
 * Which cards travel where, worked out from what happened between two views.
 */
import { oneByOne } from "./motion.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {Map<string, DOMRect>} Places where one's own cards lay, by handle */

export class Travels {
  /** @param {{hand: import("./hand.js").Hand, piles: import("./piles.js").Piles, seats: import("./seats.js").Seats,
   *   motion: import("./motion.js").Motion, own: HTMLElement, target: () => Element | null}} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {View | null} view what the board still shows
   * @returns {Places}
   */
  before(view) {
    const places = new Map();
    for (const { id } of view?.hand ?? []) {
      const node = this.board.hand.at(id);
      if (node) places.set(id, node.getBoundingClientRect());
    }
    return places;
  }

  /**
   * @param {Places} places
   * @param {View | null} before
   * @param {View} view
   * @param {TableEvent[]} events
   */
  after(places, before, view, events) {
    // A page that is just being put together has no places yet.
    if (before ? before.round !== view.round : view.dealing) requestAnimationFrame(() => this.dealt(view));
    else if (before) for (const event of events) this.happened(event, places, before, view);
  }

  /**
   * @param {TableEvent} event
   * @param {Places} places
   * @param {View} before
   * @param {View} view
   */
  happened(event, places, before, view) {
    if (event.kind === "played") this.played(event, places, before, view);
    if (event.kind === "drew" || event.kind === "hunted") this.drew(event, before, view);
    if (event.kind === "caught") this.board.motion.shake(event.seat === view.you.seat ? this.board.own : this.board.seats.at(event.seat ?? -1));
  }

  /** @param {View} view whose hands were just given out */
  dealt(view) {
    const { motion, hand } = this.board;
    const from = this.source();
    view.hand.forEach(({ id }, place) => {
      const start = place / view.hand.length;
      const face = hand.at(id)?.firstElementChild ?? null;
      motion.fly(from, face?.getBoundingClientRect(), null, view.side, [start]);
      motion.arrive(face, start);
    });
    view.seats.forEach(({ count }, seat) => motion.fly(from, this.spot(seat), null, view.side, oneByOne(count)));
  }

  /**
   * @param {TableEvent} event
   * @param {Places} places
   * @param {View} before
   * @param {View} view
   */
  played(event, places, before, view) {
    const { motion } = this.board;
    const target = this.board.target();
    const gone = before.hand.find(({ id }) => !view.hand.some((each) => each.id === id));
    const from = event.seat === view.you.seat ? gone && places.get(gone.id) : this.spot(event.seat);
    motion.fly(from, target?.getBoundingClientRect(), event.card ?? null, view.side);
    motion.arrive(target);
  }

  /**
   * @param {TableEvent} event
   * @param {View} before
   * @param {View} view
   */
  drew(event, before, view) {
    const { motion, piles, hand } = this.board;
    const from = piles.draw.getBoundingClientRect();
    if (event.seat !== view.you.seat) {
      motion.fly(from, this.spot(event.seat), null, view.side, oneByOne(event.count ?? 1));
      return;
    }
    const drawn = view.hand.filter((held) => !before.hand.some((each) => each.id === held.id));
    drawn.forEach(({ id, card }, place) => {
      const start = place / drawn.length;
      const face = hand.at(id)?.firstElementChild ?? null;
      motion.fly(from, face?.getBoundingClientRect(), card.includes("/") ? null : card, view.side, [start]);
      motion.arrive(face, start);
    });
  }

  /** @returns {DOMRect} whence cards are dealt: the draw pile, and where there is none the middle of the table */
  source() {
    const pile = this.board.piles.draw.getBoundingClientRect();
    if (pile.width) return pile;
    const { x, y, width, height } = this.board.piles.root.getBoundingClientRect();
    return new DOMRect(x + width / 2 - 20, y + height / 2 - 28, 40, 56);
  }

  /** @param {number | undefined} seat */
  spot(seat) {
    return this.board.seats.at(seat ?? -1)?.querySelector(".mini-fan")?.getBoundingClientRect();
  }
}
