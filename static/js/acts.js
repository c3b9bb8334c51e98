/**
 * What the person asked for and the server has not answered yet. Each request keeps its id until its outcome is known,
 * however often it has to be said again, so that it happens once at most.
 */

/** @typedef {import("./types.js").Outcome} Outcome */

/** Without an outcome for this long, a request is said again. */
const REPEAT = 2500;
const UNKNOWN_PAUSE = 1000;

/** @returns {string} 32 hex digits; `crypto.randomUUID` does not exist on a home network's plain http */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Acts {
  /**
   * @param {(frame: object) => boolean} send
   * @param {(waiting: boolean) => void} syncing told when an outcome is long in coming, and when it has come
   */
  constructor(send, syncing) {
    this.send = send;
    this.syncing = syncing;
    /** @type {Map<string, {frame: object, kind: string, said: number, first: number, resolve: (outcome: Outcome) => void}>} */
    this.open = new Map();
    setInterval(() => this.watch(), 500);
  }

  /**
   * @param {object} frame without its id
   * @param {string} kind
   * @returns {Promise<Outcome>}
   */
  ask(frame, kind) {
    const id = newId();
    const whole = { ...frame, id };
    const now = performance.now();
    return new Promise((resolve) => {
      this.open.set(id, { frame: whole, kind, said: now, first: now, resolve });
      this.send(whole);
    });
  }

  /** @param {string} kind @returns {boolean} */
  isOpen(kind) {
    return [...this.open.values()].some((request) => request.kind === kind);
  }

  /** @param {{id: string, ok: boolean, code?: string}} frame */
  answer(frame) {
    const request = this.open.get(frame.id);
    if (!request) return;
    if (frame.code === "unknown") {
      request.said = performance.now() - REPEAT + UNKNOWN_PAUSE;
      this.syncing(true);
      return;
    }
    this.open.delete(frame.id);
    if (!this.open.size) this.syncing(false);
    request.resolve({ ok: frame.ok, code: frame.code });
  }

  /** The line is open again: say everything unanswered again. */
  repeat() {
    for (const request of this.open.values()) this.say(request);
  }

  /** The line is closed for good. */
  abandon() {
    for (const request of this.open.values()) request.resolve({ ok: false, code: "closed" });
    this.open.clear();
    this.syncing(false);
  }

  watch() {
    const now = performance.now();
    for (const request of this.open.values()) {
      if (now - request.said < REPEAT) continue;
      this.syncing(true);
      this.say(request);
    }
  }

  /** @param {{frame: object, said: number}} request */
  say(request) {
    request.said = performance.now();
    this.send(request.frame);
  }
}
