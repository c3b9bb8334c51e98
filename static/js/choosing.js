/**
 * The pages of choices: what the chosen rule set cannot seat cannot be chosen.
 */
import { find } from "./dom.js";

const form = find("[data-choosing]");

/** @param {string} selector @returns {HTMLElement[]} */
function all(selector) {
  return [...form.querySelectorAll(selector)];
}

function fit() {
  const { fewest, most } = find("input[name=ruleset]:checked", form).dataset;
  const players = /** @type {HTMLInputElement[]} */ (all("input[name=seats]"));
  for (const field of players) field.disabled = Number(field.value) < Number(fewest) || Number(field.value) > Number(most);
  if (players.some((field) => field.checked && field.disabled)) players.filter((field) => !field.disabled)[0].checked = true;
  for (const field of all("[data-computer]")) {
    const number = Number(field.dataset.computer);
    const choice = /** @type {HTMLSelectElement} */ (find("select", field));
    field.hidden = number > Number(most) - 1;
    choice.disabled = field.hidden;
    const nobody = choice.querySelector("option[value='']");
    if (!nobody) continue;
    nobody.toggleAttribute("disabled", number < Number(fewest));
    if (number < Number(fewest) && !choice.value) choice.value = "normal";
  }
}

for (const choice of all("input[name=ruleset]")) choice.addEventListener("change", fit);
window.addEventListener("pageshow", fit);
fit();
