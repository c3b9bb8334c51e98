/**
 * Card pictures on pages of text: `data-card` holds one face, `data-fan` a fan of them.
 */
import { cardFace } from "./cards/faces.js";

/** @param {ParentNode} root */
export function drawCards(root) {
  for (const node of /** @type {Iterable<HTMLElement>} */ (root.querySelectorAll("[data-card]"))) {
    node.replaceChildren(cardFace(node.dataset.card ?? "", node.dataset.side));
  }
  for (const node of /** @type {Iterable<HTMLElement>} */ (root.querySelectorAll("[data-fan]"))) {
    const codes = (node.dataset.fan ?? "").split(" ");
    node.replaceChildren(...codes.map((code, index) => {
      const face = cardFace(code);
      face.style.setProperty("--turn", `${(index - (codes.length - 1) / 2) * 11}deg`);
      return face;
    }));
  }
}
