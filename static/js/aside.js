/**
 * A match that waits: this page says again and again that its person is back, and leads to the table once it goes on.
 */
import { find, setText } from "./dom.js";

/** @typedef {{state: "none" | "open" | "slow_down"} | {state: "waiting", here: string[], all: boolean}} AsideState */

const PAUSE = 3000;

const panel = find("[data-aside]");
const form = /** @type {HTMLFormElement} */ (find("form", panel));

async function say() {
  try {
    const answer = await fetch(panel.dataset.aside ?? "", { method: "POST", body: new FormData(form) });
    const state = /** @type {AsideState} */ (await answer.json());
    if (state.state === "open" || state.state === "none") {
      location.reload();
      return;
    }
    if (state.state === "waiting") show(state.here, state.all);
  } catch {
    // The next try will tell.
  }
  setTimeout(say, PAUSE);
}

/**
 * @param {string[]} here members who are back
 * @param {boolean} all whether all are who have to be
 */
function show(here, all) {
  const rows = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-member]")]);
  for (const row of rows) row.toggleAttribute("data-here", here.includes(row.dataset.member ?? ""));
  setText(find("[data-said]", panel), all ? gettext("All are back: the match can go on.") : "");
}

say();
