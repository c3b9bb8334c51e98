/**
 * The load: opens every seat of every match, then measures phase after phase. Takes a plan (JSON) on its input, prints
 * what it found (JSON).
 *
 * @typedef {{name: string, moving: number, rate: number | null, warm: number, seconds: number}} Phase `rate` in moves a
 *   second over all moving matches; null for as fast as they can
 * @typedef {{kind: string, port: number, matches: number, players: number, phases: Phase[],
 *   processes: Record<string, number[]>, [more: string]: unknown}} Plan `processes.server` is the one that is measured
 */

"use strict";

const { text } = require("node:stream/consumers");
const { setTimeout: sleep } = require("node:timers/promises");
const { counters } = require("./socket");
const { Load, Table, now } = require("./table");
const { cores, processorSeconds, residentKb } = require("./machine");

const OPENING_AT_ONCE = 8;
const SETTLE_MS = 3000;
const CALM_MS = 700;

/** @template T @param {T[]} items @param {(item: T) => Promise<void>} work */
async function inTurns(items, work) {
  const waiting = items[Symbol.iterator]();
  const lanes = Array.from({ length: OPENING_AT_ONCE }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(lanes);
}

async function openTable(table) {
  for (const client of table.clients) await client.open();
}

/** @param {number[]} sorted @param {number} part */
function percentile(sorted, part) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] : null;
}

function sample(processes) {
  const used = Object.entries(processes).map(([name, pids]) => [name, processorSeconds(pids)]);
  const own = process.cpuUsage();
  return {
    at: now() / 1000,
    used: { ...Object.fromEntries(used), load: (own.user + own.system) / 1e6 },
    cores: cores(),
    ...counters,
  };
}

/** What was used between two samples. */
function between(before, after, latencies) {
  const seconds = after.at - before.at;
  const used = Object.fromEntries(Object.entries(after.used).map(([name, s]) => [name, s - before.used[name]]));
  const busy = after.cores.map((core, number) => core.busy - before.cores[number].busy);
  const all = busy.reduce((sum, each) => sum + each, 0);
  const known = Object.values(used).reduce((sum, each) => sum + each, 0);
  const stolen = after.cores.reduce((sum, core, number) => sum + core.stolen - before.cores[number].stolen, 0);
  const sorted = latencies.sort((a, b) => a - b);
  return {
    seconds,
    moves: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    used,
    busy: busy.map((each) => each / seconds),
    others: Math.max(0, all - known) / seconds,
    stolen: stolen / seconds,
    frames: after.frames - before.frames,
    bytes: after.bytes - before.bytes,
  };
}

/** @param {Phase} phase @param {Table[]} tables @param {Load} load @param {Plan["processes"]} processes */
async function measure(phase, tables, load, processes) {
  const gap = phase.rate ? (phase.moving / phase.rate) * 1000 : 0;
  for (const table of tables) table.next = now() + Math.random() * gap;
  load.play(phase.moving, gap);
  for (const table of tables) table.goOn();
  await sleep(phase.warm * 1000);
  console.error(`measuring ${phase.name}`);
  load.begin();
  const before = sample(processes);
  await sleep(phase.seconds * 1000);
  const after = sample(processes);
  const { latencies, refused } = load;
  load.hold();
  for (const table of tables) table.pause();
  await sleep(CALM_MS);
  return { name: phase.name, ...between(before, after, latencies), refused };
}

async function main() {
  /** @type {Plan} */
  const plan = JSON.parse(await text(process.stdin));
  const kind = require(`./clients/${plan.kind}`);
  const load = new Load();
  const tables = Array.from({ length: plan.matches }, (_, number) => {
    const table = new Table(number, load);
    table.clients = Array.from({ length: plan.players }, (__, seat) => new kind.Client(table, seat, plan));
    return table;
  });
  // The first match warms the server up, so that what it loads once is not counted as a socket's.
  const [first, ...others] = tables;
  await openTable(first);
  await sleep(CALM_MS);
  const { server } = plan.processes;
  const memoryBefore = residentKb(server);
  await inTurns(others, openTable);
  await inTurns(tables, async (table) => table.clients[0].begin?.());
  await sleep(SETTLE_MS);
  const memory = residentKb(server);
  const phases = [];
  for (const phase of plan.phases) phases.push(await measure(phase, tables, load, plan.processes));
  const found = {
    kbPerSocket: others.length ? (memory - memoryBefore) / (others.length * plan.players) : null,
    memoryKb: memory,
    phases,
    closed: counters.closed,
    stuck: tables.filter((table) => !table.ready).length,
    refusals: kind.refusals ?? {},
    extra: kind.extra ?? {},
  };
  console.log(JSON.stringify(found));
  process.exit(0);
}

process.on("beforeExit", () => {
  throw new Error("every socket is closed before its time");
});
main();
