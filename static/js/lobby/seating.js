/**
 * Up-color in the lobby: single play or teams, and who sits where. Partners face each other.
 */
import { el, keyed, setAttributes, setText } from "../dom.js";
import { fill } from "../texts/words.js";

/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../types.js").Member} Member */

/** How many seats lie between partners. */
const FACING = 2;
const RECOMMENDED = 4;

export class Seating {
  /** @param {(request: import("../types.js").Act) => void} request */
  constructor(request) {
    this.request = request;
    /** @type {Room | null} */
    this.room = null;
    this.single = this.choice(gettext("Each alone"), false);
    this.paired = this.choice(gettext("Two teams of two"), true);
    this.ways = el("div", { class: "choices", role: "group", "aria-label": gettext("Teams") }, this.single, this.paired);
    this.advice = el("p", { class: "small muted" }, gettext("Four players are recommended; teams need exactly four."));
    this.list = el("ol", { class: "seating" });
    this.root = el("section", { class: "panel stack", hidden: true, "aria-labelledby": "seating-title" },
      el("h2", { id: "seating-title" }, gettext("Seats and teams")), this.ways, this.advice, this.list);
  }

  /**
   * @param {string} words
   * @param {boolean} teams
   */
  choice(words, teams) {
    return el("button", { class: "choice", type: "button", onclick: () => this.choose(teams) }, el("strong", {}, words));
  }

  /** @param {boolean} teams */
  choose(teams) {
    const { table } = /** @type {Room} */ (this.room);
    if (table.teams !== teams) this.request({ kind: "table", ruleset: table.ruleset, timer: table.timer, teams });
  }

  /** @param {Room} room */
  update(room) {
    this.room = room;
    this.root.hidden = !room.choices.teams;
    if (this.root.hidden) return;
    const { host } = room.you;
    this.ways.hidden = !host;
    setAttributes(this.single, { "aria-pressed": String(!room.table.teams) });
    setAttributes(this.paired, { "aria-pressed": String(room.table.teams) });
    const here = room.members.filter((member) => member.present);
    this.advice.hidden = here.length === RECOMMENDED;
    this.list.hidden = room.way === "practice";
    keyed(this.list, here, (member) => member.id, (member) => this.make(member), (node, member, seat) => this.refresh(node, member, seat, here));
  }

  /** @param {Member} member */
  make(member) {
    return el("li", { class: "sitter" },
      el("span", { class: "sitter-seat", "aria-hidden": "true" }),
      el("span", { class: "sitter-name" }, el("bdi"), el("span", { class: "small muted" })),
      el("button", { class: "button quiet", type: "button", onclick: () => this.move(member, -1) }, "↑"),
      el("button", { class: "button quiet", type: "button", onclick: () => this.move(member, 1) }, "↓"));
  }

  /**
   * @param {HTMLElement} node
   * @param {Member} member
   * @param {number} seat
   * @param {Member[]} here
   */
  refresh(node, member, seat, here) {
    const room = /** @type {Room} */ (this.room);
    const [number, name, up, down] = /** @type {HTMLElement[]} */ ([...node.children]);
    setText(number, String(seat + 1));
    setText(name.children[0], member.name);
    const partner = room.table.teams ? here[(seat + FACING) % RECOMMENDED] : null;
    setText(name.children[1], partner && partner !== member ? fill(gettext("plays with %(name)s"), { name: partner.name }) : "");
    node.dataset.team = room.table.teams ? String(seat % FACING) : "";
    const movable = room.you.host && !(room.match && !room.match.over);
    up.hidden = down.hidden = !movable || here.length < 2;
    setAttributes(up, { "aria-disabled": seat === 0 ? "true" : null, "aria-label": fill(gettext("Move %(name)s one seat up"), { name: member.name }) });
    setAttributes(down, { "aria-disabled": seat === here.length - 1 ? "true" : null, "aria-label": fill(gettext("Move %(name)s one seat down"), { name: member.name }) });
  }

  /**
   * @param {Member} member
   * @param {number} step
   */
  move(member, step) {
    const here = /** @type {Room} */ (this.room).members.filter((other) => other.present);
    const seat = here.findIndex((other) => other.id === member.id) + step;
    if (seat >= 0 && seat < here.length) this.request({ kind: "seat", member: member.id, seat });
  }
}
