/**
 * Who sits in the room, who is ready; the host's Remove.
 */
import { el, keyed, setAttributes, setText } from "../dom.js";
import { ask } from "../dialogs.js";
import { fill } from "../texts/words.js";

/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../types.js").Member} Member */

/**
 * @param {Member} member
 * @param {Room} room
 */
function state(member, room) {
  if (!member.present) return gettext("away");
  if (room.match && !room.match.over && member.seated) return gettext("in the match");
  return isReady(member, room) ? gettext("ready") : gettext("not ready yet");
}

/**
 * @param {Room} room
 * @returns {string} who has a place and whose page is not open is away, whether he was ever here or not
 */
function headcount({ members }) {
  const here = members.filter((member) => member.present).length;
  const away = members.length - here;
  const words = [fill(ngettext("%(count)s player here", "%(count)s players here", here), { count: here })];
  if (away) words.push(fill(ngettext("%(count)s away", "%(count)s away", away), { count: away }));
  return words.join(", ");
}

/**
 * @param {Room | null} room
 * @returns {string | null} where the people of the room's match are reported or blocked; nobody plays with people in practice
 */
export function reportAddress(room) {
  return room?.match && room.way !== "practice" ? `${document.body.dataset.report}${room.match.id}/` : null;
}

/**
 * Who starts the match needs not say that he is ready.
 *
 * @param {Member} member
 * @param {Room} room
 */
function isReady(member, room) {
  return member.ready || member.id === room.host;
}

/**
 * @param {Member} member
 * @param {(request: import("../types.js").Act) => void} request
 */
export async function removeMember(member, request) {
  const question = fill(gettext("Remove %(name)s?"), { name: member.name });
  const sure = await ask(question, gettext("Who is removed cannot come back into this room."), gettext("Remove"));
  if (sure) request({ kind: "remove", member: member.id });
}

export class People {
  /** @param {(request: import("../types.js").Act) => void} request */
  constructor(request) {
    this.request = request;
    this.title = el("h2", { id: "people-title" });
    this.list = el("ul", { class: "people" });
    this.root = el("section", { class: "panel", "aria-labelledby": "people-title" }, this.title, this.list);
  }

  /** @param {Room} room */
  update(room) {
    setText(this.title, headcount(room));
    keyed(this.list, room.members, (member) => member.id, (member) => this.make(member), (node, member) => this.refresh(node, member, room));
  }

  /** @param {Member} member */
  make(member) {
    return el("li", { class: "person" },
      el("span", { class: "avatar", "aria-hidden": "true" }),
      el("span", { class: "person-name" }, el("bdi"), el("span", { class: "tag host-tag" }, gettext("host")), el("span", { class: "tag you-tag" }, gettext("you"))),
      el("span", { class: "person-state" }),
      el("button", { class: "button quiet small remove", type: "button", onclick: () => removeMember(member, this.request) }, gettext("Remove")));
  }

  /**
   * @param {HTMLElement} node
   * @param {Member} member
   * @param {Room} room
   */
  refresh(node, member, room) {
    const [avatar, name, word, remove] = /** @type {HTMLElement[]} */ ([...node.children]);
    setText(avatar, [...member.name][0]?.toUpperCase() ?? "");
    setText(name.children[0], member.name);
    /** @type {HTMLElement} */ (name.children[1]).hidden = member.id !== room.host;
    /** @type {HTMLElement} */ (name.children[2]).hidden = member.id !== room.you.id;
    setText(word, state(member, room));
    node.dataset.state = member.present ? (isReady(member, room) ? "ready" : "waiting") : "away";
    remove.hidden = !room.you.host || member.id === room.you.id || Boolean(room.match && !room.match.over && member.seated);
    setAttributes(remove, { "aria-label": fill(gettext("Remove %(name)s"), { name: member.name }) });
  }
}
