/**
 * The middle of the table: draw pile, discard pile, active color, direction.
 */
import { cardBack, cardFace } from "../cards/faces.js";
import { shape } from "../cards/shapes.js";
import { el, setAttributes, setText, svg } from "../dom.js";
import { cardName, colorName, fill, shapeName } from "../texts/words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Legal} Legal */

function arrow() {
  return svg("svg", { viewBox: "0 0 220 26", class: "direction-arrow", "aria-hidden": "true" },
    svg("path", { d: "M8 22C60 2 150 2 206 18" }), svg("path", { d: "M193 6L209 19.5L189 24.5" }));
}

export class Piles {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.directionWord = el("span", { class: "unseen" });
    this.direction = el("div", { class: "direction" }, arrow(), this.directionWord);
    this.drawCount = el("span", { class: "pile-note" });
    this.draw = el("button", { class: "pile draw-pile", type: "button", tabindex: "-1", onclick: () => play.draw() }, cardBack());
    this.opposite = el("div", { class: "pile-opposite" });
    this.discard = el("div", { class: "pile discard", role: "img" });
    this.color = el("div", { class: "active-color" });
    this.parts = el("div", { class: "middle-parts" });
    this.root = el("div", { class: "middle" }, this.direction,
      el("div", { class: "piles" },
        el("div", { class: "pile-place" }, this.draw, this.drawCount, this.opposite),
        el("div", { class: "pile-place" }, this.discard, this.color)),
      this.parts);
    this.top = "";
  }

  /**
   * @param {View} view
   * @param {Legal} legal
   */
  update(view, legal) {
    setAttributes(this.direction, { "data-direction": view.direction });
    setText(this.directionWord, view.direction === 1 ? gettext("Play runs clockwise.") : gettext("Play runs counterclockwise."));
    const count = fill(gettext("pile %(count)s"), { count: view.draw_count });
    setText(this.drawCount, count);
    setAttributes(this.draw, { "aria-label": `${gettext("draw pile")}, ${count}`, "aria-disabled": legal.draw ? null : "true", "data-ready": legal.draw || null });
    this.show(view);
    this.tint(view);
  }

  /** @param {View} view */
  show(view) {
    const shown = `${view.top}@${view.side ?? ""}`;
    if (shown !== this.top) {
      const under = this.discard.lastElementChild;
      this.discard.replaceChildren(...(under ? [under] : []), ...(view.top ? [cardFace(view.top, view.side)] : []));
      this.top = shown;
    }
    const name = view.top ? cardName(view.top, view.family, view.side) : gettext("no card");
    setAttributes(this.discard, { "aria-label": fill(gettext("top card: %(card)s"), { card: name }), "data-top": view.top ?? null });
    const opposite = view.faces?.draw?.[0];
    if (this.opposite.dataset.content !== (opposite ?? "")) {
      this.opposite.dataset.content = opposite ?? "";
      this.opposite.replaceChildren(...(opposite ? [cardFace(opposite, view.side === "night" ? "day" : "night")] : []));
      setAttributes(this.opposite, { "aria-label": opposite ? fill(gettext("opposite face of the draw pile’s top card: %(card)s"), { card: cardName(opposite, "duel") }) : null, role: opposite ? "img" : null });
    }
  }

  /** @param {View} view */
  tint({ active: color, family }) {
    const shown = color ?? "none";
    const content = `${family} ${shown}`;
    if (this.color.dataset.content === content) return;
    this.color.dataset.content = content;
    this.color.dataset.color = shown;
    if (!color) {
      this.color.replaceChildren(el("span", {}, gettext("no color yet")));
      return;
    }
    const label = family === "clash" ? pgettext("clash", "active color:") : gettext("active color:");
    this.color.replaceChildren(shape(color), el("span", { class: "unseen" }, label, " "),
      el("span", { class: "color-word" }, colorName(color)), el("span", { class: "unseen" }, ` (${shapeName(color)})`));
  }
}
