/**
 * "Why not?": every refusal as one sentence that says what would be legal.
 */
import { faceOf, showing } from "../cards/faces.js";
import { FOUR } from "../cards/shapes.js";
import { cardName, colorName, fill, rankName } from "./words.js";
import { nameAt } from "./sentences.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */

const ORDER = ["green", "yellow", "blue", "red", "violet"];
/** More cards than these are not named one by one. */
const NAMED = 4;

/** @type {Record<string, () => string>} */
const PLAIN = {
  not_in_hand: () => gettext("This card is no longer in your hand."),
  nothing_to_announce: () => gettext("There is no last card to call now: call before you play the last but one, or within three seconds after."),
  nothing_to_catch: () => gettext("There is nobody to catch now: only who has one card and has not called it can be caught."),
  locked: () => gettext("Too early: your Catch rests for two seconds."),
  no_return: () => gettext("No return can be called now: it is offered after a trick to who holds a green."),
  round_over: () => gettext("The round is over."),
  stale: () => gettext("The table had already moved on. Please look again."),
  late: () => gettext("The time for this was over."),
  scripted: () => gettext("This example goes step by step: press Next."),
  replaced: () => gettext("A computer plays your seat until the end of the round."),
  not_seated: () => gettext("You do not sit in this match."),
  not_host: () => gettext("Only the host can do this."),
  full: () => gettext("All seats are taken."),
  too_few: () => gettext("This table needs more players."),
  too_many: () => gettext("Too many players sit here for this table."),
  not_ready: () => gettext("Not everybody is ready."),
  in_play: () => gettext("This waits until the match is over."),
  not_over: () => gettext("The match is not over yet."),
  premium: () => gettext("This table is a premium table."),
  removed: () => gettext("The host has removed you from this room."),
  no_member: () => gettext("This player has already gone."),
  name_empty: () => gettext("Please enter a name."),
  name_too_long: () => gettext("This name is too long."),
  name_characters: () => gettext("Please use letters, digits and simple signs in your name."),
  name_mixed: () => gettext("Please keep to letters of one alphabet in your name."),
  name_reserved: () => gettext("This name is reserved: it could be taken for our staff or for a computer. Please choose another."),
  name_unsuitable: () => gettext("This name is not suitable here: a word in it insults people. Please choose another."),
  closed: () => gettext("This room is closed."),
  seats: () => gettext("There are not so many seats at this table."),
  teams: () => gettext("This rule set has no teams."),
  not_between: () => gettext("A match can be put aside between two rounds."),
  aside: () => gettext("This match has been put aside."),
  quick: () => gettext("In quick play a match is not put aside."),
  fixed: () => gettext("In quick play the animals’ names stay."),
};

/** Refusals that depend on what lies on the table and in the hand. @type {Record<string, (table: Table) => string>} */
const AT_THE_TABLE = {
  not_playable: misfit,
  must_answer: ({ view, may }) => fill(may
    ? gettext("A stack of %(count)s cards waits for you, and only a card that answers %(last)s may be played: %(cards)s; or take the stack.")
    : gettext("A stack of %(count)s cards waits for you, and only a card that answers %(last)s may be played. You hold none: take the stack."),
  { count: view.pending?.cards, last: view.pending ? rankName(view.pending.last, view.family) : "", cards: may }),
  holds_color: ({ view, may }) => fill(
    gettext("Wild +4 only without a card of the active color: you hold %(color)s. You can play %(cards)s, or draw."),
    { color: view.active ? colorName(view.active) : "", cards: may || ofActiveColor(view) }),
  color_required: () => fill(gettext("A color has to be chosen with this card: %(colors)s."), { colors: fourColors() }),
  bad_color: () => fill(gettext("Choose one of the four colors: %(colors)s."), { colors: fourColors() }),
  already_drawn: ({ may, drawn }) => fill(may
    ? gettext("One card is drawn in a turn: play the drawn %(drawn)s, or keep it.")
    : gettext("One card is drawn in a turn: keep the drawn %(drawn)s."), { drawn }),
  only_drawn_card: ({ may, drawn }) => fill(may
    ? gettext("After a draw only the drawn card may be played: play the %(drawn)s, or keep it.")
    : gettext("After a draw only the drawn card may be played: keep the %(drawn)s."), { drawn }),
  nothing_drawn: ({ may }) => fill(may
    ? gettext("Only a card that was just drawn can be kept: play %(cards)s, or draw.")
    : gettext("Only a card that was just drawn can be kept: draw a card."), { cards: may }),
  must_lead_green: () => gettext("You hold a green: it must lead."),
  cannot_lead: ({ may }) => fill(gettext("Violet and black cannot lead: lead with %(cards)s."), { cards: may }),
  must_follow: ({ view, may }) => {
    const last = view.trick?.at(-1);
    const next = last ? ORDER[ORDER.indexOf(last) + 1] : undefined;
    return last && next
      ? fill(gettext("After %(last)s only %(next)s follows: play %(cards)s."), { last: colorName(last), next: colorName(next), cards: may || colorName(next) })
      : gettext("Only the very next color in the order follows.");
  },
  not_your_turn: ({ view }) => (view.turn === null || view.turn === view.you.seat
    ? gettext("Please wait: it is not your turn.")
    : fill(gettext("It is the turn of %(name)s: please wait for yours."), { name: nameAt(view, view.turn) })),
  window_open: ({ view }) => (view.window?.last_card === undefined
    ? gettext("Please wait until the three seconds are over.")
    : fill(gettext("Please wait: %(name)s may still call the last card."), { name: nameAt(view, view.window.last_card) })),
};

