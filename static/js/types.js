/**
 * The shapes of what the server sends (the wire format), for the readers of the other modules.
 *
 * @typedef {{rounds?: number, to?: number, losses?: number}} Length
 * @typedef {{ruleset: string, length: Length, timer: number | null, teams: boolean}} Table
 * @typedef {{id: string, name: string, ready: boolean, present: boolean, seated: boolean}} Member
 * @typedef {{id: string, family: string, seats: [number, number], premium: boolean,
 *   blocked: "too_many" | "too_few" | "premium" | null, price: {amount: number, currency: string} | null}} RuleSetChoice
 * @typedef {{id: string, way: "private" | "quick" | "practice", code: string, link: string, host: string | null, members: Member[],
 *   you: {id: string, host: boolean, ready: boolean}, table: Table, computers: {levels: string[], fast: boolean},
 *   choices: {rulesets: RuleSetChoice[], lengths: Length[], timers: (number | null)[], teams: boolean, computers: [number, number]},
 *   start: {ok: boolean, why: string | null}, match: {id: string, over: boolean} | null, seats_left: number}} Room
 *
 * @typedef {{member: string | null, name: string, kind: "person" | "computer" | "replacement", away: number | null,
 *   left: boolean, count: number, total: number, place: number | null, ready: boolean, timeouts: number}} Seat
 * @typedef {{id: string, card: string}} HeldCard
 * @typedef {{due: number, total: number}} Timer due in milliseconds of the store's clock, total in milliseconds
 * @typedef {{round: number, points: number[], winners: number[], reason: string}} SheetRow
 * @typedef {{winners: number[], reason: string, ranking: number[][]}} MatchResult
 * @typedef {{ruleset: string, family: string, phase: "playing" | "between" | "over", dealing: boolean, round: number, length: Length,
 *   teams: number[][] | null, dealer: number, you: {seat: number, watching: boolean}, seats: Seat[],
 *   turn: number | null, drawn: string | null, choosing: number | null, direction: 1 | -1, hand: HeldCard[],
 *   top?: string, active?: string | null, draw_count?: number,
 *   window: {last_card?: number, return?: boolean} | null,
 *   timers: {turn: Timer | null, window: Timer | null, next_round: Timer | null},
 *   pending?: {cards: number, last: string} | null, fuse?: {left: number, size: number, target: number} | null,
 *   clock?: {left: number} | null, side?: "day" | "night", shields?: number[], faces?: Record<string, string[]>,
 *   trick?: string[], trick_owner?: number | null, captured?: number[], set_aside?: number, losses?: number[],
 *   out?: number[], aside: number[], sheet: SheetRow[], totals: number[], result: MatchResult | null}} View
 * @typedef {{play: {card: string, color: boolean}[], draw: boolean, keep: boolean, choose: boolean, announce: boolean,
 *   arm: boolean, catch: number[], return: boolean}} Legal
 * @typedef {{kind: string, seat?: number, card?: string | null, cards?: string[] | null, color?: string | null,
 *   count?: number, cause?: string, by?: number, place?: number, direction?: number, total?: number, size?: number,
 *   side?: string, dealer?: number, banner?: string, result?: Record<string, unknown>}} TableEvent
 * @typedef {{id: string, epoch: number, version: number, view: View, legal: Legal | null}} Match
 * @typedef {{ok: boolean, code?: string}} Outcome
 * @typedef {{kind: string, [field: string]: unknown}} Act
 */

/** What no legal act looks like. */
export const NOTHING_LEGAL = Object.freeze({
  play: [], draw: false, keep: false, choose: false, announce: false, arm: false, catch: [], return: false,
});
