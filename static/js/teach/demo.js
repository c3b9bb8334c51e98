/**
 * The front page's table that plays itself, slowly: a match of computers as the engine played it. It loads after the
 * page has been shown, rests where it cannot be seen, and stands still for those who want no motion.
 */
import { cardBack, cardFace } from "../cards/faces.js";
import { shape } from "../cards/shapes.js";
import { el, find, setAttributes, setText } from "../dom.js";
import { shownName } from "../texts/animals.js";
import { sentence } from "../texts/sentences.js";
import { colorName } from "../texts/words.js";

/** @typedef {import("../types.js").Match & {events: import("../types.js").TableEvent[]}} Frame */

const STEP = 2200;
/** Where it stands when nothing may move: in the middle of a round. */
const STILL_AT = 6;

class Demo {
  /**
   * @param {HTMLElement} root
   * @param {Frame[]} frames
   */
  constructor(root, frames) {
    this.root = root;
    this.frames = frames;
    this.at = 0;
    this.seen = true;
    this.paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.seats = el("ul", { class: "demo-seats" });
    this.top = el("div", { class: "demo-top" });
    this.color = el("p", { class: "demo-color" });
    this.hand = el("div", { class: "demo-hand" });
    this.line = el("p", { class: "demo-line" });
    this.button = find("[data-pause]", root);
    this.button.addEventListener("click", () => this.press());
  }

  begin() {
    find("[data-table]", this.root).replaceChildren(this.seats,
      el("div", { class: "demo-piles" }, el("div", { class: "demo-draw" }, cardBack()), this.top, this.color), this.hand, this.line);
    this.button.hidden = false;
    this.show(this.paused ? STILL_AT : 0);
    this.name();
    new IntersectionObserver(([entry]) => { this.seen = entry.isIntersecting; }).observe(this.root);
    setInterval(() => this.tick(), STEP);
  }

  tick() {
    if (!this.paused && this.seen && document.visibilityState === "visible") this.show((this.at + 1) % this.frames.length);
  }

  press() {
    this.paused = !this.paused;
    this.name();
  }

  name() {
    setText(this.button, this.paused ? gettext("Play the demonstration") : gettext("Pause the demonstration"));
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    const { view: told, events } = this.frames[at];
    const view = { ...told, seats: told.seats.map((seat) => ({ ...seat, kind: /** @type {const} */ ("person"), name: shownName(seat.name) })) };
    this.seats.replaceChildren(...view.seats.map((seat, index) => el("li", { "data-turn": view.turn === index || null },
      el("span", {}, seat.name), el("b", {}, String(seat.count)))));
    this.hand.replaceChildren(...view.hand.map(({ card }) => cardFace(card)));
    setAttributes(this.hand, { "data-turn": view.turn === view.you.seat || null });
    if (this.top.dataset.card !== view.top) {
      this.top.dataset.card = view.top ?? "";
      this.top.replaceChildren(...(view.top ? [cardFace(view.top)] : []));
    }
    this.color.replaceChildren(...(view.active ? [shape(view.active), ` ${colorName(view.active)}`] : []));
    const lines = events.map((event) => sentence(event, { ...view, you: { seat: -1, watching: false } })).filter(Boolean);
    setText(this.line, lines.slice(0, 2).join(" "));
  }
}

async function load() {
  const root = find("[data-demo]");
  try {
    const answer = await fetch(root.dataset.demo ?? "", { credentials: "same-origin" });
    if (answer.ok) new Demo(root, (await answer.json()).frames).begin();
  } catch {
    root.dataset.failed = "true";
  }
}

if (document.readyState === "complete") load();
else addEventListener("load", () => load());
