/** Speaks to Colyseus, which keeps its state in step with the client's. */

"use strict";

const { Decoder } = require("@colyseus/schema");
const { Table } = require("../../peers/colyseus_state");
const colyseus = require("./colyseus");

// Of the protocol of Colyseus 0.17.
const ROOM_STATE = 14;
const ROOM_STATE_PATCH = 15;
const SEATS = 4;

class ColyseusViewsClient extends colyseus.Client {
  state = new Table();
  decoder = new Decoder(this.state);

  take(data, start, end) {
    if (data[start] !== ROOM_STATE && data[start] !== ROOM_STATE_PATCH) {
      super.take(data, start, end);
      return;
    }
    this.decoder.decode(new Uint8Array(data.buffer, data.byteOffset + start, end - start), { offset: 1 });
    const { state } = this;
    if (state.version < 0 || state.seats.length < SEATS) return;
    this.see(state.version, state.turn === this.seat ? this.ownView() : null);
  }

  ownView() {
    const { seats, color, top } = this.state;
    const hand = [...seats[this.seat].hand];
    const legal = [];
    hand.forEach((card, place) => {
      if (card[0] === "w" || card[0] === color || card[1] === top[1]) legal.push(place);
    });
    return { hand, legal };
  }
}

module.exports = { Client: ColyseusViewsClient };
