/** Speaks to boardgame.io: socket.io packets over one WebSocket, whole states. */

"use strict";

const { Socket } = require("../socket");
const { Client, smallMove } = require("../table");

const SPACE = "/cards";
const OPEN = "0";
const PING = "2";
const EVENT = `42${SPACE},`;
const STATE_ID = '"_stateID":';

/** The state's own id is the highest in the text; those of the log are lower. */
function stateId(text) {
  let highest = -1;
  for (let at = text.indexOf(STATE_ID); at >= 0; at = text.indexOf(STATE_ID, at + 1)) {
    highest = Math.max(highest, parseInt(text.slice(at + STATE_ID.length), 10));
  }
  return highest;
}

class BoardgameClient extends Client {
  async open() {
    const path = "/socket.io/?EIO=4&transport=websocket";
    this.socket = new Socket({ port: this.settings.port, path, hear: (...message) => this.hear(...message) });
    const synced = new Promise((resolve) => {
      this.synced = resolve;
    });
    await this.socket.open();
    await synced;
  }

  emit(name, ...fields) {
    this.socket.text(EVENT + JSON.stringify([name, ...fields]));
  }

  hear(data, start, end) {
    const text = data.latin1Slice(start, end);
    if (text.startsWith(OPEN)) this.socket.text(`40${SPACE},`);
    else if (text.startsWith(PING)) this.socket.text("3");
    else if (text.startsWith(`40${SPACE}`)) this.emit("sync", this.matchId, String(this.seat), null, 4);
    else if (text.startsWith(`${EVENT}["update"`)) this.update(text);
    else if (text.startsWith(`${EVENT}["sync"`)) this.sync(JSON.parse(text.slice(EVENT.length))[2].state);
  }

  get matchId() {
    return `m${this.table.number}`;
  }

  sync(state) {
    this.see(state._stateID, this.isMine(state.ctx.currentPlayer) ? state.G : null);
    this.synced();
  }

  update(text) {
    const name = '"currentPlayer":"';
    const mine = this.isMine(text[text.indexOf(name) + name.length]);
    this.see(stateId(text), mine ? JSON.parse(text.slice(EVENT.length))[2].G : null);
  }

  isMine(player) {
    return Number(player) === this.seat;
  }

  move() {
    const { place, color } = smallMove(this.view);
    const payload = { type: "play", args: color ? [place, color] : [place], playerID: String(this.seat) };
    const action = { type: "MAKE_MOVE", payload: { ...payload, credentials: null } };
    this.emit("update", action, this.version, this.matchId, String(this.seat));
  }
}

module.exports = { Client: BoardgameClient };
