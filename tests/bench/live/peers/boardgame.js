/** boardgame.io, as its documentation says: secret state by `playerView`. Usage: node boardgame.js PORT */

"use strict";

const { Server } = require("boardgame.io/dist/cjs/server.js");
const { SEATS, deal, move, view } = require("./small_game");

const game = {
  name: "cards",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => deal({}, random.Shuffle),
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % SEATS } },
  moves: {
    play: {
      client: false,
      move: ({ G, events, random, playerID }, place, color) => {
        if (!move(G, Number(playerID), place, color, (cards) => random.Shuffle(cards))) return "INVALID_MOVE";
        events.endTurn({ next: String(G.turn) });
      },
    },
  },
  playerView: ({ G, playerID }) => view(G, Number(playerID), 0),
};

const server = Server({ games: [game], origins: ["*"] });

// Its own storage in memory. The log of a match would grow without end and be written anew with each move, where a real
// site starts a new match after each deal; so it is emptied at each deal, in favor of boardgame.io.
const store = server.db;
const setState = store.setState.bind(store);
const deals = new Map();
store.setState = (id, state, delta) => {
  if (deals.get(id) !== state.G.deals) {
    deals.set(id, state.G.deals);
    store.log.delete(id);
  }
  return setState(id, state, delta);
};

// It listens everywhere and has no setting for that.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, "127.0.0.1", done);
server.run({ port: Number(process.argv[2]) });
