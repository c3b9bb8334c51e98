/** Speaks to the bare `ws` server. */

"use strict";

const { Socket } = require("../socket");
const { Client, smallMove } = require("../table");

/** The number behind a name, the first of that name in the text. */
function numberOf(text, name) {
  return parseInt(text.slice(text.indexOf(name) + name.length), 10);
}

class FloorClient extends Client {
  async open() {
    const path = `/${this.table.number}/${this.seat}`;
    this.socket = new Socket({ port: this.settings.port, path, hear: (...message) => this.hear(...message) });
    await this.socket.open();
  }

  hear(data, start, end) {
    const text = data.latin1Slice(start, end);
    if (!text.startsWith('{"type":"view"')) {
      this.table.takeBack();
      return;
    }
    const mine = numberOf(text, '"turn":') === this.seat;
    this.see(numberOf(text, '"version":'), mine ? JSON.parse(text) : null);
  }

  move() {
    this.socket.text(JSON.stringify({ version: this.version, ...smallMove(this.view) }));
  }
}

module.exports = { Client: FloorClient, numberOf };
