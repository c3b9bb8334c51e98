/** Colyseus, its state kept in step with every client, hands by `StateView`. Usage: node colyseus_views.js PORT */

"use strict";

const { Server, Room } = require("@colyseus/core");
const { ArraySchema, StateView } = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Seat, Table } = require("./colyseus_state");
const { SEATS, deal, move } = require("./small_game");

const BEFORE_THE_DEAL_MS = 100;

class CardsRoom extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.setPatchRate(null);
    this.state = new Table();
    this.state.version = -1;
    this.game = {};
    this.onMessage("move", (client, { version, place, color }) => {
      const { game, state } = this;
      const { seat } = client.userData;
      const before = game.deals;
      if (version !== state.version || !move(game, seat, place, color)) {
        client.send("refused", {});
        return;
      }
      if (place >= 0 && game.deals === before) state.seats[seat].hand.splice(place, 1);
      this.show(game.deals !== before);
    });
  }

  onJoin(client) {
    const seat = new Seat();
    seat.count = 0;
    seat.hand = new ArraySchema();
    client.userData = { seat: this.state.seats.length };
    this.state.seats.push(seat);
    client.view = new StateView();
    client.view.add(seat);
    if (this.state.seats.length < SEATS) return;
    // Not by the room's clock: that ticks with each patch, which `show` sends.
    setTimeout(() => {
      deal(this.game);
      this.show(true);
    }, BEFORE_THE_DEAL_MS);
  }

  /** Writes what has changed into the state and sends it. Hands only grow here: a played card is out already. */
  show(dealt) {
    const { game, state } = this;
    for (let number = 0; number < SEATS; number++) {
      const seat = state.seats[number];
      const hand = game.hands[number];
      if (dealt) seat.hand.clear();
      for (let place = seat.hand.length; place < hand.length; place++) seat.hand.push(hand[place]);
      seat.count = hand.length;
    }
    state.top = game.discards.at(-1);
    state.color = game.color;
    state.direction = game.direction;
    state.turn = game.turn;
    state.pile = game.pile.length;
    state.deals = game.deals;
    state.version++;
    this.broadcastPatch();
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ pingInterval: 20000 }) });
server.define("cards", CardsRoom);
server.listen(Number(process.argv[2]), "127.0.0.1");
