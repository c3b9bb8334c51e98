/**
 * Two teams of two: who plays with whom, and which team has lost how many rounds.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").SheetRow} SheetRow */

/**
 * @param {View} view
 * @param {number} seat
 * @returns {number | null} the seat of its partner
 */
export function partnerOf({ teams }, seat) {
  return teams?.find((team) => team.includes(seat))?.find((other) => other !== seat) ?? null;
}

/**
 * @param {number[][]} teams
 * @param {number[]} points by seat
 * @returns {number[]} by team
 */
export function teamPoints(teams, points) {
  return teams.map((team) => team.reduce((sum, seat) => sum + (points[seat] ?? 0), 0));
}

/**
 * @param {number[][]} teams
 * @param {SheetRow} row
 * @returns {number | null} the team that lost a round: the lower one; neither when they are equal
 */
export function loserOf(teams, { points }) {
  const [one, other] = teamPoints(teams, points);
  return one === other ? null : Number(one > other);
}

/**
 * @param {number[][]} teams
 * @param {SheetRow[]} sheet
 * @returns {number[]} rounds lost, by team
 */
export function roundsLost(teams, sheet) {
  return teams.map((_, team) => sheet.filter((row) => loserOf(teams, row) === team).length);
}
