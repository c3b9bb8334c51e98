/**
 * Why a computer did what it did: the codes and facts of its match's log (games/computers/choice.py) as sentences.
 */
import { colorName, cardName, fill } from "./words.js";
import { nameAt } from "./sentences.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {Record<string, string | number>} Facts */

/** @type {Record<string, () => string>} */
const REASONS = {
  forced: () => gettext("There was nothing else to do."),
  by_chance: () => gettext("Whatever fits will do: chosen by chance."),
  overlooked: () => gettext("A card that fits was overlooked."),
  follows_suit: () => gettext("Stays with %(color)s: %(cards)s of them in hand."),
  high_card: () => gettext("A number left in hand would cost points, and the color is not held again."),
  takes_turn: () => gettext("The turn comes straight back."),
  hurts_leader: () => gettext("%(name)s is about to go out and has to draw."),
  nothing_else: () => gettext("Nothing in hand fitted better."),
  most_held: () => gettext("The color most held: %(color)s."),
  last_card: () => gettext("It was the last card."),
  calls: () => gettext("The last card has to be called in time."),
  catches: () => gettext("%(name)s had not called the last card."),
  passes: () => gettext("That %(name)s had not called the last card went unnoticed."),
  nothing_fits: () => gettext("No card in hand fits."),
  keeps_card: () => gettext("The drawn card is worth more later."),
  moves_fuse: () => gettext("The fuse would have ended here; now it ends with %(cards)s cards for %(name)s."),
  answers_stack: () => gettext("Better to answer the stack than to take it."),
  blocks_stack: () => gettext("The Shield is for a stack like this one."),
  takes_stack: () => gettext("Nothing in hand answers the stack."),
  likely_trick: () => gettext("A trick begun with %(color)s should come back here."),
  returns: () => gettext("Without a return the trick would go to %(name)s."),
  keeps_green: () => gettext("The green is worth more later."),
  searched: () => "",
  shield_stands: () => gettext("The shield of %(name)s would break a stack."),
  faces_seen: () => gettext("The opposite faces that can be seen speak for turning the table."),
  fuse_ends: () => gettext("The fuse now ends with %(cards)s cards for %(name)s."),
};

/** @type {Record<string, () => string>} */
const ACTS = {
  draw: () => gettext("draw a card"),
  keep: () => gettext("keep the drawn card"),
  return: () => gettext("call a return"),
  no_return: () => gettext("call no return"),
};

/**
 * @param {string} code
 * @param {Facts} facts
 * @param {View} view any of the match, for names and cards
 * @returns {string} one sentence, two where a computer has searched and found a tactic; "" for a code from another time
 */
export function reason(code, facts, view) {
  const values = {
    ...facts,
    name: facts.seat === undefined ? "" : nameAt(view, Number(facts.seat)),
    color: facts.color === undefined ? "" : colorName(String(facts.color)),
  };
  const tactic = fill(REASONS[code]?.() ?? "", values);
  return [tactic, facts.next === undefined ? "" : searched(facts, view)].filter(Boolean).join(" ");
}

/**
 * @param {Facts} facts
 * @param {View} view
 */
function searched(facts, view) {
  const sentence = facts.chance === facts.next_chance
    ? gettext("Played on %(positions)s times: good in %(chance)s of 100, and no better with: %(next)s.")
    : gettext("Played on %(positions)s times: good in %(chance)s of 100, in %(next_chance)s with: %(next)s.");
  return fill(sentence, { ...facts, next: actName(String(facts.next), view) });
}

/**
 * @param {string} act a card's code, with the color chosen after a colon, or a word
 * @param {View} view
 */
function actName(act, view) {
  const [card, color] = act.split(":");
  if (ACTS[card]) return ACTS[card]();
  if (view.family === "upcolor") return colorName(card);
  const name = cardName(card, view.family);
  return color ? fill(gettext("%(card)s with %(color)s"), { card: name, color: colorName(color) }) : name;
}
