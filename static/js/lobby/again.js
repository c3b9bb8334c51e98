/**
 * After a match of quick play: a new ticket for a table like the last one.
 */
import { el, find } from "../dom.js";

/**
 * @param {import("../types.js").Table} table
 * @param {number} seats
 */
export function playAgain({ ruleset, length }, seats) {
  const { value: token } = /** @type {HTMLInputElement} */ (find("#handover-form [name=csrfmiddlewaretoken]"));
  const fields = { csrfmiddlewaretoken: token, ruleset, seats, length: length.to ?? length.rounds ?? "" };
  const form = /** @type {HTMLFormElement} */ (el("form", { method: "post", action: document.body.dataset.quick, hidden: true },
    ...Object.entries(fields).map(([name, value]) => el("input", { type: "hidden", name, value: String(value) }))));
  document.body.append(form);
  form.submit();
}
