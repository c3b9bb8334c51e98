/**
 * Events as sentences for the log and for screen readers: one for the reader's own acts, one for the others'.
 */
import { cardName, colorName, fill, plainName } from "./words.js";

/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {import("../types.js").View} View */
/** @typedef {(values: Record<string, any>) => [own: string, other: string]} Pair */

/** @type {Record<string, Pair>} */
const DREW = {
  turn: ({ count }) => [
    ngettext("You draw %(count)s card.", "You draw %(count)s cards.", count),
    ngettext("%(name)s draws %(count)s card.", "%(name)s draws %(count)s cards.", count)],
  penalty: ({ count }) => [
    ngettext("You have to draw %(count)s card.", "You have to draw %(count)s cards.", count),
    ngettext("%(name)s has to draw %(count)s card.", "%(name)s has to draw %(count)s cards.", count)],
};

/** @type {Record<string, Pair>} */
const PAIRS = {
  played: ({ color }) => (color
    ? [gettext("You play %(card)s and choose %(color)s."), gettext("%(name)s plays %(card)s and chooses %(color)s.")]
    : [gettext("You play %(card)s."), gettext("%(name)s plays %(card)s.")]),
  kept: () => [gettext("You keep the drawn card."), gettext("%(name)s keeps the drawn card.")],
  timed_out: () => [gettext("Your time is up."), gettext("The time of %(name)s is up.")],
  skipped: () => [gettext("You are skipped."), gettext("%(name)s is skipped.")],
  color_chosen: () => [gettext("You choose %(color)s."), gettext("%(name)s chooses %(color)s.")],
  one_card: () => [gettext("You have one card left."), gettext("%(name)s has one card left.")],
  announced: () => [gettext("You call: last card!"), gettext("%(name)s calls: last card!")],
  window_opened: () => [gettext("You have not called your last card yet."), gettext("%(name)s has not called the last card yet.")],
  window_lapsed: () => [gettext("Nobody caught you."), gettext("Nobody caught %(name)s.")],
  caught: () => [gettext("%(by)s catches you: you draw %(count)s."), gettext("%(by)s catches %(name)s, who draws %(count)s.")],
  went_out: () => [gettext("You are out: place %(place)s."), gettext("%(name)s is out: place %(place)s.")],
  seat_replaced: () => [gettext("A computer plays your seat until the end of the round."), gettext("A computer takes the place of %(name)s until the end of the round.")],
  seat_returned: () => [gettext("You are back: you play again from the next round."), gettext("%(name)s is back and plays again from the next round.")],
  bomb_lit: () => [gettext("You light the fuse: %(size)s cards."), gettext("%(name)s lights the fuse: %(size)s cards.")],
  exploded: () => [gettext("The bomb hits you: you draw %(count)s."), gettext("The bomb hits %(name)s, who draws %(count)s.")],
  shield_raised: () => [gettext("Your shield stands."), gettext("The shield of %(name)s stands.")],
  blocked: () => [gettext("Your shield breaks the stack."), gettext("The shield of %(name)s breaks the stack.")],
  hunted: () => [gettext("The hunt makes you draw %(count)s."), gettext("The hunt makes %(name)s draw %(count)s.")],
  passed: () => [gettext("You cannot follow and pass."), gettext("%(name)s cannot follow and passes.")],
  trick_taken: ({ count }) => [
    ngettext("You take the trick: %(count)s card.", "You take the trick: %(count)s cards.", count),
    ngettext("%(name)s takes the trick: %(count)s card.", "%(name)s takes the trick: %(count)s cards.", count)],
  return_called: () => [gettext("You call: Base green. Return!"), gettext("%(name)s calls: Base green. Return!")],
  quarte_shown: () => [gettext("You show a quarte: 8 points."), gettext("%(name)s shows a quarte: 8 points.")],
  lead_handed: () => [gettext("You hand the lead on."), gettext("%(name)s hands the lead on.")],
  tie_drawn: () => [gettext("Tie draw: you draw %(card)s."), gettext("Tie draw: %(name)s draws %(card)s.")],
};

/** @type {Record<string, (values: Record<string, any>) => string>} */
const PLAIN = {
  dealt: () => gettext("The cards are dealt."),
  opened: () => gettext("The first card is %(card)s."),
  reversed: ({ direction }) => (direction === 1 ? gettext("Play runs clockwise.") : gettext("Play runs counterclockwise.")),
  reshuffled: () => gettext("The discard pile becomes the new draw pile."),
  stacked: () => gettext("The stack grows to %(total)s cards."),
  table_flipped: ({ side }) => (side === "night" ? gettext("The table turns to night.") : gettext("The table turns to day.")),
  clock_started: () => gettext("The Midnight Clock runs: three passes."),
  clock_stopped: () => gettext("The Midnight Clock stops."),
  return_window_opened: () => gettext("Who holds a green may call a return."),
  return_cancelled: () => gettext("Two calls or more cancel each other."),
};

/** Told of the person behind the seat, not of the computer that plays it. */
const PERSONS = ["seat_replaced", "seat_returned"];

/**
 * @param {TableEvent} event
 * @param {View} view
 * @returns {string | null} null where nothing is worth a line
 */
export function sentence(event, view) {
  const values = valuesOf(event, view);
  if (PLAIN[event.kind]) return fill(PLAIN[event.kind](values), values);
  const pair = event.kind === "drew" ? drewPair(event) : PAIRS[event.kind];
  if (!pair || event.seat === undefined || event.seat === null) return null;
  const [own, other] = pair(values);
  const mine = event.seat === view.you.seat && (!playsForMe(view) || PERSONS.includes(event.kind));
  if (event.kind === "caught" && event.by === view.you.seat && !playsForMe(view)) {
    return fill(gettext("You catch %(name)s, who draws %(count)s."), values);
  }
  return fill(mine ? own : other, values);
}

/**
 * @param {View} view
 * @returns {boolean} whether a computer plays the reader's own seat
 */
function playsForMe(view) {
  return view.seats[view.you.seat].kind === "replacement";
}

/** @param {TableEvent} event @returns {Pair | null} the fine of a catch, an explosion and a hunt are told by their own events */
function drewPair(event) {
  if (["caught", "explosion", "hunt"].includes(event.cause ?? "")) return null;
  return DREW[event.cause === "stack" ? "penalty" : event.cause ?? "turn"] ?? DREW.turn;
}

/**
 * @param {TableEvent} event
 * @param {View} view
 */
function valuesOf(event, view) {
  const named = (/** @type {number | null | undefined} */ seat) => (seat === undefined || seat === null ? "" : nameAt(view, seat));
  return {
    ...event,
    count: event.count ?? 1,
    name: PERSONS.includes(event.kind) ? view.seats[event.seat ?? 0].name : named(event.seat),
    by: named(event.by),
    card: event.card ? spoken(event.card, view) : "",
    color: event.color ? colorName(event.color) : "",
  };
}

/**
 * @param {string} card
 * @param {View} view
 * @returns {string} within a sentence an Up-color card goes by its color alone
 */
function spoken(card, view) {
  return view.family === "upcolor" ? colorName(card) : cardName(card, view.family, view.side);
}

/**
 * @param {View} view
 * @param {number} seat
 */
export function nameAt(view, seat) {
  return seat === view.you.seat && playsForMe(view) ? gettext("Your replacement (computer)") : plainName(view.seats[seat]);
}
