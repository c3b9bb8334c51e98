/**
 * Names of things in the reader's language: colors, cards, tables. Card names go by family.
 */
import { faceOf, showing } from "../cards/faces.js";

/** @param {string} text @param {Record<string, unknown>} values */
export function fill(text, values) {
  return interpolate(text, values, true);
}

/** @type {Record<string, () => string>} */
const COLORS = {
  red: () => gettext("red"),
  blue: () => gettext("blue"),
  yellow: () => gettext("yellow"),
  green: () => gettext("green"),
  violet: () => gettext("violet"),
  black: () => gettext("black"),
};

/** @type {Record<string, () => string>} */
const SHAPES = {
  red: () => gettext("circle"),
  blue: () => gettext("square"),
  yellow: () => gettext("triangle"),
  green: () => gettext("diamond"),
  violet: () => gettext("star"),
  black: () => gettext("hexagon"),
};

/** @type {Record<string, Record<string, () => string>>} */
const RANKS = {
  clash: {
    skip: () => pgettext("clash", "Skip"),
    reverse: () => pgettext("clash", "Reverse"),
    "draw-two": () => pgettext("clash", "+2"),
    wild: () => pgettext("clash", "Wild"),
    "wild-draw-four": () => pgettext("clash", "Wild +4"),
  },
  duel: {
    skip: () => pgettext("duel", "Skip"),
    reverse: () => pgettext("duel", "Reverse"),
    wild: () => pgettext("duel", "Wild"),
    "wild-draw-four": () => pgettext("duel", "Wild +4"),
    "draw-two": () => pgettext("duel", "+2"),
    "draw-one": () => pgettext("duel", "+1"),
    "draw-five": () => pgettext("duel", "+5"),
    bomb: () => pgettext("duel", "Bomb"),
    shield: () => pgettext("duel", "Shield"),
    flip: () => pgettext("duel", "Flip"),
    clock: () => pgettext("duel", "Midnight Clock"),
    "skip-everyone": () => pgettext("duel", "Skip Everyone"),
    hunt: () => pgettext("duel", "Color Hunt"),
  },
};

/** Where a language bends a color to the card's name, its catalog says "f" or "m" of each such name. @type {Record<string, Record<string, () => string>>} */
const GENDERS = {
  clash: {
    skip: () => pgettext("gender", "Skip of Color Clash"),
    reverse: () => pgettext("gender", "Reverse of Color Clash"),
  },
  duel: {
    skip: () => pgettext("gender", "Skip"),
    reverse: () => pgettext("gender", "Reverse"),
    bomb: () => pgettext("gender", "Bomb"),
    shield: () => pgettext("gender", "Shield"),
    flip: () => pgettext("gender", "Flip"),
    clock: () => pgettext("gender", "Midnight Clock"),
    "skip-everyone": () => pgettext("gender", "Skip Everyone"),
  },
};
const FEMININE = "f";

/** @type {Record<string, () => string>} */
const FEMININES = {
  red: () => pgettext("feminine", "red"),
  blue: () => pgettext("feminine", "blue"),
  yellow: () => pgettext("feminine", "yellow"),
  green: () => pgettext("feminine", "green"),
};

/** @type {Record<string, () => string>} */
const UPCOLOR = {
  green: () => pgettext("upcolor", "green card"),
  yellow: () => pgettext("upcolor", "yellow card"),
  blue: () => pgettext("upcolor", "blue card"),
  red: () => pgettext("upcolor", "red card"),
  violet: () => pgettext("upcolor", "violet card"),
  black: () => pgettext("upcolor", "dead weight (black card)"),
};

/** @type {Record<string, () => string>} */
const RULESETS = {
  "clash-classic": () => pgettext("clash", "Classic"),
  "clash-family": () => pgettext("clash", "Family night"),
  "duel-classic": () => pgettext("duel", "Classic table"),
  "duel-daynight": () => pgettext("duel", "Day & Night"),
  "duel-siege": () => pgettext("duel", "Siege"),
  upcolor: () => pgettext("upcolor", "Up-color"),
};

/** @type {Record<string, () => string>} */
const FAMILIES = {
  clash: () => gettext("Color Clash"),
  duel: () => gettext("Color Duel"),
  upcolor: () => gettext("Up-color"),
};

/** @param {string} color */
export function colorName(color) {
  return COLORS[color]();
}

/** @param {string} color */
export function shapeName(color) {
  return SHAPES[color]();
}

/**
 * @param {string} rank
 * @param {string} family
 */
export function rankName(rank, family) {
  return RANKS[family]?.[rank]?.() ?? rank;
}

/**
 * @param {string} code as on the wire
 * @param {string} family
 * @param {string} [side]
 * @returns {string} "red 5", "Wild +4", "green card"
 */
export function cardName(code, family, side) {
  const { color, rank } = faceOf(showing(code, side));
  if (color && !rank) return UPCOLOR[color]();
  if (!color) return rankName(rank, family);
  return fill(gettext("%(color)s %(rank)s"), { color: colorBeside(color, rank, family), rank: rankName(rank, family) });
}

/**
 * @param {string} color
 * @param {string} rank
 * @param {string} family
 */
function colorBeside(color, rank, family) {
  return GENDERS[family]?.[rank]?.() === FEMININE ? FEMININES[color]() : colorName(color);
}

/** @param {string} id */
export function rulesetName(id) {
  return RULESETS[id]?.() ?? id;
}

/** @param {string} id */
export function familyName(id) {
  return FAMILIES[id]?.() ?? id;
}

/** @param {import("../types.js").Length} length */
export function lengthName(length) {
  if (length.to) return fill(gettext("first to %(points)s"), { points: length.to });
  if (length.losses) {
    return fill(ngettext("until %(count)s lost round", "until %(count)s lost rounds", length.losses), { count: length.losses });
  }
  return length.rounds === 1
    ? gettext("one round")
    : fill(ngettext("%(count)s round", "%(count)s rounds", length.rounds ?? 1), { count: length.rounds });
}

/** @param {number | null} seconds */
export function timerName(seconds) {
  return seconds ? fill(gettext("%(seconds)s seconds a turn"), { seconds }) : gettext("no time limit");
}

/** @param {import("../types.js").Seat} seat @returns {string} the name in a list of the seats, with what plays there */
export function seatName(seat) {
  return seat.kind === "computer" && seat.name ? fill(gettext("%(name)s (computer)"), { name: seat.name }) : plainName(seat);
}

/** @param {import("../types.js").Seat} seat @returns {string} the name in a sentence: a computer's seat is labeled at the table */
export function plainName(seat) {
  if (seat.kind === "replacement") return fill(gettext("Computer, in place of %(name)s"), { name: seat.name });
  return seat.name || gettext("Computer");
}
