/** Speaks to Colyseus, which sends each seat its view as a message. */

"use strict";

const http = require("node:http");
const msgpackr = require("@colyseus/msgpackr");
const { Socket } = require("../socket");
const { Client, smallMove } = require("../table");

// Of the protocol of Colyseus 0.17.
const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const SHORT_TEXT = 0xa0;
const MOVE = Buffer.concat([Buffer.from([ROOM_DATA, SHORT_TEXT | "move".length]), Buffer.from("move")]);

/** @returns {Promise<any>} */
function post(port, path) {
  const headers = { "content-type": "application/json", "content-length": 2 };
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: "127.0.0.1", path, method: "POST", headers }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => resolve(JSON.parse(body)));
    });
    request.on("error", reject);
    request.end("{}");
  });
}

class ColyseusClient extends Client {
  async open() {
    const { port } = this.settings;
    const path = this.seat ? `/matchmake/joinById/${this.table.room}` : "/matchmake/create/cards";
    const reserved = await post(port, path);
    this.table.room = reserved.roomId ?? reserved.room.roomId;
    const server = reserved.processId ?? reserved.room.processId;
    this.socket = new Socket({
      port,
      path: `/${server}/${this.table.room}?sessionId=${reserved.sessionId}`,
      hear: (...message) => this.hear(...message),
    });
    const joined = new Promise((resolve) => {
      this.joined = resolve;
    });
    await this.socket.open();
    await joined;
  }

  hear(data, start, end) {
    if (data[start] === JOIN_ROOM) {
      this.socket.binary(Buffer.from([JOIN_ROOM]));
      this.joined();
    } else {
      this.take(data, start, end);
    }
  }

  take(data, start, end) {
    if (data[start] !== ROOM_DATA) return;
    const body = start + 2 + (data[start + 1] & ~SHORT_TEXT);
    if (data.latin1Slice(start + 2, body) !== "view") {
      this.table.takeBack();
      return;
    }
    const view = msgpackr.unpack(data.subarray(body, end));
    this.see(view.version, view.turn === this.seat ? view : null);
  }

  move() {
    const move = { version: this.version, ...smallMove(this.view) };
    this.socket.binary(Buffer.concat([MOVE, msgpackr.pack(move)]));
  }
}

module.exports = { Client: ColyseusClient };
