/**
 * A ticket of quick play: this page says again and again that its person waits, and leads to the table once it is set.
 */
import { el, find, setText } from "./dom.js";

/** @typedef {{state: "none" | "slow_down"} | {state: "seated", room: string}
 *   | {state: "waiting", found: number, seats: number, waited: number}} TicketState */

const PAUSE = 1000;
const PAUSE_AFTER_TROUBLE = 4000;

const ticket = find("[data-ticket]");
const { ticket: address = "", quick = "" } = ticket.dataset;
/** @type {number | undefined} */
let next;
let leading = false;

async function say() {
  clearTimeout(next);
  try {
    const body = new FormData(find("form", ticket));
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    hear(answer.ok ? /** @type {TicketState} */ (await answer.json()) : { state: "slow_down" });
  } catch {
    again(PAUSE_AFTER_TROUBLE);
  }
}

/** @param {number} pause in milliseconds */
function again(pause) {
  clearTimeout(next);
  next = setTimeout(say, pause);
}

/** @param {TicketState} state */
function hear(state) {
  if (leading) return;
  if (state.state === "seated") {
    leading = true;
    location.assign(state.room);
  } else if (state.state === "none") {
    ended();
  } else {
    if (state.state === "waiting") show(state.found, state.seats, state.waited);
    again(state.state === "waiting" ? PAUSE : PAUSE_AFTER_TROUBLE);
  }
}

/** The ticket has run out or was given up in another tab. */
function ended() {
  if (ticket.dataset.waited === undefined) ticket.remove();
  else location.assign(quick);
}

/**
 * @param {number} found of the seats taken
 * @param {number} seats
 * @param {number} waited milliseconds
 */
function show(found, seats, waited) {
  const line = ticket.querySelector("[data-found]");
  if (!line) return;
  const words = ngettext("%(found)s of %(seats)s players has come.", "%(found)s of %(seats)s players have come.", found);
  setText(line, interpolate(words, { found, seats }, true));
  const places = Array.from({ length: seats }, (_, place) => el("li", { "data-taken": place < found }));
  find("[data-places]", ticket).replaceChildren(...places);
  if (waited >= Number(ticket.dataset.offerAfter)) find("[data-offer]", ticket).hidden = false;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !leading) say();
});
window.addEventListener("pageshow", (event) => {
  leading = false;
  if (event.persisted) say();
});
say();
