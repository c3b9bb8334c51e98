/**
 * All hands of a moment, a row for each seat.
 */
import { cardFace, showing } from "../cards/faces.js";
import { el } from "../dom.js";
import { cardName, seatName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */

/**
 * @param {View} view
 * @param {string[][]} hands cards by seat
 * @returns {HTMLElement[]}
 */
export function handRows(view, hands) {
  return hands.map((hand, seat) => el("li", { "data-turn": view.turn === seat || null },
    el("bdi", {}, seatName(view.seats[seat])),
    el("span", { class: "all-cards", role: "img", "aria-label": hand.map((code) => cardName(showing(code, view.side), view.family, view.side)).join(", ") || "—" },
      hand.map((code) => cardFace(code, view.side)))));
}
