/**
 * The menu of the room: scores and log, moving the seat, removing somebody, leaving.
 */
import { ask, bringPart, openDialog, showDialog } from "./dialogs.js";
import { el, find } from "./dom.js";
import { removeMember, reportAddress } from "./lobby/people.js";
import { drawCards } from "./showcase.js";
import { fill, rulesetName } from "./texts/words.js";

/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").View} View */

/** Rooms that one does not come back into. @type {Record<"practice" | "quick", () => string>} */
const WITHOUT_RETURN = {
  practice: () => gettext("This practice ends here."),
  quick: () => gettext("A computer finishes the round for you. You cannot come back to this table."),
};

export class Menu {
  /** @param {{room: () => Room | null, view: () => View | null, request: (act: import("./types.js").Act) => void,
   *   leave: () => void, side: () => void, settings: () => void}} ways */
  constructor(ways) {
    this.ways = ways;
    this.dialog = /** @type {HTMLDialogElement} */ (find("#menu"));
    this.body = find("#menu-body");
    find("#open-menu").addEventListener("click", () => this.open());
    find("#open-rules").addEventListener("click", () => this.rules());
    find("#handover-form").addEventListener("submit", (event) => this.handover(event));
  }

  open() {
    const view = this.ways.view();
    const room = this.ways.room();
    const entries = [this.entry(gettext("Rules of this table"), () => this.rules())];
    if (view) entries.unshift(this.entry(gettext("Scores and log"), () => this.ways.side()));
    if (view && room?.you.host) entries.push(...this.removals(room, view));
    const report = reportAddress(room);
    if (report) entries.push(this.report(report));
    entries.push(this.entry(gettext("Your settings"), () => this.ways.settings()));
    entries.push(this.entry(gettext("Leave"), () => this.leave()));
    this.body.replaceChildren(...entries);
    openDialog(this.dialog);
  }

  /**
   * @param {string} words
   * @param {() => void} act
   */
  entry(words, act) {
    return el("button", { class: "button wide", type: "button", onclick: () => { this.dialog.close(); act(); } }, words);
  }

  /** @param {string} address opened beside the table, which goes on */
  report(address) {
    const link = { class: "button wide", href: address, target: "_blank", rel: "noopener", onclick: () => this.dialog.close() };
    return el("a", link, gettext("Report or block a player"));
  }

  /**
   * Between rounds the host may remove somebody.
   *
   * @param {Room} room
   * @param {View} view
   */
  removals(room, view) {
    if (view.phase === "playing") return [];
    return room.members.filter((member) => member.id !== room.you.id)
      .map((member) => this.entry(fill(gettext("Remove %(name)s"), { name: member.name }), () => removeMember(member, this.ways.request)));
  }

  async leave() {
    const playing = this.ways.view()?.phase === "playing";
    const way = this.ways.room()?.way;
    const text = way === "practice" || way === "quick" ? WITHOUT_RETURN[way]() : playing
      ? gettext("A computer finishes the round for you. You can come back with the link as long as the room is open.")
      : gettext("You can come back with the link as long as the room is open.");
    if (await ask(gettext("Leave the room?"), text, gettext("Leave"))) this.ways.leave();
  }

  /** @returns {{ruleset: string, family: string}} the table that is played, or that will be */
  table() {
    const room = this.ways.room();
    const chosen = room?.choices.rulesets.find((choice) => choice.id === room.table.ruleset);
    const { ruleset, family } = this.ways.view() ?? { ruleset: chosen?.id ?? "clash-classic", family: chosen?.family ?? "clash" };
    return { ruleset, family };
  }

  async rules() {
    if (document.querySelector("dialog[open]")) return;
    const { rulesClash, rulesDuel, rulesUpcolor } = document.body.dataset;
    const { ruleset, family } = this.table();
    const url = { clash: rulesClash, duel: rulesDuel, upcolor: rulesUpcolor }[family] ?? "/";
    const part = await bringPart(url, {}, "article");
    if (!part) return;
    for (const other of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-in]"))) {
      if (!other.dataset.in?.split(" ").includes(ruleset)) other.remove();
    }
    drawCards(part);
    showDialog(`${gettext("Rules of this table")} · ${rulesetName(ruleset)}`, part).classList.add("reading");
  }

  /** @param {SubmitEvent} event */
  async handover(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const part = await bringPart(form.action, { method: "POST", body: new FormData(form) }, "[data-handover]");
    if (!part) {
      form.submit();
      return;
    }
    part.querySelector("[data-back]")?.remove();
    const title = part.querySelector("h1")?.textContent ?? "";
    part.querySelector("h1")?.remove();
    this.dialog.close();
    showDialog(title, part);
  }
}
