/**
 * Between rounds and at the end: who won, the score sheet, and what comes next.
 */
import { ask } from "../dialogs.js";
import { el, setAttributes, setText } from "../dom.js";
import { reportAddress } from "../lobby/people.js";
import { loserOf } from "../teams.js";
import { fill, plainName, seatName } from "../texts/words.js";
import { scoreTable } from "./sheet.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Room} Room */

/** @type {Record<string, () => string>} */
const REASONS = {
  deadlock: () => gettext("Nobody could play or draw any more."),
  quarte: () => gettext("Four greens in one hand: a quarte."),
  forfeit: () => gettext("Won by forfeit: the others have left."),
  target: () => gettext("The points to reach have been reached."),
  losses: () => gettext("The lost rounds decide."),
  tie_draw: () => gettext("A tie draw decided."),
};

const LISTS = {
  and: () => gettext("%(first)s and %(last)s"),
};

/**
 * A replacement never wins: where one sits meanwhile, the person has won before.
 *
 * @param {View} view
 * @param {number[]} seats of winners
 * @returns {string}
 */
function names(view, seats) {
  const list = seats.map((seat) => view.seats[seat].name || plainName(view.seats[seat]));
  const last = list.pop() ?? "";
  return list.length ? fill(LISTS.and(), { first: list.join(", "), last }) : last;
}

/**
 * @param {View} view
 * @returns {number[]} of the match, or of its last round; in teams both partners of the one that did not lose it
 */
export function winnersOf({ result, sheet, teams }) {
  if (result) return result.winners;
  const row = sheet.at(-1);
  if (!row || !teams) return row?.winners ?? [];
  const loser = loserOf(teams, row);
  return loser === null ? [] : teams[1 - loser];
}

/** @param {View} view */
export function headline(view) {
  const match = view.result;
  const winners = winnersOf(view);
  const mine = winners.includes(view.you.seat);
  if (!winners.length) return match ? gettext("The match ends without a winner.") : view.teams ? gettext("Neither team loses the round.") : gettext("A round without winner.");
  if (winners.length > 1 && !view.teams) return fill(gettext("Shared win: %(names)s"), { names: names(view, winners) });
  if (view.teams && mine && winners.length > 1) return match ? gettext("Your team wins the match!") : gettext("Your team wins the round!");
  if (winners.length === 1 && mine) return match ? gettext("You win the match!") : gettext("You win the round!");
  return match
    ? fill(ngettext("%(names)s wins the match!", "%(names)s win the match!", winners.length), { names: names(view, winners) })
    : fill(ngettext("%(names)s wins the round!", "%(names)s win the round!", winners.length), { names: names(view, winners) });
}

/** @param {View} view */
function why({ result, sheet }) {
  const code = result ? result.reason : sheet.at(-1)?.reason;
  if (code === "forfeit" && !result?.winners.length) return gettext("Everybody has left.");
  return REASONS[code ?? ""]?.() ?? "";
}

/**
 * @param {View} view
 * @returns {number[][]} seats by place, equals together; none where only the first counts
 */
function placesOfRound({ seats, out }) {
  if (!out || seats.length < 3 || out.length < 2) return [];
  const last = seats.map((_, seat) => seat).filter((seat) => !out.includes(seat));
  return [...out.map((seat) => [seat]), ...(last.length ? [last] : [])];
}

export class Result {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./timers.js").Timers} timers
   * @param {{rematch: () => void, back: () => void, aside?: (wish: boolean) => void, history?: () => string}} ways
   */
  constructor(play, timers, ways) {
    this.timers = timers;
    this.ways = ways;
    this.title = el("h2", { class: "result-title", tabindex: "-1" });
    this.reason = el("p", { class: "muted" });
    this.ranking = el("ol", { class: "ranking" });
    this.sheet = el("div", {});
    this.record = el("p", { class: "small muted" });
    this.next = el("p", { class: "muted", "aria-hidden": "true" });
    this.waiting = el("p", { class: "muted" });
    this.ready = el("button", { class: "button main large", type: "button", onclick: () => play.ready() }, gettext("Next round"));
    this.rematch = el("button", { class: "button main large", type: "button", onclick: ways.rematch }, gettext("Rematch"));
    this.back = el("button", { class: "button large", type: "button", onclick: ways.back }, gettext("Back to the room"));
    this.aside = el("button", { class: "button quiet", type: "button", onclick: () => this.putAside() }, gettext("Put the match aside"));
    this.asked = el("p", { role: "status" });
    this.paper = el("a", { class: "button quiet", hidden: true }, gettext("Score sheet and replay"));
    this.keep = el("div", { class: "row small", hidden: true },
      el("a", { class: "alone", href: document.body.dataset.keep ?? "" }, gettext("Keep what you played")),
      el("button", { class: "button quiet", form: "keep-form" }, gettext("Show a code for another device")));
    this.reportLink = el("a", { class: "alone", target: "_blank", rel: "noopener" }, gettext("Report or block a player"));
    this.report = el("p", { class: "small", hidden: true }, this.reportLink);
    this.root = el("section", { class: "result panel", hidden: true, "aria-label": gettext("Result") },
      this.title, this.reason, this.ranking, this.sheet, this.record, this.next, this.waiting, this.asked,
      el("div", { class: "row" }, this.ready, this.rematch, this.back, this.paper, this.aside), this.keep, this.report);
  }

