/**
 * Choosing a color: four large buttons with shape and word, at the card; Escape or a tap outside closes.
 */
import { FOUR, bigShape } from "../cards/shapes.js";
import { el } from "../dom.js";
import { colorName } from "../texts/words.js";

export class Chooser {
  constructor() {
    this.root = el("div", { class: "chooser", role: "dialog", "aria-modal": "false", "aria-labelledby": "chooser-title", hidden: true },
      el("p", { id: "chooser-title" }, gettext("Choose the color")),
      el("div", { class: "chooser-colors" }, FOUR.map((color, index) => el("button", {
        class: "button chooser-color", type: "button", "data-color": color, "data-key-name": index + 1, onclick: () => this.choose(color),
      }, bigShape(color), el("span", {}, colorName(color)), el("kbd", { "aria-hidden": "true" }, String(index + 1))))));
    /** @type {((color: string | null) => void) | null} */
    this.done = null;
    /** @type {HTMLElement | null} */
    this.anchor = null;
    this.opened = 0;
    document.addEventListener("pointerdown", (event) => this.outside(event), true);
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /**
   * @param {HTMLElement | null} anchor the card it stands at
   * @returns {Promise<string | null>} the color, or null when it was closed
   */
  ask(anchor) {
    this.close();
    this.anchor = anchor;
    this.root.hidden = false;
    this.opened = performance.now();
    const room = /** @type {HTMLElement} */ (this.root.offsetParent ?? document.body).getBoundingClientRect();
    const box = anchor?.getBoundingClientRect();
    const center = box ? box.left + box.width / 2 - room.left : room.width / 2;
    const half = this.root.offsetWidth / 2 + 8;
    this.root.style.setProperty("--at", `${Math.max(half, Math.min(room.width - half, center))}px`);
    /** @type {HTMLElement} */ (this.root.querySelector("button")).focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.done = resolve;
    });
  }

  /** @param {string} color */
  choose(color) {
    if (performance.now() - this.opened < 250) return;
    this.finish(color);
  }

  close() {
    this.finish(null);
  }

  /** @param {string | null} color */
  finish(color) {
    if (this.root.hidden) return;
    const inside = this.root.contains(document.activeElement);
    this.root.hidden = true;
    if (inside) this.anchor?.focus({ preventScroll: true });
    const done = this.done;
    this.done = null;
    done?.(color);
  }

  /** @param {Event} event */
  outside(event) {
    if (this.isOpen && !this.root.contains(/** @type {Node} */ (event.target))) this.close();
  }
}
