/** The state that Colyseus keeps in step with its clients; a hand is in the view of its own seat only. */

"use strict";

const { schema } = require("@colyseus/schema");

const Seat = schema({ count: "int8", hand: { array: "string", view: true } }, "Seat");
const Table = schema(
  {
    version: "int32",
    turn: "int8",
    top: "string",
    color: "string",
    direction: "int8",
    pile: "int16",
    deals: "int32",
    seats: [Seat],
  },
  "Table",
);

module.exports = { Seat, Table };
