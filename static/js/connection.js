/**
 * The one socket of this page: opened, watched, opened again.
 *
 * After a loss of the own network it tries at once; after a close by the server it waits a random part of the pause
 * the server asked for, so that a restart is not met by everybody at the same instant.
 */

const BEAT = 5000;
/** Longer without any frame than two beats and a bit: the line is dead, whatever the browser believes. */
const SILENCE = 12000;
const PAUSES = [0, 250, 500, 1000, 2000, 4000];
/**
 * Without a network, whose return is told, hardly anything is tried: browsers hold a page back for seconds whose
 * connections have often failed, and that is when it could be back at once.
 */
const OFFLINE_PAUSE = 60000;
/** Close codes and reasons after which this page must not come back by itself. @type {Record<number, string>} */
const FINAL = { 4409: "elsewhere", 4403: "removed", 4405: "left", 4404: "closed", 4423: "aside", 4401: "signed_out", 4410: "suspended", 4029: "abuse" };

/** @typedef {"connecting" | "open" | "offline" | "lost" | "stopped"} LineState */

export class Connection {
  /**
   * @param {string} path
   * @param {{frame: (frame: any) => void, state: (state: LineState, reason?: string) => void,
   *   beat: () => object}} ears
   */
  constructor(path, ears) {
    this.url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
    this.ears = ears;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.heard = 0;
    this.pause = 0;
    this.stopped = false;
    this.welcome = false;
    this.timer = 0;
    setInterval(() => this.watch(), 1000);
    setInterval(() => this.beat(), BEAT);
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.drop("offline"));
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
  }

  /** Open, or bring back here what was stopped. */
  open() {
    this.stopped = false;
    this.tries = 0;
    this.connect();
  }

  /** @param {object} frame @returns {boolean} whether it went out */
  send(frame) {
    if (!this.welcome || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.discard();
    this.pause = 0;
    this.welcome = false;
    this.heard = performance.now();
    this.ears.state(navigator.onLine ? "connecting" : "offline");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(event));
    socket.addEventListener("close", (event) => socket === this.socket && this.closed(event.code));
  }

  /** @param {MessageEvent} event */
  hear(event) {
    this.heard = performance.now();
    const frame = JSON.parse(event.data);
    if (frame.type === "welcome") {
      this.welcome = true;
      this.tries = 0;
      this.ears.state("open");
    } else if (frame.type === "closing") {
      this.pause = frame.after ?? 0;
      if (Object.values(FINAL).includes(frame.reason)) this.stop(frame.reason);
    }
    this.ears.frame(frame);
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    this.welcome = false;
    if (this.stopped) return;
    if (FINAL[code]) {
      this.stop(FINAL[code]);
      return;
    }
    this.ears.state(navigator.onLine ? "lost" : "offline");
    const step = navigator.onLine ? PAUSES[Math.min(this.tries, PAUSES.length - 1)] : OFFLINE_PAUSE;
    this.tries += 1;
    const wait = this.pause ? Math.random() * this.pause : step / 2 + (Math.random() * step) / 2;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** @param {string} reason */
  stop(reason) {
    this.stopped = true;
    clearTimeout(this.timer);
    this.discard();
    this.ears.state("stopped", reason);
  }

  discard() {
    const old = this.socket;
    this.socket = null;
    if (old && old.readyState <= WebSocket.OPEN) old.close(1000);
  }

  /** @param {"lost" | "offline"} state */
  drop(state) {
    if (this.stopped) return;
    this.discard();
    this.welcome = false;
    this.ears.state(state);
  }

  again() {
    if (this.stopped || this.welcome) return;
    this.tries = 0;
    this.connect();
  }

  /** The page was asleep or hidden: the line may be dead without having said so. */
  wake() {
    if (this.stopped) return;
    if (!this.socket || performance.now() - this.heard > SILENCE) this.connect();
    else this.send({ type: "sync" });
  }

  watch() {
    if (this.stopped || this.timer) return;
    if (performance.now() - this.heard > SILENCE) this.connect();
  }

  beat() {
    this.send({ type: "beat", ...this.ears.beat() });
  }
}
