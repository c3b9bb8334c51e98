/**
 * What happened at this table, line by line, with a mark where one's own last turn was.
 */
import { el } from "../dom.js";
import { sentence } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableEvent} TableEvent */

const MOST = 150;
/** What ends one's own part in a turn. */
const OWN = ["played", "kept", "timed_out", "passed", "lead_handed", "color_chosen"];

/** @param {TableEvent} event */
function isOwnTurn({ kind, cause }) {
  return OWN.includes(kind) || (kind === "drew" && ["turn", "timeout", undefined].includes(cause));
}

/** @typedef {{text: string, kind: string, version: number, told: boolean, ends: boolean}} Line */

export class Log {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    /** The version of the table that is written of. */
    this.version = 0;
    this.list = el("ol", { class: "log", tabindex: "0", "aria-label": gettext("What happened") });
    this.root = el("section", { class: "side-part log-part", "aria-labelledby": "log-title" }, el("h2", { id: "log-title" }, gettext("What happened")), this.list);
  }

  /** @returns {string[]} lines since one's own last turn */
  get since() {
    const last = this.lines.findLastIndex(({ ends }) => ends);
    return this.lines.slice(last + 1).filter(({ told }) => told).map(({ text }) => text);
  }

  /**
   * @param {TableEvent[]} events
   * @param {View} view
   * @returns {string[]} the lines just written
   */
  write(events, view) {
    const lines = this.linesOf(events, view);
    this.add(lines);
    return lines.map(({ text }) => text);
  }

  /**
   * Put what was told up to a version in the place of the lines up to it: this page was not there, or missed some.
   *
   * @param {TableEvent[]} events
   * @param {View} view
   * @param {number} version
   */
  recall(events, view, version) {
    const later = this.lines.filter((line) => line.version > version || (line.kind === "end" && line.version === version));
    const now = this.version;
    this.clear();
    this.version = version;
    this.add(this.linesOf(events, view));
    this.add(later);
    this.version = now;
  }

  /**
   * @param {TableEvent[]} events
   * @param {View} view at the end of them
   * @returns {Line[]}
   */
  linesOf(events, view) {
    const [flip] = events.filter(({ kind }) => kind === "table_flipped");
    let side = flip ? opposite(flip.side) : view.side;
    return events.flatMap((event) => {
      if (event.kind === "table_flipped") ({ side } = event);
      const text = sentence(event, { ...view, side: /** @type {View["side"]} */ (side) });
      const mine = event.seat === view.you.seat;
      return text ? [{ text, kind: mine ? "mine" : "", version: this.version, told: true, ends: mine && isOwnTurn(event) }] : [];
    });
  }

  /** @param {Line[]} lines */
  add(lines) {
    this.lines = [...this.lines, ...lines].slice(-MOST);
    this.list.append(...lines.map(({ text, kind }) => el("li", { class: kind || null }, text)));
    while (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {string} text that is no event
   * @param {string} kind
   */
  line(text, kind) {
    this.add([{ text, kind, version: this.version, told: false, ends: false }]);
  }

  clear() {
    this.list.replaceChildren();
    this.lines = [];
  }
}

/** @param {string | undefined} side */
function opposite(side) {
  return side === "night" ? "day" : "night";
}
