/**
 * The person's own settings for playing, in a dialog of the board.
 */
import { showDialog } from "../dialogs.js";
import { el } from "../dom.js";

/** @typedef {import("../preferences.js").Preferences} Preferences */
/** @typedef {import("../preferences.js").Choices} Choices */
/** @typedef {"sound" | "vibration" | "confirm" | "keys"} Tick */

/** @type {Record<import("../preferences.js").Sorting, () => string>} */
const SORTINGS = {
  color: () => gettext("by color"),
  value: () => gettext("by value"),
  drawn: () => gettext("as drawn"),
};
/** @type {Record<import("../preferences.js").Speed, () => string>} */
const SPEEDS = {
  calm: () => pgettext("speed", "calm"),
  normal: () => pgettext("speed", "normal"),
  off: () => pgettext("speed", "off"),
};

/** @param {Preferences} preferences */
export function openSettings(preferences) {
  const buzzes = "vibrate" in navigator;
  const parts = [
    tick(preferences, "confirm", gettext("Ask before a card is played"), gettext("The first tap lifts it, the second plays it.")),
    tick(preferences, "sound", gettext("Sounds"), gettext("For your turn, a played card, a penalty and a win.")),
    buzzes ? tick(preferences, "vibration", gettext("Vibration"), gettext("For your turn, a penalty and a win.")) : null,
    tick(preferences, "keys", gettext("One key for each act"), gettext("Such as D to draw; the rules of the table list them.")),
    choice(preferences, "sorting", gettext("Sort my hand"), SORTINGS),
    el("p", { class: "small muted" }, gettext("Cards with two faces keep their places.")),
    choice(preferences, "speed", gettext("Motion"), SPEEDS),
    el("p", { class: "small muted" }, gettext("These choices stay in this browser.")),
  ];
  showDialog(gettext("Your settings"), ...parts.filter((part) => part !== null));
}

/**
 * @param {Preferences} preferences
 * @param {Tick} name
 * @param {string} words
 * @param {string} more
 */
function tick(preferences, name, words, more) {
  const field = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: `setting-${name}`, "aria-describedby": `about-${name}`,
    onchange: () => preferences.choose({ [name]: field.checked }) }));
  field.checked = preferences.choices[name];
  return el("div", { class: "setting" },
    el("label", { class: "tick", for: field.id }, field, words),
    el("p", { class: "small muted", id: `about-${name}` }, more));
}

/**
 * @template {"sorting" | "speed"} N
 * @param {Preferences} preferences
 * @param {N} name
 * @param {string} words
 * @param {Record<Choices[N], () => string>} choices
 */
function choice(preferences, name, words, choices) {
  const options = Object.entries(choices).map(([value, label]) => el("option", { value }, /** @type {() => string} */ (label)()));
  const field = /** @type {HTMLSelectElement} */ (el("select", { class: "input", id: `setting-${name}`,
    onchange: () => preferences.choose({ [name]: field.value }) }, options));
  field.value = preferences.choices[name];
  return el("div", { class: "setting field" }, el("label", { for: field.id }, words), field);
}
