/**
 * How this browser's person likes to play. Kept in the browser: choices alone, never a card, a name or a room.
 */

/** @typedef {"color" | "value" | "drawn"} Sorting */
/** @typedef {"calm" | "normal" | "off"} Speed */
/** @typedef {{sound: boolean, vibration: boolean, confirm: boolean, keys: boolean, sorting: Sorting, speed: Speed}} Choices */

const KEY = "playing";

/** @type {Readonly<Choices>} */
const USUAL = Object.freeze({ sound: false, vibration: false, confirm: false, keys: true, sorting: "color", speed: "normal" });
/** @type {Record<string, readonly string[]>} */
const WORDS = { sorting: ["color", "value", "drawn"], speed: ["calm", "normal", "off"] };

/**
 * @param {unknown} kept whatever an earlier version of the page, or somebody else, has left in the browser
 * @returns {Choices}
 */
function understood(kept) {
  const found = /** @type {Record<string, unknown>} */ (kept && typeof kept === "object" ? kept : {});
  const choices = /** @type {Record<string, unknown>} */ ({ ...USUAL });
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = found[name];
    if (typeof value === typeof usual && (WORDS[name]?.includes(String(value)) ?? true)) choices[name] = value;
  }
  return /** @type {Choices} */ (choices);
}

export class Preferences {
  constructor() {
    this.choices = this.read();
    /** @type {((choices: Choices, changed: string) => void)[]} */
    this.listeners = [];
    this.show();
  }

  /** @returns {Choices} */
  read() {
    try {
      return understood(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    } catch {
      return { ...USUAL };
    }
  }

  /** @param {(choices: Choices, changed: string) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<Choices>} change */
  choose(change) {
    this.choices = { ...this.choices, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.choices));
    } catch {
      // A browser that keeps nothing: the choice holds until the page is closed.
    }
    this.show();
    for (const listener of this.listeners) listener(this.choices, Object.keys(change)[0]);
  }

  /** The stylesheets move things at this speed too. */
  show() {
    document.documentElement.dataset.speed = this.choices.speed;
  }
}
