/**
 * The small game that every peer plays: 108 cards in four colors, wilds, four seats, hidden hands. A round that ends is
 * followed by the next deal at once. Cards are two letters: color (r, g, b, y; w for a wild) and value.
 *
 * @typedef {{hands: string[][], pile: string[], discards: string[], color: string, turn: number, direction: number,
 *   deals: number, last: (number | string)[] | null}} Game
 * @typedef {(cards: string[]) => string[]} Shuffle
 */

"use strict";

const SEATS = 4;
const HAND = 7;
const COLORS = "rgby";
const NUMBERS = "0123456789";
const VALUES = [..."0112233445566778899SSRRDD"];
const WILDS = ["wW", "wF"];
const DECK = [...COLORS].flatMap((color) => VALUES.map((value) => color + value)).concat(...Array(4).fill(WILDS));

/** @type {Shuffle} */
function shuffle(cards) {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** Deals into the game itself, new or played out. @param {Game | {}} game @param {Shuffle} order */
function deal(game, order = shuffle) {
  const pile = order(DECK.slice());
  game.hands = Array.from({ length: SEATS }, () => pile.splice(-HAND));
  let opening = pile.length - 1;
  while (!NUMBERS.includes(pile[opening][1])) opening--;
  game.discards = pile.splice(opening, 1);
  game.pile = pile;
  game.color = game.discards[0][0];
  game.turn = 0;
  game.direction = 1;
  game.deals = (game.deals ?? 0) + 1;
  game.last = null;
  return game;
}

/** @param {Game} game @param {string} card */
function fits(game, card) {
  return card[0] === "w" || card[0] === game.color || card[1] === game.discards.at(-1)[1];
}

/** The places in the hand of the cards that may be played. @param {Game} game @param {number} seat */
function legal(game, seat) {
  const places = [];
  game.hands[seat].forEach((card, place) => {
    if (fits(game, card)) places.push(place);
  });
  return places;
}

/** @param {Game} game @param {number} seat @param {number} count @param {Shuffle} order */
function draw(game, seat, count, order) {
  for (let i = 0; i < count; i++) {
    if (!game.pile.length) {
      const top = game.discards.pop();
      if (!game.discards.length) {
        game.discards.push(top);
        return;
      }
      game.pile = order(game.discards);
      game.discards = [top];
    }
    game.hands[seat].push(game.pile.pop());
  }
}

/** @param {Game} game @param {number} steps */
function seatAfter(game, steps) {
  return (((game.turn + game.direction * steps) % SEATS) + SEATS) % SEATS;
}

/** What a card does to the next seat; how many seats further the turn goes. */
function takeEffect(game, value, order) {
  const cards = { D: 2, F: 4 }[value] ?? 0;
  if (cards) draw(game, seatAfter(game, 1), cards, order);
  if (value === "R") game.direction = -game.direction;
  return cards || value === "S" ? 2 : 1;
}

/**
 * Plays the card at a place of the hand, or draws for -1; `color` for wilds. False when it is not legal: then nothing
 * has changed.
 *
 * @param {Game} game @param {number} seat @param {unknown} place @param {unknown} color @param {Shuffle} order
 */
function move(game, seat, place, color, order = shuffle) {
  if (seat !== game.turn || !Number.isInteger(place)) return false;
  if (place === -1) {
    draw(game, seat, 1, order);
    game.last = [seat, "draw"];
    game.turn = seatAfter(game, 1);
    return true;
  }
  const hand = game.hands[seat];
  const card = hand[place];
  if (card === undefined || !fits(game, card)) return false;
  const wild = card[0] === "w";
  if (wild && !(typeof color === "string" && color.length === 1 && COLORS.includes(color))) return false;
  hand.splice(place, 1);
  game.discards.push(card);
  game.color = wild ? color : card[0];
  game.last = [seat, card];
  if (hand.length) game.turn = seatAfter(game, takeEffect(game, card[1], order));
  else deal(game, order);
  return true;
}

/** What one seat may see. @param {Game} game @param {number} seat @param {number} version */
function view(game, seat, version) {
  return {
    type: "view",
    version,
    turn: game.turn,
    you: seat,
    legal: seat === game.turn ? legal(game, seat) : [],
    hand: game.hands[seat],
    counts: game.hands.map((hand) => hand.length),
    top: game.discards.at(-1),
    color: game.color,
    direction: game.direction,
    pile: game.pile.length,
    deals: game.deals,
    last: game.last,
  };
}

module.exports = { SEATS, deal, move, view };
