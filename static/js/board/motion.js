/**
 * Cards travel from where they were to where they go, as pictures above the table that nothing waits for.
 */
import { cardBack, cardFace } from "../cards/faces.js";
import { el } from "../dom.js";

/** Milliseconds in which all that one change of the table moves has come to rest; 250 is the most at any speed. */
const BUDGETS = { calm: 250, normal: 160 };
/** The part of it in which cards that travel together set out, one after the other. */
const SETTING_OUT = 0.3;
const MOST = 4;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {number} count of cards
 * @returns {number[]} when each of them sets out, from 0 on and below 1; of many only some are shown
 */
export function oneByOne(count) {
  const shown = Math.min(count, MOST);
  return Array.from({ length: shown }, (_, index) => index / shown);
}

export class Motion {
  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    this.preferences = preferences;
    this.layer = el("div", { class: "motion", "aria-hidden": "true" });
  }

  get off() {
    return still.matches || this.preferences.choices.speed === "off" || document.visibilityState !== "visible";
  }

  get budget() {
    return BUDGETS[this.preferences.choices.speed === "calm" ? "calm" : "normal"];
  }

  /** @param {number} start see `oneByOne` */
  timing(start) {
    return { delay: this.budget * SETTING_OUT * start, duration: this.budget * (1 - SETTING_OUT) };
  }

  /**
   * @param {DOMRect | undefined} from
   * @param {DOMRect | undefined} to
   * @param {string | null} face null travels face down
   * @param {string} [side]
   * @param {number[]} [starts] of each card, see `oneByOne`
   */
  fly(from, to, face, side, starts = [0]) {
    if (this.off || !from || !to || !from.width || !to.width) return;
    const start = `translate(${from.left + from.width / 2 - to.width / 2}px, ${from.top}px) scale(${Math.min(1, from.width / to.width)})`;
    const end = `translate(${to.left}px, ${to.top}px) scale(1)`;
    for (const each of starts) {
      const card = el("div", { class: "flyer" }, face ? cardFace(face, side) : cardBack());
      card.style.setProperty("width", `${to.width}px`);
      this.layer.append(card);
      const flight = card.animate([{ transform: start }, { transform: end }], { ...this.timing(each), easing: "ease-out", fill: "both" });
      flight.addEventListener("finish", () => card.remove());
      flight.addEventListener("cancel", () => card.remove());
    }
  }

  /**
   * @param {Element | null} node that shows only when the traveling card has come
   * @param {number} [start] of that card
   */
  arrive(node, start = 0) {
    if (this.off || !node) return;
    const { delay, duration } = this.timing(start);
    node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], { duration: delay + duration });
  }

  /** @param {Element | null} node of whoever was caught */
  shake(node) {
    if (this.off || !node) return;
    const steps = ["none", "translateX(-7px)", "translateX(7px)", "translateX(-4px)", "none"];
    node.animate(steps.map((translate) => ({ transform: translate })), { duration: this.budget, composite: "add" });
  }

  /** @param {Element} node the whole table, when it turns */
  turn(node) {
    if (this.off) return;
    node.animate([{ transform: "perspective(900px) rotateY(0)" }, { transform: "perspective(900px) rotateY(88deg)", offset: 0.5 }, { transform: "perspective(900px) rotateY(0)" }], { duration: this.budget, easing: "ease-in-out" });
  }
}
