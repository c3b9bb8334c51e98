/**
 * One key for each act of a turn, unless the person does without: whoever speaks to his computer types letters unawares.
 */
import { FOUR } from "../cards/shapes.js";
import { setAttributes } from "../dom.js";

/**
 * @param {import("./board.js").Board} board
 * @param {() => void} rules
 * @param {import("../preferences.js").Preferences} preferences
 */
export function listenToKeys(board, rules, preferences) {
  const name = () => nameKeys(preferences.choices.keys);
  preferences.listen(name);
  board.store.listen(name);
  name();
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest("input, select, textarea, dialog")) return;
    if (event.key.length === 1 && !preferences.choices.keys) return;
    if (event.key === "?") {
      rules();
      return;
    }
    if (board.root.isConnected && press(board, event.key.toLowerCase())) event.preventDefault();
  });
}

/**
 * Tell of each button which key presses it, as long as keys do; where nobody listens to keys none is told.
 *
 * @param {boolean} on
 */
function nameKeys(on) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-key-name]"))) {
    setAttributes(node, { "aria-keyshortcuts": on ? node.dataset.keyName ?? null : null });
  }
}

/**
 * @param {import("./board.js").Board} board
 * @param {string} key
 * @returns {boolean} whether the key did something
 */
function press(board, key) {
  const { play, chooser, hand } = board;
  const color = FOUR[Number(key) - 1];
  if (color) {
    if (chooser.isOpen) chooser.finish(color);
    else if (play.legal.choose) play.choose(color);
    return true;
  }
  /** @type {Record<string, () => void>} */
  const keys = {
    d: () => play.draw(),
    k: () => play.keep(),
    l: () => play.call(),
    c: () => play.catchOpen(),
    r: () => play.callReturn(),
    h: () => hand.focus(),
    s: () => board.showMissed(),
    escape: () => board.closeSide(),
  };
  if (!keys[key]) return false;
  keys[key]();
  return true;
}
