/**
 * The buttons of a turn, always at the same place under the hand: Draw, Keep, Last card, and the opening color.
 */
import { FOUR, bigShape } from "../cards/shapes.js";
import { el, setAttributes, setText } from "../dom.js";
import { colorName, fill } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */

export class Controls {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.draw = el("button", { class: "button draw", type: "button", id: "draw", "data-key-name": "d", onclick: () => play.draw() });
    this.keep = el("button", { class: "button keep", type: "button", id: "keep", "data-key-name": "k", onclick: () => play.keep() }, gettext("Keep"));
    this.catcher = el("button", { class: "button main", type: "button", id: "catch", "data-key-name": "c", onclick: () => play.catchOpen() }, gettext("Catch"));
    this.call = el("button", { class: "button call", type: "button", id: "call", "data-key-name": "l", onclick: () => play.call() }, gettext("Last card!"));
    this.colors = el("div", { class: "opening-colors", role: "group", "aria-label": gettext("Choose the color") }, FOUR.map((color, index) => el("button", {
      class: "button chooser-color", type: "button", "data-color": color, "data-key-name": index + 1, onclick: () => play.choose(color),
    }, bigShape(color), el("span", {}, colorName(color)))));
    this.yes = el("button", { class: "button main", type: "button", id: "return-call", "data-key-name": "r", onclick: () => play.answerReturn(true) }, gettext("Base green. Return!"));
    this.no = el("button", { class: "button", type: "button", id: "return-pass", onclick: () => play.answerReturn(false) }, gettext("Let it go"));
    this.root = el("div", { class: "controls" }, this.draw, this.keep, this.catcher, this.call, this.colors, this.yes, this.no);
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  update(view, legal) {
    const choosing = view.choosing === view.you.seat && legal.choose;
    const tricks = view.family === "upcolor";
    this.colors.hidden = !choosing;
    this.draw.hidden = choosing || tricks;
    this.keep.hidden = choosing || tricks || (!legal.keep && view.drawn === null);
    this.catcher.hidden = !legal.catch.length;
    this.yes.hidden = !legal.return;
    this.no.hidden = !legal.return;
    const stack = view.pending && view.turn === view.you.seat ? view.pending.cards : 0;
    setText(this.draw, stack ? fill(gettext("DRAW +%(count)s"), { count: stack }) : gettext("DRAW"));
    setAttributes(this.draw, { "aria-disabled": legal.draw ? null : "true", "data-main": (legal.draw && !legal.play.length) || null });
    setAttributes(this.keep, { "aria-disabled": legal.keep ? null : "true" });
    this.call.hidden = choosing || view.ruleset !== "clash-classic";
    this.calling(view, legal);
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  calling(view, legal) {
    const { armed, mayArm } = this.play;
    setAttributes(this.call, {
      "aria-pressed": legal.announce ? null : String(armed),
      "aria-disabled": legal.announce || mayArm || armed ? null : "true",
      "data-urgent": legal.announce || null,
      "data-offer": (mayArm && !armed && legal.play.length > 0) || null,
    });
    setText(this.call, armed ? gettext("Last card! ✓") : gettext("Last card!"));
  }
}
