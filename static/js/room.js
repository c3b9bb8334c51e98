/**
 * The room page: one socket, two screens (room and table), and what stands around them.
 */
import { Acts } from "./acts.js";
import { Announcer } from "./announcer.js";
import { Attention } from "./attention.js";
import { Board } from "./board/board.js";
import { listenToKeys } from "./board/keyboard.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { closeDialogs } from "./dialogs.js";
import { el, find, setText } from "./dom.js";
import { keepFocus } from "./focus.js";
import { playAgain } from "./lobby/again.js";
import { Lobby } from "./lobby/lobby.js";
import { Menu } from "./menu.js";
import { Past } from "./past.js";
import { Preferences } from "./preferences.js";
import { openSettings } from "./settings/playing.js";
import { Store } from "./store.js";
import { closing, whyNot } from "./texts/refusals.js";
import { fill, rulesetName } from "./texts/words.js";

/** @typedef {import("./types.js").Act} Act */

const { room: roomId, socket = "", code = "", front = "/", history = "/history/", past: address = "" } = document.body.dataset;
const screen = find("#screen");
const state = find("#link-state");
const title = find("#room-name");

const store = new Store();
const clock = new Clock();
const announcer = new Announcer();
const attention = new Attention();
/** Results the person has put away. @type {Set<string>} */
const putAway = new Set();

const connection = new Connection(socket, {
  frame: hear,
  state: lineState,
  beat: () => ({ match: store.match ? [store.match.id, store.match.epoch, store.match.version] : null }),
});
const acts = new Acts((frame) => connection.send(frame), (waiting) => {
  document.body.classList.toggle("syncing", waiting);
  lineWords();
});
const lobby = new Lobby(askRoom);
const preferences = new Preferences();
const board = new Board(store, acts, clock, announcer, {
  rematch: () => {
    const room = store.room?.room;
    if (room?.way === "quick") playAgain(room.table, store.match?.view.seats.length ?? room.members.length);
    else askRoom({ kind: "rematch" });
  },
  history: () => (store.match ? `${history}${store.match.id}/` : ""),
  aside: (wish) => askRoom({ kind: "aside", wish }),
  back: () => {
    if (store.room?.room.way === "quick") {
      leave();
      return;
    }
    if (store.match) putAway.add(store.match.id);
    show();
  },
}, preferences);
const past = new Past(address, (told) => board.recall(told));
const menu = new Menu({
  room: () => store.room?.room ?? null,
  view: () => (screen.contains(board.root) ? store.match?.view ?? null : null),
  request: askRoom,
  leave,
  side: () => board.openSide(),
  settings: () => openSettings(preferences),
});
const newer = find("#new-build");
newer.addEventListener("click", () => location.reload());
/** The server that this page talks to has another build of it. */
let outdated = false;
let line = "connecting";
let leaving = false;

/** @param {any} frame */
function hear(frame) {
  if (frame.now) clock.hear(frame.now);
  if (frame.type === "welcome") {
    outdated = Boolean(frame.build) && frame.build !== document.body.dataset.build;
    past.opened();
    acts.repeat();
  } else if (frame.type === "room") store.takeRoom(frame);
  else if (frame.type === "match") store.takeMatch(frame);
  else if (frame.type === "outcome") acts.answer(frame);
  else if (frame.type === "beat") {
    store.takeRecorded(frame);
    if (store.isBehind(frame)) connection.send({ type: "sync" });
  }
}

store.listen((change) => {
  if (change.match) {
    board.update(change.match, change.before ?? null, change.events ?? []);
    past.follow(change.match, change.before ?? null, change.events ?? []);
  } else if (store.match) board.updateResult(store.match.view);
  if (store.room) keepFocus(() => lobby.update(/** @type {NonNullable<Store["room"]>} */ (store.room).room));
  show();
});