  /**
   * @param {View} view
   * @param {Room | null} room
   * @param {number | null} recorded how many results of this match are in the books; null where nobody says
   */
  update(view, room, recorded) {
    const over = view.phase === "over";
    this.root.hidden = view.phase === "playing";
    this.timers.countdown(this.next, view.phase === "between" ? view.timers.next_round?.due : null,
      (seconds) => fill(ngettext("The next round starts in %(count)s second.", "The next round starts in %(count)s seconds.", seconds), { count: seconds }));
    if (this.root.hidden) return;
    setText(this.title, headline(view));
    setText(this.reason, why(view));
    this.sheet.replaceChildren(scoreTable(view));
    const results = view.sheet.length + Number(over);
    setText(this.record, recorded === null ? "" : recorded < results ? gettext("The result is being recorded.") : gettext("The result is recorded."));
    this.rank(view, over);
    this.buttons(view, room, over);
    this.wishes(view, room, over);
  }

  /**
   * Who would like the match to be put aside, and one's own wish.
   *
   * @param {View} view
   * @param {Room | null} room
   * @param {boolean} over
   */
  wishes(view, room, over) {
    const mine = view.aside.includes(view.you.seat);
    this.aside.hidden = over || !this.ways.aside || room?.way === "quick";
    setAttributes(this.aside, { "aria-pressed": String(mine) });
    const list = names(view, view.aside.filter((seat) => seat !== view.you.seat));
    const wish = ngettext("%(names)s would like to put the match aside.", "%(names)s would like to put the match aside.", view.aside.length - Number(mine));
    setText(this.asked, list ? fill(wish, { names: list })
      : mine ? gettext("The match is put aside once all who are here agree.") : "");
  }

  async putAside() {
    if (this.aside.getAttribute("aria-pressed") === "true") {
      this.ways.aside?.(false);
      return;
    }
    const text = gettext("It waits for up to 30 days at this room’s link, and goes on when all of you are back. All who are here have to agree.");
    if (await ask(gettext("Put the match aside?"), text, gettext("Put it aside"))) this.ways.aside?.(true);
  }

  /**
   * The places of the match, or those of a round that was played for places.
   *
   * @param {View} view
   * @param {boolean} over
   */
  rank(view, over) {
    const groups = over ? view.result?.ranking ?? [] : placesOfRound(view);
    const points = over ? view.totals : view.sheet.at(-1)?.points ?? [];
    this.ranking.hidden = !groups.length;
    let place = 1;
    this.ranking.replaceChildren(...groups.flatMap((group) => {
      const lines = group.map((seat) => this.line(view, seat, place, points[seat] ?? 0));
      place += group.length;
      return lines;
    }));
  }

  /**
   * @param {View} view
   * @param {number} seat
   * @param {number} place shared by equals
   * @param {number} points
   */
  line(view, seat, place, points) {
    const words = ngettext("%(count)s point", "%(count)s points", Math.abs(points));
    return el("li", { class: seat === view.you.seat ? "mine" : null },
      el("b", {}, `${place}.`), el("bdi", {}, seatName(view.seats[seat])),
      el("span", {}, fill(words, { count: String(points).replace("-", "−") })));
  }

  /**
   * @param {View} view
   * @param {Room | null} room
   * @param {boolean} over
   */
  buttons(view, room, over) {
    const me = view.seats[view.you.seat];
    this.ready.hidden = over;
    setAttributes(this.ready, { "aria-pressed": String(me.ready), "aria-disabled": me.ready ? "true" : null });
    setText(this.ready, me.left ? gettext("I am back") : me.ready ? gettext("Waiting for the others") : gettext("Next round"));
    const quick = room?.way === "quick";
    this.rematch.hidden = !over || !(room?.you.host || quick);
    setText(this.rematch, quick ? gettext("Play again") : gettext("Rematch"));
    this.back.hidden = !over;
    const paper = over ? this.ways.history?.() : "";
    this.paper.hidden = !paper;
    setAttributes(this.paper, { href: paper || null });
    this.keep.hidden = !over || !document.body.dataset.keep;
    const report = reportAddress(room);
    this.report.hidden = !over || !report;
    setAttributes(this.reportLink, { href: report });
    setText(this.back, quick ? gettext("To the front page") : gettext("Back to the room"));
    const host = room?.members.find((member) => member.id === room.host)?.name;
    const slow = view.seats.filter((seat) => seat.kind === "person" && !seat.left && !seat.ready && seat.member);
    if (over) setText(this.waiting, room && !room.you.host && host ? fill(gettext("%(name)s may start a rematch."), { name: host }) : "");
    else setText(this.waiting, me.ready && slow.length ? fill(gettext("Not ready yet: %(names)s"), { names: slow.map((seat) => seat.name).join(", ") }) : "");
  }
}
