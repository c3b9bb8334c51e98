/**
 * A worked example on the board itself: the reader goes from step to step, at any pace and back again.
 */
import { Board } from "../board/board.js";
import { showing } from "../cards/faces.js";
import { Clock } from "../clock.js";
import { find, setAttributes, setText } from "../dom.js";
import { Store } from "../store.js";
import { fill } from "../texts/words.js";

/** @typedef {import("../types.js").Act} Act */
/** @typedef {import("../types.js").Match & {events: import("../types.js").TableEvent[]}} Frame */
/** @typedef {{seat?: number, play?: string, draw?: boolean, keep?: boolean, catch?: number, return?: boolean}} ScriptedAct */

/** The sentence of each step is what is told aloud; the board's own lines would only speak across it. */
const SILENT = /** @type {any} */ ({ say: () => undefined });

class Example {
  /**
   * @param {HTMLElement} root
   * @param {{frames: Frame[], acts: (ScriptedAct | null)[]}} script
   */
  constructor(root, { frames, acts }) {
    this.root = root;
    this.frames = frames;
    this.acts = acts;
    this.at = 0;
    this.epoch = 0;
    this.store = new Store();
    const asking = /** @type {any} */ ({ ask: (/** @type {{act: Act}} */ { act }) => this.pressed(act), isOpen: () => false });
    this.board = new Board(this.store, asking, new Clock(), SILENT, { rematch: () => undefined, back: () => undefined });
    this.store.listen(({ match, before, events }) => match && this.board.update(match, before ?? null, events ?? []));
    this.sentences = /** @type {HTMLElement[]} */ ([...find("[data-steps]", root).children]);
    this.back = find("[data-backward]", root);
    this.next = find("[data-onward]", root);
    this.back.addEventListener("click", () => this.go(this.at - 1));
    this.next.addEventListener("click", () => this.go(this.at + 1));
  }

  begin() {
    const place = find("[data-board]", this.root);
    place.append(this.board.root);
    place.hidden = false;
    find("[data-buttons]", this.root).hidden = false;
    find("[data-steps]", this.root).classList.add("one-by-one");
    this.show(0);
  }

  /**
   * To a step, with the whole board in sight above the sentence.
   *
   * @param {number} step
   */
  go(step) {
    this.show(step);
    const board = this.board.root.getBoundingClientRect();
    const panel = find("[data-panel]", this.root).getBoundingClientRect();
    const end = panel.left < board.right ? panel.top : innerHeight;
    if (board.top < 0 || board.bottom > end + 1) this.board.root.scrollIntoView({ block: "start" });
  }

  /** @param {number} step */
  show(step) {
    if (!this.frames[step]) return;
    this.board.status.queue = [];
    this.board.status.next();
    const onward = step > this.at;
    this.at = step;
    const frame = this.frames[step];
    if (!onward) this.epoch += 1;
    this.store.takeMatch({ ...frame, epoch: this.epoch, events: onward ? frame.events : [] });
    if (!onward) this.writeLog();
    this.tell();
  }

  /** The log as it stood at this step. */
  writeLog() {
    const view = this.store.match?.view;
    this.board.log.clear();
    if (view) for (const { events } of this.frames.slice(0, this.at + 1)) this.board.log.write(events, view);
  }

  tell() {
    const last = this.frames.length - 1;
    this.sentences.forEach((node, step) => setAttributes(node, { "data-now": step === this.at || null }));
    setText(find("[data-told]", this.root), this.sentences[this.at]?.textContent ?? "");
    setText(find("[data-place]", this.root), fill(gettext("Step %(step)s of %(count)s"), { step: this.at + 1, count: last + 1 }));
    setAttributes(this.back, { "aria-disabled": this.at === 0 ? "true" : null });
    setAttributes(this.next, { "aria-disabled": this.at === last ? "true" : null });
    find("[data-end]", this.root).hidden = this.at !== last;
  }

  /**
   * Something was pressed on the board: what the next step does leads on to it.
   *
   * @param {Act} act
   */
  async pressed(act) {
    const next = this.acts[this.at + 1];
    if (!next || next.seat !== this.store.match?.view.you.seat || !this.isNext(act, next)) return { ok: false, code: "scripted" };
    this.show(this.at + 1);
    return { ok: true };
  }

  /**
   * @param {Act} act
   * @param {ScriptedAct} next
   */
  isNext(act, next) {
    const view = this.store.match?.view;
    const held = view?.hand.find(({ id }) => id === act.card);
    if (act.kind === "play") return Boolean(held) && showing(held?.card ?? "", view?.side) === next.play;
    if (act.kind === "catch") return act.seat === next.catch;
    if (act.kind === "return") return act.call === next.return;
    return (act.kind === "draw" && next.draw === true) || (act.kind === "keep" && next.keep === true);
  }
}

async function start() {
  const root = find("[data-example]");
  try {
    const answer = await fetch(root.dataset.example ?? "", { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    new Example(root, await answer.json()).begin();
  } catch {
    setText(find("[data-told]", root), gettext("The board could not be loaded. The steps are below."));
  }
}

start();
