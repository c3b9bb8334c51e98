/**
 * The room before, between and after matches.
 */
import { el, setAttributes, setText } from "../dom.js";
import { fill } from "../texts/words.js";
import { whyNot } from "../texts/refusals.js";
import { playAgain } from "./again.js";
import { Computers } from "./computers.js";
import { invite } from "./invite.js";
import { People } from "./people.js";
import { Seating } from "./seating.js";
import { TableChoice } from "./table.js";

/** @typedef {import("../types.js").Room} Room */

export class Lobby {
  /** @param {(request: import("../types.js").Act) => void} request */
  constructor(request) {
    this.request = request;
    /** @type {Room | null} */
    this.room = null;
    /** @type {string | undefined} one's own name as the room last said it */
    this.known = undefined;
    /** @type {string} why one is asked anew whether one is ready */
    this.anew = "";
    this.people = new People(request);
    this.table = new TableChoice(request);
    this.seating = new Seating(request);
    this.computers = new Computers(request);
    this.name = /** @type {HTMLInputElement} */ (el("input", { class: "input", id: "own-name", maxlength: 40, autocomplete: "nickname", spellcheck: "false" }));
    this.ready = el("button", { class: "button large", type: "button", onclick: () => this.toggleReady() });
    this.start = el("button", { class: "button main large", type: "button", onclick: () => this.begin() }, gettext("Start"));
    this.again = el("button", { class: "button main large", type: "button", onclick: () => this.playAgain() }, gettext("Play again"));
    this.why = el("p", { class: "small start-why", role: "status" });
    const { dataset } = document.body;
    this.invite = invite(dataset.link ?? "", dataset.code ?? "", dataset.qr ?? "");
    this.renaming = el("form", { class: "panel field", onsubmit: (/** @type {Event} */ event) => this.rename(event) },
      el("label", { for: "own-name" }, gettext("Your name")),
      el("div", { class: "rename" }, this.name, el("button", { class: "button" }, gettext("Change"))));
    this.root = el("div", { class: "lobby" },
      el("div", { class: "lobby-main" }, this.people.root, this.computers.root, this.table.root, this.seating.root),
      el("div", { class: "lobby-side" },
        el("div", { class: "lobby-foot" }, this.why, el("div", { class: "lobby-buttons" }, this.ready, this.start, this.again)),
        this.invite, this.renaming));
  }

  /** @param {Room} room */
  update(room) {
    const me = room.members.find((member) => member.id === room.you.id);
    if (me && document.activeElement !== this.name && me.name !== this.known) this.name.value = me.name;
    this.known = me?.name;
    this.anew = room.you.ready ? "" : this.whyAnew(room) || this.anew;
    this.room = room;
    setAttributes(this.root, { "data-alone": (room.way !== "practice" && room.members.length < 2) || null });
    this.shape(room.way);
    this.seating.update(room);
    this.computers.update(room);
    this.people.update(room);
    this.table.update(room);
    setText(this.ready, room.you.ready ? gettext("I am ready") : gettext("Ready"));
    setAttributes(this.ready, { "aria-pressed": String(room.you.ready) });
    this.ready.hidden = room.you.host || room.way === "quick";
    this.start.hidden = !room.you.host;
    setAttributes(this.start, { "aria-disabled": room.start.ok ? null : "true" });
    setText(this.why, this.reason(room));
    this.why.classList.toggle("urgent", Boolean(this.anew) && !this.ready.hidden);
  }

  /**
   * Who was ready for what had been agreed is asked again when that has changed.
   *
   * @param {Room} room
   * @returns {string}
   */
  whyAnew(room) {
    const before = this.room;
    if (!before?.you.ready) return "";
    if (JSON.stringify(before.table) !== JSON.stringify(room.table)) return gettext("The table has changed: please say again that you are ready.");
    const order = (/** @type {Room} */ { members }) => members.map((member) => member.id).join();
    return order(before) !== order(room) && before.members.length === room.members.length
      ? gettext("The seats have changed: please say again that you are ready.")
      : "";
  }

  /** @param {Room["way"]} way what is shown depends on how people come in here */
  shape(way) {
    this.people.root.hidden = way === "practice";
    this.invite.hidden = way === "practice" || way === "quick";
    this.renaming.hidden = way === "quick";
    this.table.root.hidden = way === "quick";
    this.again.hidden = way !== "quick";
  }

  playAgain() {
    if (this.room) playAgain(this.room.table, Math.max(2, this.room.members.length));
  }

  /** @param {Room} room */
  reason(room) {
    if (room.way === "quick") return gettext("This table is done.");
    if (room.match && !room.match.over) return gettext("A match is running. You play in the next one.");
    if (room.way === "practice") return "";
    if (this.anew && !room.you.host) return this.anew;
    if (room.members.length < 2) return gettext("Invite at least one more player.");
    if (room.you.host) return room.start.ok || !room.start.why ? gettext("Everybody is ready.") : whyNot(room.start.why, null);
    const host = room.members.find((member) => member.id === room.host);
    return fill(gettext("%(name)s starts the match when all are ready."), { name: host?.name ?? "" });
  }

  toggleReady() {
    if (this.room) this.request({ kind: "ready", ready: !this.room.you.ready });
  }

  begin() {
    if (this.room?.start.ok) this.request({ kind: "start" });
    else if (this.room) setText(this.why, this.reason(this.room));
  }

  /** @param {Event} event */
  rename(event) {
    event.preventDefault();
    this.request({ kind: "rename", name: this.name.value });
    this.name.blur();
  }
}
