/** Matches under load: who may move when, and how long a move takes until the last seat has seen it. */

"use strict";

const now = () => Number(process.hrtime.bigint()) / 1e6;

/** How the matches are played at the moment, and what was measured since `begin`. */
class Load {
  constructor() {
    this.hold();
    this.begin();
  }

  /** Nobody moves. */
  hold() {
    this.moving = 0;
    this.gap = 0;
  }

  /** The first so many matches play: as fast as they can, or one move each `gap` ms. */
  play(matches, gap) {
    this.moving = matches;
    this.gap = gap;
  }

  begin() {
    /** @type {number[]} ms from sending a move to the last player's view */
    this.latencies = [];
    this.refused = 0;
  }
}

/** One match with a client for each of its seats. */
class Table {
  constructor(number, load) {
    this.number = number;
    this.load = load;
    /** @type {Client[]} */
    this.clients = [];
    /** @type {{base: number, at: number, seen: number}[]} moves that some seat has not seen yet */
    this.pending = [];
    /** @type {Client | null} who may move and has not */
    this.ready = null;
    this.next = 0;
    this.timer = null;
  }

  /** A client's view went from one version to another. */
  saw(before, version) {
    const { pending } = this;
    for (const move of pending) {
      if (before <= move.base && version > move.base && ++move.seen === this.clients.length) {
        this.load.latencies.push(now() - move.at);
      }
    }
    while (pending.length && pending[0].seen === this.clients.length) pending.shift();
  }

  /** It is this client's turn. */
  offer(client) {
    this.ready = client;
    this.goOn();
  }

  /** Moves now, or when the match's next move is due. */
  goOn() {
    const { load } = this;
    if (!this.ready || this.timer || this.number >= load.moving) return;
    const wait = load.gap ? this.next - now() : 0;
    if (wait <= 0) {
      this.move();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      if (load.gap) this.move();
    }, wait);
  }

  move() {
    const client = this.ready;
    if (!client) return;
    this.ready = null;
    const at = now();
    this.next = Math.min(Math.max(at, this.next + this.load.gap), at + this.load.gap);
    this.pending.push({ base: client.version, at, seen: 0 });
    client.move();
  }

  /** The last move was not accepted: it is nobody's to see. */
  takeBack() {
    this.load.refused++;
    this.pending.pop();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}

/** A seat's page. Kinds of servers differ in how they are spoken to. */
class Client {
  /** @param {Table} table @param {number} seat @param {{port: number, [name: string]: unknown}} settings */
  constructor(table, seat, settings) {
    this.table = table;
    this.seat = seat;
    this.settings = settings;
    this.version = -1;
    /** @type {any} the view on which the next move is decided */
    this.view = null;
  }

  /** A newer version has come; `view` when this seat is to move. */
  see(version, view) {
    if (version <= this.version) return;
    const before = this.version;
    this.version = version;
    this.table.saw(before, version);
    if (!view) return;
    this.view = view;
    this.table.offer(this);
  }
}

/** One of several, all equally likely. */
function one(choices) {
  return choices[Math.floor(Math.random() * choices.length)];
}

/** A random move of the small game; the place -1 draws. */
function smallMove({ legal, hand }) {
  if (!legal.length) return { place: -1 };
  const place = one(legal);
  return hand[place][0] === "w" ? { place, color: one("rgby") } : { place };
}

module.exports = { Client, Load, Table, now, one, smallMove };
