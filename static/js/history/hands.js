/**
 * All hands of a moment, a row for each seat.
 */
import { cardFace, showing } from "../cards/faces.js";
import { shortName } from "../board/sheet.js";
import { el } from "../dom.js";
import { cardName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */

/**
 * @param {View} view
 * @param {string[][]} hands cards by seat
 * @returns {HTMLElement[]}
 */
export function handRows(view, hands) {
  return hands.map((hand, seat) => el("li", { "data-turn": view.turn === seat || null },
    el("span", { class: "all-name" }, shortName(view.seats[seat])),
    el("span", { class: "all-cards", role: "img", "aria-label": hand.map((code) => cardName(showing(code, view.side), view.family, view.side)).join(", ") || "—" },
      hand.map((code) => el("span", {}, cardFace(code, view.side))))));
}
