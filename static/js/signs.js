/**
 * Small signs beside words, drawn in the color of the text.
 */
import { svg } from "./dom.js";

/** @returns {SVGElement} a screen with a face: a seat that a computer plays; say so in words beside it */
export function computerSign() {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: "M3.5 4.5h17v12h-17zM12 16.5V20M7.5 20.5h9M9 9v1.5M15 9v1.5M9 13h6" }));
}

/** @returns {SVGElement} two cards on each other: captured ones; say how many beside it */
export function capturedSign() {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: "M4 8h10v13H4zM9 8V3h11v13h-6" }));
}

/** @returns {SVGElement} lines of a list: what happened meanwhile */
export function logSign() {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01" }));
}
