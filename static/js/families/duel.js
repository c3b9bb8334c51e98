/**
 * What Color Duel adds to the table: the pending stack, the fuse, the Midnight Clock, standing shields, the two sides.
 */
import { el, setText } from "../dom.js";
import { fill, rankName } from "../texts/words.js";
import { nameAt } from "../texts/sentences.js";

/** @typedef {import("../types.js").View} View */

export class DuelParts {
  constructor() {
    this.stack = el("div", { class: "part stack-part", hidden: true }, el("b"), el("span"), el("span", { class: "last-of-stack" }));
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
    show(this.stack, pending && [`+${pending.cards}`, view.turn === null ? "" : stackWords(view, view.turn), fill(gettext("(last: %(card)s)"), { card: rankName(pending.last, "duel") })]);
    show(this.fuse, fuse && [fill(gettext("fuse %(left)s"), { left: fuse.left }), fuseWords(view, fuse)]);
    show(this.clock, clock && [fill(gettext("clock %(left)s"), { left: clock.left }), view.side === "night" ? gettext("then it dawns") : gettext("then it is night")]);
    this.shield.hidden = !view.shields?.includes(view.you.seat);
  }
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {boolean} whether the reader himself plays it
 */
function isReader(view, seat) {
  return seat === view.you.seat && !view.you.watching;
}

/**
 * @param {View} view
 * @param {number} seat on turn
 */
function stackWords(view, seat) {
  return isReader(view, seat) ? gettext("waiting for you") : fill(gettext("waiting for %(name)s"), { name: nameAt(view, seat) });
}

/**
 * @param {View} view
 * @param {NonNullable<View["fuse"]>} fuse
 */
function fuseWords(view, { size: count, target }) {
  if (target === null) return fill(ngettext("%(count)s card", "%(count)s cards", count), { count });
  return isReader(view, target)
    ? fill(gettext("%(count)s cards for you, if everybody plays on"), { count })
    : fill(gettext("%(count)s cards for %(name)s, if everybody plays on"), { count, name: nameAt(view, target) });
}

/**
 * @param {HTMLElement} node
 * @param {string[] | null | undefined | false | 0} words
 */
function show(node, words) {
  node.hidden = !words;
  if (words) words.forEach((text, place) => setText(node.children[place], text));
}
