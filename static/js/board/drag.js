/**
 * Playing a card by dragging it: up out of the hand, onto the pile. A finger that moves along the hand scrolls it: the
 * browser, which knows the one from the other, takes the pointer away then.
 */
import { cardFace } from "../cards/faces.js";
import { el } from "../dom.js";

/** Pixels upward from which a press is a drag. */
const LIFT = 14;
/** How far beside the pile a card may be dropped. */
const AROUND = 28;

export class Drag {
  /**
   * @param {HTMLElement} hand
   * @param {HTMLElement} layer above the table, where the card travels
   * @param {{target: () => Element | null, drop: (node: HTMLElement) => void}} ways
   */
  constructor(hand, layer, ways) {
    this.layer = layer;
    this.ways = ways;
    /** @type {{node: HTMLElement, pointer: number, x: number, y: number, ghost: HTMLElement | null} | null} */
    this.held = null;
    hand.addEventListener("pointerdown", (event) => this.press(event));
    // A quick mouse has left the hand before its first move is told: the whole page listens.
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.release(event));
    document.addEventListener("pointercancel", () => this.end());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.end());
    /** @type {Element | null} */
    this.marked = null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".hand-card"));
    this.end();
    if (!node || !event.isPrimary || event.button !== 0) return;
    this.held = { node, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (-down < LIFT) return;
      this.lift(held);
    }
    held.ghost?.style.setProperty("transform", `translate(${right}px, ${down}px)`);
    this.mark(this.isOver(event) ? this.ways.target() : null);
  }

  /** @param {NonNullable<Drag["held"]>} held */
  lift(held) {
    const box = held.node.getBoundingClientRect();
    const width = held.node.firstElementChild?.getBoundingClientRect().width ?? box.width;
    held.ghost = el("div", { class: "dragged" }, cardFace(held.node.dataset.card ?? "", held.node.dataset.side || undefined));
    held.ghost.style.setProperty("width", `${width}px`);
    held.ghost.style.setProperty("left", `${box.left}px`);
    held.ghost.style.setProperty("top", `${box.top}px`);
    this.layer.append(held.ghost);
    held.node.dataset.lifted = "true";
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    const dropped = held?.ghost && event.pointerId === held.pointer && this.isOver(event);
    this.end();
    if (held && dropped) this.ways.drop(held.node);
  }

  /** The card is back in the hand, whatever becomes of it. */
  end() {
    const { held } = this;
    this.held = null;
    if (!held) return;
    held.ghost?.remove();
    delete held.node.dataset.lifted;
    this.mark(null);
  }

  /** @param {PointerEvent} event */
  isOver({ clientX, clientY }) {
    const box = this.ways.target()?.getBoundingClientRect();
    return Boolean(box) && clientX > box.left - AROUND && clientX < box.right + AROUND && clientY > box.top - AROUND && clientY < box.bottom + AROUND;
  }

  /** @param {Element | null} target that would take the card */
  mark(target) {
    if (this.marked !== target) {
      this.marked?.removeAttribute("data-drop");
      target?.setAttribute("data-drop", "");
    }
    this.marked = target;
  }
}
