/**
 * Speaks to Color Clash as its page does: lobby, acts with ids, beats, ready for each deal. `settings.seats` holds, for
 * each match, the room and a session cookie for each member; the members of a match are spread over `settings.ports`.
 */

"use strict";

const crypto = require("node:crypto");
const { Socket } = require("../socket");
const { Client, one } = require("../table");
const { numberOf } = require("./floor");

const BEAT_MS = 5000;
const COLORS = ["red", "blue", "yellow", "green"];
const MATCH = '{"type":"match"';
const OUTCOME = '{"type":"outcome"';

const refusals = {};
const extra = { readies: 0, finished: 0 };

let acts = 0;
const run = crypto.randomBytes(10).toString("hex");

/** Unique in this run; a page takes random ones. */
function newId() {
  return run + (acts++).toString(16).padStart(12, "0");
}

class OurClient extends Client {
  /** @type {Map<string, (outcome: {ok: boolean, code?: string}) => void>} lobby requests without their outcome */
  asked = new Map();
  match = null;
  /** What this seat has been ready for last: a phase and a round. */
  said = "";
  /** The last act was refused: the next frame is played on, even of the same version. */
  again = false;

  async open() {
    const { ports, seats } = this.settings;
    const { room, cookies } = seats[this.table.number];
    this.socket = new Socket({
      port: ports[this.seat % ports.length],
      path: `/ws/room/${room}/`,
      headers: { Cookie: cookies[this.seat] },
      hear: (...message) => this.hear(...message),
    });
    const entered = new Promise((resolve) => {
      this.entered = resolve;
    });
    await this.socket.open();
    await entered;
    setTimeout(() => setInterval(() => this.beat(), BEAT_MS), Math.random() * BEAT_MS);
  }

  /** The host chooses the table, the others are ready, the host starts. */
  async begin() {
    const [host, ...others] = this.table.clients;
    await host.wish({ kind: "table", ...this.settings.table });
    for (const guest of others) await guest.wish({ kind: "ready", ready: true });
    await host.wish({ kind: "start" });
  }

  async wish(asked) {
    const id = newId();
    const { epoch, version } = this.room;
    const outcome = await new Promise((resolve) => {
      this.asked.set(id, resolve);
      this.say({ type: "room", id, epoch, version, do: asked });
    });
    if (!outcome.ok) throw new Error(`${JSON.stringify(asked)}: ${outcome.code}`);
  }

  say(message) {
    this.socket.text(JSON.stringify(message));
  }

  act(asked) {
    const { id: match, epoch } = this.match;
    this.say({ type: "act", id: newId(), match, epoch, version: this.version, act: asked });
  }

  beat() {
    const { match } = this;
    this.say({ type: "beat", match: match && [match.id, match.epoch, this.version] });
  }

  hear(data, start, end) {
    const text = data.latin1Slice(start, end);
    if (text.startsWith(MATCH)) this.hearMatch(text);
    else if (text.startsWith(OUTCOME)) this.hearOutcome(JSON.parse(text));
    else if (text.startsWith('{"type":"room"')) {
      this.room = JSON.parse(text);
      this.entered();
    } else if (text.startsWith('{"type":"closing"')) throw new Error(text);
  }

  hearOutcome(outcome) {
    const lobby = this.asked.get(outcome.id);
    if (lobby) {
      this.asked.delete(outcome.id);
      lobby(outcome);
    } else if (!outcome.ok) {
      refusals[outcome.code] = (refusals[outcome.code] ?? 0) + 1;
      this.again = true;
      this.table.takeBack();
      this.say({ type: "sync" });
    }
  }

  hearMatch(text) {
    if (!this.match || !text.startsWith(this.match.head)) this.meet(JSON.parse(text));
    const version = numberOf(text, '"version":');
    const playing = text.includes('"phase":"playing"') && !text.includes('"dealing":true');
    if (!playing) this.sayReady(text, version);
    const mine = playing && numberOf(text, '"turn":') === this.seat;
    if (this.again && mine && version === this.version) {
      this.again = false;
      this.view = JSON.parse(text);
      this.table.offer(this);
    } else {
      this.see(version, mine ? JSON.parse(text) : null);
    }
  }

  /** The first frame of a match. */
  meet({ id, epoch }) {
    this.match = { id, epoch, head: `${MATCH},"id":"${id}","epoch":${epoch},` };
    this.version = -1;
    this.said = "";
    this.table.pending = [];
  }

  /** Ready once for each deal and for each next round, as a page is; the maker asks for the next match. */
  sayReady(text, version) {
    const phase = text.includes('"dealing":true') ? "dealing" : text.includes('"phase":"between"') ? "between" : "over";
    const said = `${phase} ${numberOf(text, '"round":')}`;
    if (said === this.said) return;
    this.said = said;
    this.version = Math.max(version, this.version);
    if (phase !== "over") {
      extra.readies++;
      this.act({ kind: "ready" });
    } else if (this.seat === 0) {
      extra.finished++;
      this.wish({ kind: "rematch" });
    }
  }

  move() {
    const { legal } = this.view;
    if (legal.play.length) {
      const { card, color } = one(legal.play);
      const announce = legal.arm && Math.random() < 0.5;
      this.act({ kind: "play", card, color: color ? one(COLORS) : null, announce });
    } else if (legal.choose) {
      this.act({ kind: "choose", color: one(COLORS) });
    } else if (legal.catch.length) {
      this.act({ kind: "catch", seat: legal.catch[0] });
    } else {
      this.act({ kind: legal.keep ? "keep" : legal.draw ? "draw" : "announce" });
    }
  }
}

module.exports = { Client: OurClient, extra, refusals };
