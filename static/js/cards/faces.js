/**
 * Card faces, drawn from their codes: all six rule sets. 5:7, in a box of 100 by 140.
 */
import { svg } from "../dom.js";
import { outline, ring } from "./shapes.js";
import { cornerSymbol, symbol } from "./symbols.js";

/** @typedef {{color: string | null, rank: string}} Face */

const COLORS = ["red", "blue", "yellow", "green", "violet", "black"];
/** The color that comes before each in Up-color's order; the first names itself. @type {Record<string, string>} */
const BEFORE = { green: "green", yellow: "green", blue: "yellow", red: "blue", violet: "red" };
const NIGHT_ONLY = ["draw-five", "skip-everyone", "hunt"];
const STARS = [[14, 78, 2], [30, 62, 1.3], [86, 60, 1.6], [74, 74, 1], [20, 112, 1.4], [58, 14, 1.8], [82, 28, 1.2],
  [48, 126, 1.6], [90, 96, 1], [66, 118, 1.2], [46, 30, 1], [12, 60, 1]];

/**
 * @param {string} code as on the wire; of a two-faced card one face
 * @returns {Face}
 */
export function faceOf(code) {
  const cut = code.indexOf("-");
  const head = cut < 0 ? code : code.slice(0, cut);
  if (!COLORS.includes(head)) return { color: null, rank: code };
  return { color: head, rank: cut < 0 ? "" : code.slice(cut + 1) };
}

/**
 * @param {string} code a two-faced card is written day/night
 * @param {string | undefined} side
 * @returns {string} the face that shows
 */
export function showing(code, side) {
  const faces = code.split("/");
  return faces.length === 2 && side === "night" ? faces[1] : faces[0];
}

/**
 * @param {string} code one face
 * @returns {boolean} whether a color has to be chosen with it
 */
export function isWild(code) {
  return faceOf(code).color === null;
}

/**
 * @param {string} code
 * @param {string} [side] "night" draws the night row of colors and the star field
 * @returns {SVGElement}
 */
export function cardFace(code, side) {
  const { color, rank } = faceOf(showing(code, side));
  const night = side === "night" || NIGHT_ONLY.includes(rank);
  const picture = svg("svg", {
    class: night ? "card night" : "card day", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false",
  });
  picture.append(...(color && !rank ? discFace(color) : fieldFace(color, rank, night)));
  return picture;
}

/**
 * @param {string | null} color
 * @param {string} rank
 * @param {boolean} night
 * @returns {SVGElement[]}
 */
function fieldFace(color, rank, night) {
  const parts = [svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: `edge fill-${color ?? "wild"}` })];
  if (night) parts.push(...STARS.map(([cx, cy, r]) => svg("circle", { cx, cy, r, class: "star" })));
  if (color) parts.push(outline(color, { class: "pale", transform: "translate(-2 18) scale(4.333)" }));
  else parts.push(svg("g", { class: "pale", transform: "translate(50 70)" }, ring(27, 46)));
  parts.push(svg("g", { transform: "translate(50 70)" },
    svg("rect", { x: -31, y: -31, width: 62, height: 62, rx: 18, class: "paper chip" }), symbol(rank)));
  parts.push(corner(color, rank, "translate(19.5 27)"), corner(color, rank, "translate(80.5 113) rotate(180)"));
  return parts;
}

/**
 * @param {string | null} color
 * @param {string} rank
 * @param {string} transform
 * @returns {SVGElement}
 */
function corner(color, rank, transform) {
  const tab = svg("rect", { x: -14, y: -21, width: 28, height: 43, rx: 8, class: "paper" });
  if (rank === "wild") return svg("g", { transform }, tab, ring(6, 10));
  return svg("g", { transform }, tab,
    svg("g", { transform: "translate(0 -9)" }, cornerSymbol(rank)),
    color
      ? outline(color, { class: "edged", transform: "translate(-8 3.5) scale(.667)" })
      : svg("g", { transform: "translate(0 11)" }, ring(4.3, 7)));
}

/**
 * @param {string} color
 * @returns {SVGElement[]} an Up-color card: its disc with a V in the color before it
 */
function discFace(color) {
  const before = BEFORE[color];
  const parts = [
    svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "edge paper" }),
    svg("circle", { cx: 50, cy: 70, r: 37, class: `edged fill-${color}` }),
  ];
  if (before) {
    parts.push(svg("path", { d: "M33 52L50 90L67 52", class: "vee-edge" }));
    parts.push(svg("path", { d: "M33 52L50 90L67 52", class: `vee stroke-${before}` }));
  } else {
    parts.push(svg("path", { d: "M34 70H66", class: "vee-edge" }));
  }
  for (const transform of ["translate(17 17)", "translate(83 123) rotate(180)"]) {
    parts.push(svg("g", { transform }, outline(color, { class: "edged", transform: "translate(-11 -11) scale(.9167)" })));
  }
  return parts;
}

/**
 * @returns {SVGElement} the back, the same for all cards
 */
export function cardBack() {
  const lines = [];
  for (let at = -3; at <= 9; at += 1) lines.push(`M${at * 16 - 40} 140L${at * 16 + 100} 0M${at * 16 - 40} 0L${at * 16 + 100} 140`);
  return svg("svg", { class: "card back day", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "edge fill-wild" }),
    svg("svg", { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" }, svg("path", { d: lines.join(""), class: "lattice" })),
    svg("rect", { x: 8, y: 8, width: 84, height: 124, rx: 6, class: "frame" }),
    svg("g", { transform: "translate(50 70)" }, svg("rect", { x: -24, y: -24, width: 48, height: 48, rx: 14, class: "paper" }), ring(9, 15)));
}
