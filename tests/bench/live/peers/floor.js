/** Bare WebSockets with everything in memory: what JSON over Node's `ws` costs at least. Usage: node floor.js PORT */

"use strict";

const { WebSocketServer } = require("ws");
const { SEATS, deal, move, view } = require("./small_game");

/** @type {Map<string, {game: object, version: number, sockets: import("ws").WebSocket[]}>} */
const matches = new Map();

function show({ game, version, sockets }) {
  sockets.forEach((socket, seat) => socket.send(JSON.stringify(view(game, seat, version))));
}

const server = new WebSocketServer({ port: Number(process.argv[2]), host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket, request) => {
  const [, name, number] = request.url.split("/");
  const seat = Number(number);
  const match = matches.get(name) ?? { game: {}, version: 0, sockets: [] };
  matches.set(name, match);
  match.sockets[seat] = socket;
  if (match.sockets.filter(Boolean).length === SEATS) {
    deal(match.game);
    show(match);
  }
  socket.on("message", (data) => {
    const asked = JSON.parse(data);
    if (asked.version === match.version && move(match.game, seat, asked.place, asked.color)) {
      match.version++;
      show(match);
    } else {
      socket.send('{"type":"refused"}');
    }
  });
});
