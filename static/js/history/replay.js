/**
 * The replay of a finished match: the table as a seat saw it, step by step, shown by the table's own parts.
 */
import { Announcer } from "../announcer.js";
import { Board } from "../board/board.js";
import { Clock } from "../clock.js";
import { el, find, setText } from "../dom.js";
import { Preferences } from "../preferences.js";
import { Store } from "../store.js";
import { reason } from "../texts/reasons.js";
import { fill, seatName } from "../texts/words.js";
import { Film, GONE } from "./film.js";
import { handRows } from "./hands.js";

/** @typedef {import("./film.js").Step} Step */

const { steps: address = "", rounds = "1", seat = "0" } = document.body.dataset;
const last = Number(rounds);

/** Nothing is done at this table any more: whatever a press asks for is under way already. @type {any} */
const NO_ACTS = { isOpen: () => true, ask: async () => ({ ok: true }) };

const slider = /** @type {HTMLInputElement} */ (find("#step"));
const roundField = /** @type {HTMLSelectElement} */ (find("#round"));
const seatField = /** @type {HTMLSelectElement | null} */ (document.querySelector("#seat"));
const allField = /** @type {HTMLInputElement | null} */ (document.querySelector("#all-hands"));
const position = find("#position");
const hands = find("#hands");
const why = find("#why");

const store = new Store();
const board = new Board(store, NO_ACTS, new Clock(), new Announcer(), { rematch: () => undefined, back: () => undefined }, new Preferences());
const film = new Film(address);
const now = { round: Number(roundField.value), at: 0, seat: Number(seat) };
/** @type {Step[]} */
let steps = [];
let asked = 0;

store.listen(({ match, before, events }) => {
  if (match) board.update(match, before ?? null, events ?? []);
});

/**
 * Go to a step of a round; a step is counted from 0, and -1 is the last.
 *
 * @param {number} round
 * @param {number} at
 * @param {number} [seen] the seat whose view it is
 */
async function go(round, at, seen = now.seat) {
  asked += 1;
  const mine = asked;
  let found;
  try {
    found = await film.round(round, seen, Boolean(seatField));
  } catch (problem) {
    if (mine === asked) trouble(/** @type {Error} */ (problem).message === GONE);
    return;
  }
  if (mine !== asked || !found.length) return;
  const to = at < 0 ? found.length - 1 : Math.min(at, found.length - 1);
  const follows = found === steps && to === now.at + 1 && store.match !== null;
  steps = found;
  Object.assign(now, { round, at: to, seat: seen });
  if (follows) store.takeMatch(found[to].frame);
  else jump(found, to);
  tell(found[to]);
}

/**
 * @param {Step[]} found
 * @param {number} to
 */
function jump(found, to) {
  store.match = null;
  store.takeMatch({ ...found[to].frame, events: [] });
  for (const { frame } of found.slice(0, to + 1)) board.log.write(frame.events, /** @type {any} */ (store.match).view);
}

/** @param {Step} step */
function tell(step) {
  const view = store.match?.view;
  if (!view) return;
  slider.max = String(steps.length - 1);
  slider.value = String(now.at);
  roundField.value = String(now.round);
  if (seatField) seatField.value = String(now.seat);
  const words = fill(gettext("Step %(step)s of %(steps)s"), { step: now.at + 1, steps: steps.length });
  setText(position, words);
  slider.setAttribute("aria-valuetext", words);
  find("#back").toggleAttribute("disabled", now.round === 1 && now.at === 0);
  find("#next").toggleAttribute("disabled", now.round === last && now.at === steps.length - 1);
  hands.hidden = !(allField?.checked && step.hands);
  if (!hands.hidden) hands.replaceChildren(...handRows(view, step.hands ?? []));
  explain(step, view);
  if (board.root.contains(document.activeElement)) find("#next").focus({ preventScroll: true });
}

/**
 * Why a computer did what it just did, and the way to what it could see.
 *
 * @param {Step} step
 * @param {import("../types.js").View} view
 */
function explain(step, view) {
  const by = step.by ?? null;
  const words = step.why && by !== null ? reason(step.why.code, step.why.facts, view) : "";
  why.hidden = !words;
  if (!words || by === null) return;
  const before = now.at - 1;
  why.replaceChildren(el("strong", {}, fill(gettext("%(name)s:"), { name: seatName(view.seats[by]) })), " ", words, " ",
    el("button", { class: "button quiet", type: "button", onclick: () => go(now.round, before, by) }, gettext("What it could see")));
}

/** @param {boolean} forGood whether it is of no use to ask again */
function trouble(forGood) {
  why.hidden = false;
  if (forGood && !store.match) board.root.remove();
  why.replaceChildren(forGood
    ? gettext("The replay of this round is not available any more. The score sheet stays.")
    : gettext("The next step did not come. Please check your network, then try again."));
}

function next() {
  if (now.at < steps.length - 1) go(now.round, now.at + 1);
  else if (now.round < last) go(now.round + 1, 0);
}

function back() {
  if (now.at > 0) go(now.round, now.at - 1);
  else if (now.round > 1) go(now.round - 1, -1);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: next,
  ArrowLeft: back,
  Home: () => go(now.round, 0),
  End: () => go(now.round, -1),
  PageDown: () => go(Math.min(last, now.round + 1), 0),
  PageUp: () => go(Math.max(1, now.round - 1), 0),
};

document.addEventListener("keydown", (event) => {
  const node = /** @type {HTMLElement} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || node.closest("input, select, dialog")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

find("#next").addEventListener("click", next);
find("#back").addEventListener("click", back);
slider.addEventListener("input", () => go(now.round, Number(slider.value)));
roundField.addEventListener("change", () => go(Number(roundField.value), 0));
seatField?.addEventListener("change", () => go(now.round, now.at, Number(seatField.value)));
allField?.addEventListener("change", () => tell(steps[now.at]));
find("#open-side").addEventListener("click", () => board.openSide());

find("#screen").replaceChildren(board.root);
go(now.round, 0);
