/**
 * Who else sits at a practice table: computers, each with its level.
 */
import { el, keyed, setAttributes } from "../dom.js";
import { fill } from "../texts/words.js";

/** @typedef {import("../types.js").Room} Room */

/** @type {Record<string, () => string>} */
const LEVELS = {
  easy: () => pgettext("level", "easy"),
  normal: () => pgettext("level", "normal"),
  hard: () => pgettext("level", "hard"),
};

export class Computers {
  /** @param {(request: import("../types.js").Act) => void} request */
  constructor(request) {
    this.request = request;
    /** @type {Room | null} */
    this.room = null;
    this.list = el("ul", { class: "people" });
    this.more = el("button", { class: "button", type: "button", onclick: () => this.ask([...this.levels(), "normal"]) }, gettext("Add a computer"));
    this.fast = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", onchange: () => this.ask(this.levels()) }));
    this.root = el("section", { class: "panel stack", hidden: true, "aria-labelledby": "computers-title" },
      el("h2", { id: "computers-title" }, gettext("Computers")), this.list,
      el("div", { class: "row" }, this.more),
      el("label", { class: "tick" }, this.fast, gettext("Computers play without thinking pauses.")));
  }

  /** @param {Room} room */
  update(room) {
    this.room = room;
    this.root.hidden = room.way !== "practice";
    if (this.root.hidden) return;
    const [fewest, most] = room.choices.computers;
    const { levels, fast } = room.computers;
    const places = levels.map((level, place) => ({ level, place }));
    keyed(this.list, places, ({ place }) => String(place), ({ place }) => this.make(place), (node, { level }) => {
      const [field, remove] = /** @type {HTMLElement[]} */ ([...node.querySelectorAll("select, button")]);
      /** @type {HTMLSelectElement} */ (field).value = level;
      remove.hidden = levels.length <= fewest;
    });
    setAttributes(this.more, { "aria-disabled": levels.length >= most ? "true" : null });
    this.fast.checked = fast;
  }

  /** @param {number} place */
  make(place) {
    const name = fill(gettext("Computer %(number)s"), { number: place + 1 });
    const id = `computer-${place + 1}`;
    const change = (/** @type {Event} */ event) => {
      const field = /** @type {HTMLSelectElement} */ (event.target);
      this.ask(this.levels().map((level, other) => (other === place ? field.value : level)));
    };
    const options = Object.entries(LEVELS).map(([level, words]) => el("option", { value: level }, words()));
    return el("li", { class: "computer" },
      el("label", { for: id }, name),
      el("select", { class: "input", id, onchange: change }, ...options),
      el("button", { class: "button quiet small", type: "button", "aria-label": fill(gettext("Remove %(name)s"), { name }),
        onclick: () => this.ask(this.levels().filter((_, other) => other !== place)) }, gettext("Remove")));
  }

  /** @returns {string[]} */
  levels() {
    return /** @type {Room} */ (this.room).computers.levels;
  }

  /** @param {string[]} levels */
  ask(levels) {
    const [fewest, most] = /** @type {Room} */ (this.room).choices.computers;
    if (levels.length >= fewest && levels.length <= most) this.request({ kind: "computers", levels, fast: this.fast.checked });
  }
}
