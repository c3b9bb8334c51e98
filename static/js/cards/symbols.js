/**
 * The symbols of the special cards, drawn in ink around 0,0 in a box of 44 by 44.
 */
import { svg } from "../dom.js";
import { ring } from "./shapes.js";

/**
 * @param {string} d
 * @param {string} [kind]
 * @returns {SVGElement}
 */
function line(d, kind = "line") {
  return svg("path", { d, class: kind });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @returns {SVGElement}
 */
function dot(x, y, r) {
  return svg("circle", { cx: x, cy: y, r, class: "solid" });
}

/**
 * @param {string} words
 * @param {number} size
 * @param {number} [y]
 * @returns {SVGElement}
 */
export function figure(words, size, y = 0) {
  const node = svg("text", { x: 0, y: y + size * 0.35, "font-size": size, class: "figure" });
  node.textContent = words;
  return node;
}

const LEAP = "M-17 9C-17 -19 13 -19 15 2";
const LEAP_TIP = "M8 -1L15.5 4.5L20 -3.5";

/** @type {Record<string, () => SVGElement[]>} */
const DRAWN = {
  skip: () => [line(LEAP), line("M7 -2L15 4L20 -4.5"), dot(-1, 11, 6)],
  "skip-everyone": () => [line(LEAP), line(LEAP_TIP), dot(-11, 13, 4), dot(-1, 13, 4), dot(9, 13, 4)],
  reverse: () => [line("M-10 17V-4A10 10 0 0 1 10 -4V11"), line("M2.5 6L10 14L17.5 6")],
  "draw-one": () => [figure("+1", 33)],
  "draw-two": () => [figure("+2", 33)],
  "draw-five": () => [figure("+5", 33)],
  wild: () => [ring(10.5, 17)],
  "wild-draw-four": () => [ring(15, 13), svg("circle", { r: 13, class: "paper" }), figure("+4", 20)],
  bomb: () => [dot(-3, 5, 13), line("M6 -5L10 -9"), line("M9 -8C12 -14 17 -14 19 -10", "thin"),
    line("M15 -19v4M22 -17l-3 3M10 -18l2 3", "thin")],
  shield: () => [line("M0 -18C6 -14 11 -13 16 -13C16 3 11 13 0 19C-11 13 -16 3 -16 -13C-11 -13 -6 -14 0 -18z"),
    line("M0 -11V11M-9 -2H9", "thin")],
  flip: () => [line("M-5 -15H5V15H-5z"), line("M-11 11C-20 6 -20 -6 -11 -11"), line("M-17 -11.5H-10V-4.5"),
    line("M11 -11C20 -6 20 6 11 11"), line("M17 11.5H10V4.5")],
  clock: () => [line("M6 -18A18 18 0 1 0 18 7A14 14 0 0 1 6 -18z", "solid"), line("M8 -6V3H15", "thin")],
  hunt: () => [svg("g", { transform: "translate(-4 -4)" }, svg("circle", { r: 15, class: "line" }), ring(5.4, 9)),
    line("M8 8L18 18")],
};

/** @type {Record<string, string>} */
const COUNTS = { "draw-one": "+1", "draw-two": "+2", "draw-five": "+5", "wild-draw-four": "+4" };

/**
 * @param {string} rank
 * @returns {SVGElement[]} a number or a symbol
 */
export function symbol(rank) {
  const draw = DRAWN[rank];
  if (draw) return draw();
  const marks = [figure(rank, 46)];
  if (rank === "6" || rank === "9") marks.push(line("M-10 22H10"));
  return marks;
}

/**
 * @param {string} rank
 * @returns {SVGElement[]} the same, small, for a corner of the card
 */
export function cornerSymbol(rank) {
  if (COUNTS[rank]) return [figure(COUNTS[rank], 17)];
  if (DRAWN[rank]) return [svg("g", { transform: "scale(.5)" }, DRAWN[rank]())];
  const marks = [figure(rank, 23)];
  if (rank === "6" || rank === "9") marks.push(svg("path", { d: "M-5 10.5H5", class: "line" }));
  return marks;
}
