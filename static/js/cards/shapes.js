/**
 * The shape of each color, so that a color is never told by its color alone.
 */
import { svg } from "../dom.js";

/** Outlines in a box of 24 by 24. @type {Record<string, string>} */
const OUTLINES = {
  red: "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19z",
  blue: "M4 4h16v16H4z",
  yellow: "M12 2.6L22.2 20.6H1.8z",
  green: "M12 1.2L21.2 12L12 22.8L2.8 12z",
  violet: "M12 1.6l3.1 6.9 7.4.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.8L7 14.3l-5.5-5 7.4-.8z",
  black: "M12 1.8l8.8 5.1v10.2L12 22.2l-8.8-5.1V6.9z",
};

/** The four colors of the shedding games, in the order of the keys 1 to 4. */
export const FOUR = ["red", "blue", "yellow", "green"];

/**
 * @param {string} color
 * @param {Record<string, unknown>} [attributes]
 * @returns {SVGElement} a path in a box of 24 by 24, filled by the stylesheet
 */
export function outline(color, attributes = {}) {
  const extra = attributes.class ? ` ${attributes.class}` : "";
  return svg("path", { ...attributes, d: OUTLINES[color], class: `fill-${color}${extra}` });
}

/**
 * @param {string} color
 * @returns {SVGElement} a small picture of the color's shape; say the color in words beside it
 */
export function shape(color) {
  return svg("svg", { class: "shape", viewBox: "0 0 24 24", "aria-hidden": "true" }, outline(color));
}

/**
 * @param {string} color
 * @returns {SVGElement} the same, large, for a button
 */
export function bigShape(color) {
  return svg("svg", { class: "shape big", viewBox: "0 0 24 24", "aria-hidden": "true" }, outline(color));
}

/**
 * @param {number} radius of the ring, in units of the card
 * @param {number} size of a shape
 * @returns {SVGElement} the four shapes in a ring around 0,0
 */
export function ring(radius, size) {
  const places = [[-radius, -radius], [radius, -radius], [radius, radius], [-radius, radius]];
  const scale = size / 24;
  return svg("g", {}, FOUR.map((color, index) => {
    const [x, y] = places[index];
    return outline(color, { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`, class: "edged" });
  }));
}
