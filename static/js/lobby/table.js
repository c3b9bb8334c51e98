/**
 * The table that will be played: the host chooses, the others read.
 */
import { el, keyed, setAttributes, setText } from "../dom.js";
import { familyName, fill, lengthName, rulesetName, timerName } from "../texts/words.js";

/** @typedef {import("../types.js").Room} Room */
/** @typedef {import("../types.js").RuleSetChoice} RuleSetChoice */

/** @type {Record<string, (choice: RuleSetChoice) => string>} */
const BLOCKED = {
  too_many: () => gettext("too many players here"),
  too_few: () => gettext("needs more players"),
  premium: ({ price }) => price ? fill(gettext("premium table, %(price)s"), { price: money(price) }) : gettext("premium table"),
};

/** @param {{amount: number, currency: string}} price in the currency's smallest unit */
function money({ amount, currency }) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** @param {RuleSetChoice} choice */
function seatsLine(choice) {
  const [least, most] = choice.seats;
  return fill(gettext("%(least)s to %(most)s players"), { least, most });
}

/** Letters from which on a choice needs more room. */
const LONG = 10;
/** Of more lengths than these only the numbers stand on the buttons. */
const MANY_LENGTHS = 5;

/** @param {boolean} teams */
function manyTitle(teams) {
  return teams ? gettext("Lost rounds that end the match") : gettext("Rounds");
}

export class TableChoice {
  /** @param {(request: import("../types.js").Act) => void} request */
  constructor(request) {
    this.request = request;
    /** @type {Room | null} */
    this.room = null;
    this.rulesets = el("div", { class: "choices", role: "group", "aria-label": gettext("Rule set") });
    this.lengths = el("div", { class: "choices small-choices", role: "group", "aria-label": gettext("Length") });
    this.timers = el("div", { class: "choices small-choices", role: "group", "aria-label": gettext("Turn timer") });
    this.lengthTitle = el("h3", { "aria-hidden": "true" });
    this.shop = el("p", { class: "small" }, el("a", { href: "/shop/" }, gettext("Open a premium table: everybody here plays it")));
    this.form = el("div", { class: "stack" },
      this.rulesets,
      this.shop,
      el("div", { class: "stack tight" }, this.lengthTitle, this.lengths),
      el("div", { class: "stack tight" }, el("h3", { "aria-hidden": "true" }, gettext("Turn timer")), this.timers));
    this.reading = el("dl", { class: "facts-list" });
    this.root = el("section", { class: "panel", "aria-labelledby": "table-title" },
      el("h2", { id: "table-title" }, gettext("The table")), this.form, this.reading);
  }

  /** @param {Room} room */
  update(room) {
    this.room = room;
    this.form.hidden = !room.you.host;
    this.reading.hidden = room.you.host;
    if (room.you.host) this.offer(room);
    else this.read(room);
  }

  /** @param {Room} room */
  offer(room) {
    const { table, choices } = room;
    this.options(this.rulesets, choices.rulesets, {
      key: (choice) => choice.id,
      words: (choice) => [rulesetName(choice.id), choice.blocked ? BLOCKED[choice.blocked](choice) : `${familyName(choice.family)} · ${seatsLine(choice)}`],
      chosen: (choice) => choice.id === table.ruleset,
      blocked: (choice) => Boolean(choice.blocked),
      // He may have bought it meanwhile: the server looks anew.
      asks: (choice) => choice.blocked === "premium",
      pick: (choice) => ({ ruleset: choice.id }),
    });
    this.shop.hidden = !choices.rulesets.some((choice) => choice.blocked === "premium");
    const many = choices.lengths.length > MANY_LENGTHS;
    setAttributes(this.lengths, { "data-many": many });
    setText(this.lengthTitle, many ? manyTitle(table.teams) : gettext("Length"));
    this.options(this.lengths, choices.lengths, {
      key: (length) => JSON.stringify(length),
      words: (length) => [many && !length.to ? String(length.rounds ?? length.losses) : lengthName(length)],
      label: (length) => lengthName(length),
      chosen: (length) => JSON.stringify(length) === JSON.stringify(table.length),
      pick: (length) => ({ length }),
    });
    setAttributes(this.timers, { "data-unlimited": choices.timers.includes(null) });
    this.options(this.timers, choices.timers, {
      key: String,
      words: (seconds) => [seconds ? fill(gettext("%(seconds)s s"), { seconds }) : gettext("no time limit")],
      chosen: (seconds) => seconds === table.timer,
      pick: (timer) => ({ timer }),
    });
  }

  /**
   * @template T
   * @param {HTMLElement} group
   * @param {T[]} items
   * @param {{key: (item: T) => string, words: (item: T) => string[], chosen: (item: T) => boolean,
   *   label?: (item: T) => string, blocked?: (item: T) => boolean, asks?: (item: T) => boolean,
   *   pick: (item: T) => object}} how
   */
  options(group, items, how) {
    keyed(group, items, how.key, () => el("button", { class: "choice", type: "button" }), (node, item) => {
      const [name, more] = how.words(item);
      const content = `${name}\n${more ?? ""}`;
      if (node.dataset.content !== content) {
        node.dataset.content = content;
        node.replaceChildren(el("strong", {}, name), ...(more ? [el("span", { class: "small" }, more)] : []));
      }
      setAttributes(node, { "aria-pressed": String(how.chosen(item)), "aria-disabled": how.blocked?.(item) ? "true" : null,
        "aria-label": how.label?.(item) ?? null, "data-long": name.length > LONG || null });
      node.onclick = () => {
        const open = !how.blocked?.(item) || how.asks?.(item);
        if (open && !how.chosen(item) && this.room) this.choose(how.pick(item));
      };
    });
  }

  /**
   * A new rule set comes with its own usual length and timer: those are left to the server.
   *
   * @param {{ruleset?: string, length?: object, timer?: number | null}} change
   */
  choose(change) {
    const { ruleset, length, timer, teams } = /** @type {Room} */ (this.room).table;
    this.request(change.ruleset ? { kind: "table", ruleset: change.ruleset } : { kind: "table", ruleset, length, timer, teams, ...change });
  }

  /** @param {Room} room */
  read({ table, choices }) {
    const choice = choices.rulesets.find((each) => each.id === table.ruleset);
    const lines = [
      [gettext("Rule set"), rulesetName(table.ruleset), choice ? familyName(choice.family) : ""],
      [gettext("Length"), lengthName(table.length), ""],
      [gettext("Turn timer"), timerName(table.timer), ""],
      ...(table.teams ? [[gettext("Teams"), gettext("Two teams of two"), ""]] : []),
    ];
    this.reading.replaceChildren(...lines.map(([term, value, more]) => el("div", {},
      el("dt", {}, term), el("dd", {}, value, more ? el("span", { class: "muted" }, ` · ${more}`) : null))));
  }
}