/** @typedef {{view: View, card: string | null, may: string, drawn: string}} Table `may`: the cards that are legal now, in words */

/**
 * @param {string | undefined} code
 * @param {View | null} view
 * @param {string | null} [card] code of the card that was refused
 * @param {Legal | null} [legal] what may be done now
 * @returns {string} which rule forbids it, and what would be legal
 */
export function whyNot(code, view, card, legal) {
  const at = AT_THE_TABLE[code ?? ""];
  if (view && at) return at({ view, card: card ?? null, may: mayPlay(view, legal ?? null), drawn: drawnCard(view) });
  return PLAIN[code ?? ""]?.() ?? gettext("That did not work. Please try again.");
}

/** @param {Table} table */
function misfit({ view, card, may }) {
  if (!view.active) return gettext("The color has to be chosen first.");
  const top = view.top ? faceOf(showing(view.top, view.side)) : null;
  const values = {
    card: card ? cardName(card, view.family, view.side) : gettext("This card"),
    color: colorName(view.active),
    rank: top ? rankName(top.rank, view.family) : "",
    wild: rankName(view.side === "night" ? "hunt" : "wild", view.family),
    cards: may,
  };
  if (top?.color) {
    return fill(may
      ? gettext("%(card)s does not fit: only %(color)s, %(rank)s or %(wild)s. You can play %(cards)s, or draw.")
      : gettext("%(card)s does not fit: only %(color)s, %(rank)s or %(wild)s. You hold none: draw a card."), values);
  }
  return fill(may
    ? gettext("%(card)s does not fit: only %(color)s or %(wild)s. You can play %(cards)s, or draw.")
    : gettext("%(card)s does not fit: only %(color)s or %(wild)s. You hold none: draw a card."), values);
}

/**
 * @param {View} view
 * @param {Legal | null} legal
 * @returns {string} the cards of the hand that may be played, empty when there are none
 */
function mayPlay(view, legal) {
  const playable = new Set(legal?.play.map((each) => each.card));
  return either(namesOf(view, view.hand.filter(({ id }) => playable.has(id))));
}

/** @param {View} view */
function ofActiveColor(view) {
  return either(namesOf(view, view.hand.filter(({ card }) => faceOf(showing(card, view.side)).color === view.active)));
}

/** @param {View} view */
function drawnCard(view) {
  return namesOf(view, view.hand.filter(({ id }) => id === view.drawn))[0] ?? gettext("card");
}

function fourColors() {
  return either(FOUR.map(colorName));
}

/**
 * @param {View} view
 * @param {import("../types.js").HeldCard[]} cards
 * @returns {string[]} equal cards once; Up-color's by their colors
 */
function namesOf(view, cards) {
  const name = (/** @type {string} */ card) => (view.family === "upcolor" ? colorName(card) : cardName(card, view.family, view.side));
  return [...new Set(cards.map(({ card }) => name(card)))];
}

/**
 * @param {string[]} names
 * @returns {string} the first of them, with an "or" before the last
 */
function either(names) {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(", ")}…`;
  const first = names.slice(0, -1).join(", ");
  const last = names.at(-1) ?? "";
  return first ? fill(gettext("%(first)s or %(last)s"), { first, last }) : last;
}

/** @type {Record<string, () => [title: string, text: string, button: string | null]>} */
const CLOSINGS = {
  elsewhere: () => [gettext("Open elsewhere"), gettext("This seat is open in another tab or on another device."), gettext("Bring it back here")],
  removed: () => [gettext("You are no longer in this room"), gettext("Its host has removed you. You are welcome in any other room."), null],
  left: () => [gettext("You are no longer in this room"), gettext("You have left it, here or in another tab."), null],
  closed: () => [gettext("This room is closed"), gettext("A room closes after an hour without play."), null],
  suspended: () => [gettext("You cannot play now"), gettext("The front page says why, and until when."), null],
  abuse: () => [gettext("Too much at once"), gettext("This page sent more than the server takes. Wait a moment, then come back."), gettext("Come back")],
};

/** @param {string} reason @returns {[title: string, text: string, button: string | null]} */
export function closing(reason) {
  return (CLOSINGS[reason] ?? CLOSINGS.closed)();
}
