/**
 * What happened at this table, line by line, with a mark where one's own last turn was.
 */
import { el } from "../dom.js";
import { sentence } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableEvent} TableEvent */

const MOST = 150;
/** What ends one's own part in a turn. */
const OWN = ["played", "kept", "timed_out", "passed", "color_chosen"];

/** @param {TableEvent} event */
function isOwnTurn({ kind, cause }) {
  return OWN.includes(kind) || (kind === "drew" && ["turn", "timeout", undefined].includes(cause));
}

export class Log {
  constructor() {
    /** Lines since one's own last turn. @type {string[]} */
    this.since = [];
    this.list = el("ol", { class: "log", tabindex: "0", "aria-label": gettext("What happened") });
    this.root = el("section", { class: "side-part log-part", "aria-labelledby": "log-title" }, el("h2", { id: "log-title" }, gettext("What happened")), this.list);
  }

  /**
   * @param {TableEvent[]} events
   * @param {View} view
   * @returns {string[]} the lines just written
   */
  write(events, view) {
    const lines = [];
    for (const event of events) {
      const text = sentence(event, view);
      if (!text) continue;
      lines.push(text);
      if (event.seat === view.you.seat && isOwnTurn(event)) this.since = [];
      else this.since.push(text);
      this.line(text, event.seat === view.you.seat ? "mine" : "");
    }
    return lines;
  }

  /**
   * @param {string} text
   * @param {string} [kind]
   */
  line(text, kind = "") {
    this.list.append(el("li", { class: kind || null }, text));
    while (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }

  clear() {
    this.list.replaceChildren();
    this.since = [];
  }
}