/** Put the right screen on the page. */
function show() {
  const room = store.room?.room;
  const { match } = store;
  const ended = match && (match.view.phase === "over" || (room?.match && room.match.id !== match.id));
  const atTable = Boolean(match) && !(ended && putAway.has(match?.id ?? "")) && !(room && !room.match);
  const wanted = atTable ? board.root : lobby.root;
  if (line !== "stopped" && (room || match) && screen.firstElementChild !== wanted) {
    const held = screen.contains(document.activeElement);
    screen.replaceChildren(wanted);
    if (held) screen.focus({ preventScroll: true });
    document.body.classList.toggle("at-table", atTable);
  }
  const ruleset = atTable ? match?.view.ruleset : room?.table.ruleset;
  const words = [ruleset ? rulesetName(ruleset) : fill(gettext("Room %(code)s"), { code }), ruleset ? code : "", atTable ? board.roundWords() : ""];
  if (title.dataset.words !== words.join()) {
    title.dataset.words = words.join();
    title.replaceChildren(words[0], " ", el("span", {}, words.slice(1).filter(Boolean).join(" · ")));
  }
  const view = match?.view;
  newer.hidden = !outdated || (atTable && view?.phase === "playing");
  attention.turn(Boolean(atTable && view && view.phase === "playing" && !view.you.watching
    && (view.turn === view.you.seat || view.window?.last_card === view.you.seat || match.legal?.return)));
}

/**
 * Asks for a change of the room. The same again before the answer is a double click, and counts once.
 *
 * @param {Act} request
 */
async function askRoom(request) {
  const { epoch = 0, version = 0 } = store.room ?? {};
  const kind = `room ${JSON.stringify(request)}`;
  if (acts.isOpen(kind)) return { ok: false };
  const outcome = await acts.ask({ type: "room", epoch, version, do: request }, kind);
  if (outcome.code === "stale" && request.kind !== "remove") return againAfterStale(request, kind);
  if (!outcome.ok) notice(whyNot(outcome.code, null));
  return outcome;
}

/**
 * Somebody else changed the room meanwhile; what was asked for means the same on the room of now.
 *
 * @param {Act} request
 * @param {string} kind
 */
async function againAfterStale(request, kind) {
  const { epoch = 0, version = 0 } = store.room ?? {};
  const outcome = await acts.ask({ type: "room", epoch, version, do: request }, kind);
  if (!outcome.ok) notice(whyNot(outcome.code, null));
  return outcome;
}

/** @param {string} text */
function notice(text) {
  if (screen.contains(board.root)) {
    board.refuse(text);
    return;
  }
  document.querySelector(".notice")?.remove();
  const note = el("p", { class: "notice", role: "alert" }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 5000);
}

/** Leaving the room gives the seat of a running match to a computer in the same step. */
async function leave() {
  leaving = true;
  const { ok, code: refused } = await askRoom({ kind: "leave" });
  leaving = false;
  if (ok || refused === "closed") location.assign(front);
}

/**
 * @param {string} now
 * @param {string} [reason]
 */
function lineState(now, reason) {
  line = now;
  document.body.dataset.line = now;
  lineWords();
  if (now === "stopped") stopped(reason ?? "closed");
}

function lineWords() {
  /** @type {Record<string, () => string>} */
  const words = {
    offline: () => gettext("No network. Your seat is kept."),
    lost: () => gettext("Reconnecting…"),
    connecting: () => (store.room ? gettext("Reconnecting…") : ""),
  };
  const syncing = document.body.classList.contains("syncing") ? gettext("Syncing…") : "";
  setText(state, words[line]?.() || (line === "open" ? syncing : ""));
}

/** @param {string} reason why the server will not have this page back by itself */
function stopped(reason) {
  acts.abandon();
  if (leaving) return;
  closeDialogs();
  attention.turn(false);
  if (reason === "signed_out" || reason === "aside") {
    location.reload();
    return;
  }
  const [heading, text, button] = closing(reason);
  screen.replaceChildren(el("section", { class: "panel stopped" }, el("h2", { tabindex: "-1" }, heading), el("p", {}, text),
    el("div", { class: "row" },
      button ? el("button", { class: "button main", type: "button", onclick: comeBack }, button) : null,
      el("a", { class: "button", href: front }, gettext("To the front page")))));
  document.body.classList.remove("at-table");
  find("h2", screen).focus();
}

function comeBack() {
  connection.open();
  screen.replaceChildren(el("p", { class: "waiting" }, gettext("Joining the room…")));
}

listenToKeys(board, () => menu.rules(), preferences);
if (roomId) connection.open();
