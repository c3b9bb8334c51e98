/** Colyseus, each seat's view sent as a message. Usage: node colyseus.js PORT */

"use strict";

const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { SEATS, deal, move, view } = require("./small_game");

class CardsRoom extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.setPatchRate(null);
    this.game = {};
    this.version = 0;
    this.seats = [];
    this.onMessage("move", (client, { version, place, color }) => {
      if (version !== this.version || !move(this.game, client.userData.seat, place, color)) {
        client.send("refused", {});
        return;
      }
      this.version++;
      this.show();
    });
  }

  onJoin(client) {
    client.userData = { seat: this.seats.length };
    this.seats.push(client);
    if (this.seats.length < SEATS) return;
    deal(this.game);
    setImmediate(() => this.show());
  }

  show() {
    this.seats.forEach((client, seat) => client.send("view", view(this.game, seat, this.version)));
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 20000 }) });
server.define("cards", CardsRoom);
server.listen(Number(process.argv[2]), "127.0.0.1");
