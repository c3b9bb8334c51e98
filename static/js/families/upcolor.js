/**
 * What Up-color has in place of the piles: the trick and the order of colors. Captured cards lie at the seats.
 */
import { cardFace } from "../cards/faces.js";
import { shape } from "../cards/shapes.js";
import { el, keyed, setAttributes, setText } from "../dom.js";
import { cardName, colorName, fill } from "../texts/words.js";
import { nameAt } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */

const ORDER = ["green", "yellow", "blue", "red", "violet"];

export class UpcolorParts {
  constructor() {
    this.order = el("ol", { class: "order", "aria-label": gettext("the order") }, ORDER.map((color) => el("li", { "data-color": color }, shape(color), colorName(color))));
    this.trick = el("ol", { class: "trick", "aria-label": gettext("The trick") });
    this.owner = el("p", { class: "trick-owner" });
    this.root = el("div", { class: "family-parts upcolor-parts" }, this.order, this.trick, this.owner);
  }

  /** @param {View} view */
  update(view) {
    const trick = view.trick ?? [];
    const last = trick.at(-1);
    const next = last ? ORDER[ORDER.indexOf(last) + 1] : undefined;
    for (const node of this.order.children) setAttributes(node, { "data-next": /** @type {HTMLElement} */ (node).dataset.color === next || null });
    keyed(this.trick, trick.map((card, index) => ({ card, index })), ({ card, index }) => `${index}-${card}`,
      ({ card }) => el("li", {}, cardFace(card), el("span", { class: "unseen" }, cardName(card, "upcolor"))), () => undefined);
    setText(this.owner, this.words(view));
  }

  /** @returns {Element | null} where a played card goes */
  target() {
    return this.trick.lastElementChild;
  }

  /** @returns {Element} where a card is dropped */
  place() {
    return this.trick;
  }

  /** @param {View} view */
  words(view) {
    if (!view.trick?.length) return view.turn === null ? "" : fill(gettext("%(name)s leads."), { name: nameAt(view, view.turn) });
    return view.trick_owner === null || view.trick_owner === undefined ? "" : fill(gettext("The trick is held by %(name)s."), { name: nameAt(view, view.trick_owner) });
  }
}

/**
 * Who could not follow the last card of the trick: everybody between whoever laid it and the turn, or all the others
 * once the trick is over. A violet ends it without asking anybody.
 *
 * @param {View} view
 * @returns {number[]} seats
 */
export function passesOf({ trick, trick_owner: owner, turn, direction, seats }) {
  if (typeof owner !== "number" || !trick?.length || trick.at(-1) === ORDER.at(-1)) return [];
  const count = seats.length;
  const after = Array.from({ length: count - 1 }, (_, step) => (owner + direction * (step + 1) + count) % count);
  const end = after.findIndex((seat) => seat === turn);
  return end < 0 ? after : after.slice(0, end);
}
