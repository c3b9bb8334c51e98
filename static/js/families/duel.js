/**
 * What Color Duel adds to the table: the pending stack, the fuse, the Midnight Clock, standing shields, the two sides.
 */
import { el, setText } from "../dom.js";
import { fill, rankName } from "../texts/words.js";
import { nameAt } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */

export class DuelParts {
  constructor() {
    this.stack = el("div", { class: "part stack-part", hidden: true }, el("b"), el("span"));
    this.fuse = el("div", { class: "part fuse-part", hidden: true }, el("b"), el("span"));
    this.clock = el("div", { class: "part clock-part", hidden: true }, el("b"), el("span"));
    this.shield = el("div", { class: "part shield-part", hidden: true }, el("span", {}, gettext("Your shield stands.")));
    this.root = el("div", { class: "family-parts" }, this.stack, this.fuse, this.clock, this.shield);
  }

  /** @returns {null} played cards go to the discard pile */
  target() {
    return null;
  }

  /** @returns {null} the same for a card that is dropped */
  place() {
    return null;
  }

  /** @param {View} view */
  update(view) {
    const { pending, fuse, clock } = view;
    show(this.stack, pending && [`+${pending.cards}`, pending.cards && view.turn !== null
      ? fill(gettext("waiting for %(name)s (last: %(card)s)"), { name: nameAt(view, view.turn), card: rankName(pending.last, "duel") })
      : ""]);
    show(this.fuse, fuse && [fill(gettext("fuse %(left)s"), { left: fuse.left }), fuse.target === null
      ? fill(ngettext("%(count)s card", "%(count)s cards", fuse.size), { count: fuse.size })
      : fill(gettext("%(count)s cards for %(name)s, if everybody plays on"), { count: fuse.size, name: nameAt(view, fuse.target) })]);
    show(this.clock, clock && [fill(gettext("clock %(left)s"), { left: clock.left }), view.side === "night" ? gettext("then it dawns") : gettext("then it is night")]);
    this.shield.hidden = !view.shields?.includes(view.you.seat);
  }
}

/**
 * @param {HTMLElement} node
 * @param {[string, string] | null | undefined | false | 0} words
 */
function show(node, words) {
  node.hidden = !words;
  if (!words) return;
  setText(node.children[0], words[0]);
  setText(node.children[1], words[1]);
}
