/**
 * The score sheet, like paper: a column for each player, a line for each round, the total at the foot.
 */
import { shape } from "../cards/shapes.js";
import { el } from "../dom.js";
import { computerSign } from "../signs.js";
import { loserOf, roundsLost, teamPoints } from "../teams.js";
import { fill, seatName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */

/**
 * Where there is little room: the plain name, and of a computer's seat its sign, with the whole label for screen readers.
 *
 * @param {import("../types.js").Seat} entry
 * @returns {HTMLElement[]}
 */
export function shortName(entry) {
  return entry.kind === "person" || !entry.name
    ? [el("bdi", {}, seatName(entry))]
    : [el("span", { "aria-hidden": "true" }, el("bdi", {}, entry.name), " ", computerSign()), el("span", { class: "unseen" }, seatName(entry))];
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {Node}
 */
function heading(view, seat) {
  return el("th", { scope: "col", class: seat === view.you.seat ? "mine" : null }, shortName(view.seats[seat]));
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : plain(points);
}

/** @param {number} points */
function plain(points) {
  return String(points).replace("-", "−");
}

/**
 * @param {string} points
 * @param {boolean} won
 */
function cell(points, won) {
  return el("td", { class: won ? "won" : null }, points,
    won ? el("span", { class: "won-mark" }, shape("green"), gettext("won")) : null);
}

/**
 * @param {View} view
 * @param {number[]} team
 */
function teamHeading(view, team) {
  const [one, other] = team.map((seat) => el("bdi", {}, view.seats[seat].name || seatName(view.seats[seat])));
  return el("th", { scope: "col", class: team.includes(view.you.seat) ? "mine" : null }, one, " + ", other);
}

/**
 * In teams the lower sum loses the round, and the lost rounds decide.
 *
 * @param {View} view
 * @param {number[][]} teams
 */
function lostRounds({ length, seats, sheet }, teams) {
  const words = length.losses ? fill(gettext("Rounds lost, of %(count)s"), { count: length.losses }) : gettext("Rounds lost");
  return el("tr", {}, el("th", { scope: "row", colspan: seats.length + 1 }, words), roundsLost(teams, sheet).map((lost) => el("td", {}, String(lost))));
}

/**
 * @param {View} view
 * @returns {HTMLElement}
 */
export function scoreTable(view) {
  const seats = view.seats.map((_, seat) => seat);
  const teams = view.teams ?? [];
  const rows = view.sheet.map((row) => {
    const loser = teams.length ? loserOf(teams, row) : null;
    return el("tr", {},
      el("th", { scope: "row" }, String(row.round)),
      seats.map((seat) => cell(signed(row.points[seat]), !teams.length && row.winners.includes(seat))),
      teamPoints(teams, row.points).map((points, team) => cell(signed(points), loser !== null && team !== loser)));
  });
  if (!rows.length) rows.push(el("tr", {}, el("td", { class: "muted", colspan: seats.length + teams.length + 1 }, gettext("No round finished yet."))));
  const winners = view.result?.winners ?? [];
  const total = seats.map((seat) => el("td", { class: winners.includes(seat) ? "won" : null }, plain(view.totals[seat] ?? 0)));
  const together = teamPoints(teams, view.totals).map((points) => el("td", {}, plain(points)));
  return el("div", { class: "paper-frame", tabindex: "0", role: "group", "aria-label": gettext("score sheet") },
    el("table", { class: "paper-sheet" },
      el("caption", { class: "unseen" }, gettext("score sheet")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, gettext("Round")), seats.map((seat) => heading(view, seat)), teams.map((team) => teamHeading(view, team)))),
      el("tbody", {}, rows),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, gettext("Total")), total, together), teams.length ? lostRounds(view, teams) : null)));
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
