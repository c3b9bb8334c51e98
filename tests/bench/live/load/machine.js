/** What the processes and the cores of this machine have used, as Linux counts it. */

"use strict";

const fs = require("node:fs");

const TICKS_A_SECOND = 100;

/** Processor seconds of some processes, all their threads. @param {number[]} pids */
function processorSeconds(pids) {
  let ticks = 0;
  for (const pid of pids) {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_A_SECOND;
}

/** Resident memory of some processes in kB. @param {number[]} pids */
function residentKb(pids) {
  const each = pids.map((pid) => fs.readFileSync(`/proc/${pid}/status`, "latin1").match(/VmRSS:\s+(\d+)/));
  return each.reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0);
}

/** Seconds that each core has been busy, and that the machine below took from them. */
function cores() {
  return fs
    .readFileSync("/proc/stat", "latin1")
    .split("\n")
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => {
      const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
      return {
        busy: (user + nice + system + irq + softirq) / TICKS_A_SECOND,
        stolen: steal / TICKS_A_SECOND,
      };
    });
}

module.exports = { cores, processorSeconds, residentKb };
