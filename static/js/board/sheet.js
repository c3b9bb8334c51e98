/**
 * The score sheet, like paper: a column for each player, a line for each round, the total at the foot.
 */
import { shape } from "../cards/shapes.js";
import { el } from "../dom.js";
import { computerSign } from "../signs.js";
import { seatName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */

/**
 * The column is narrow: the plain name, and of a computer's seat its sign, with the whole label for screen readers.
 *
 * @param {View} view
 * @param {number} seat
 * @returns {Node}
 */
function heading(view, seat) {
  const entry = view.seats[seat];
  const cells = entry.kind === "person" || !entry.name
    ? [el("bdi", {}, seatName(entry))]
    : [el("span", { "aria-hidden": "true" }, el("bdi", {}, entry.name), " ", computerSign()), el("span", { class: "unseen" }, seatName(entry))];
  return el("th", { scope: "col", class: seat === view.you.seat ? "mine" : null }, cells);
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

/**
 * @param {View} view
 * @returns {HTMLElement}
 */
export function scoreTable(view) {
  const seats = view.seats.map((_, seat) => seat);
  const rows = view.sheet.map((row) => el("tr", {},
    el("th", { scope: "row" }, String(row.round)),
    seats.map((seat) => el("td", { class: row.winners.includes(seat) ? "won" : null },
      signed(row.points[seat]),
      row.winners.includes(seat) ? el("span", { class: "won-mark" }, shape("green"), gettext("won")) : null))));
  if (!rows.length) rows.push(el("tr", {}, el("td", { class: "muted", colspan: seats.length + 1 }, gettext("No round finished yet."))));
  const winners = view.result?.winners ?? [];
  const total = seats.map((seat) => el("td", { class: winners.includes(seat) ? "won" : null }, String(view.totals[seat] ?? 0).replace("-", "−")));
  return el("div", { class: "paper-frame", tabindex: "0", role: "group", "aria-label": gettext("score sheet") },
    el("table", { class: "paper-sheet" },
      el("caption", { class: "unseen" }, gettext("score sheet")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, gettext("Round")), seats.map((seat) => heading(view, seat)))),
      el("tbody", {}, rows),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, gettext("Total")), total))));
}

export class Sheet {
  constructor() {
    this.place = el("div", {});
    this.root = el("section", { class: "side-part", "aria-labelledby": "sheet-title" }, el("h2", { id: "sheet-title" }, gettext("Score sheet")), this.place);
    this.shown = "";
  }

  /** @param {View} view */
  update(view) {
    const content = JSON.stringify([view.sheet, view.totals, view.seats.map((seat) => [seat.name, seat.kind]), view.result]);
    if (content === this.shown) return;
    this.shown = content;
    this.place.replaceChildren(scoreTable(view));
  }
}
