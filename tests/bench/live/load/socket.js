/** A WebSocket client that does as little as it can, so that the load is not what is measured. */

"use strict";

const crypto = require("node:crypto");
const net = require("node:net");

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const FINAL = 128;
const MASKED = 128;
const PATIENCE_MS = 60_000;

const counters = { frames: 0, bytes: 0, closed: 0 };

/** @typedef {(data: Buffer, start: number, end: number) => void} Hear takes a message that lies in data[start, end) */

class Socket {
  /** @param {{port: number, path: string, headers?: Record<string, string>, hear: Hear}} options */
  constructor({ port, path, headers = {}, hear }) {
    this.port = port;
    this.path = path;
    this.headers = headers;
    this.hear = hear;
    /** @type {Buffer | null} the beginning of a frame whose end has yet to come */
    this.rest = null;
  }

  /** @returns {Promise<void>} settled when the server has agreed to the upgrade, or has not */
  open() {
    return new Promise((resolve, reject) => {
      const tcp = net.connect(this.port, "127.0.0.1");
      this.tcp = tcp;
      tcp.setNoDelay(true);
      tcp.setTimeout(PATIENCE_MS, () => reject(new Error(`no answer to ${this.path}`)));
      tcp.once("connect", () => tcp.write(this.request()));
      tcp.on("error", reject);
      tcp.on("close", () => {
        counters.closed++;
        reject(new Error(`closed: ${this.path}`));
      });
      this.upgrade(tcp, resolve, reject);
    });
  }

  request() {
    const headers = {
      Host: `127.0.0.1:${this.port}`,
      Origin: `http://127.0.0.1:${this.port}`,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": crypto.randomBytes(16).toString("base64"),
      ...this.headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `GET ${this.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  }

  upgrade(tcp, resolve, reject) {
    let head = Buffer.alloc(0);
    const listen = (data) => {
      head = Buffer.concat([head, data]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      tcp.off("data", listen);
      tcp.setTimeout(0);
      if (!head.toString("latin1", 0, 20).includes(" 101")) {
        reject(new Error(head.toString("latin1", 0, 300)));
        return;
      }
      tcp.on("data", (more) => this.read(more));
      resolve();
      if (head.length > end + 4) this.read(head.subarray(end + 4));
    };
    tcp.on("data", listen);
  }

  /** @param {Buffer} received */
  read(received) {
    const data = this.rest ? Buffer.concat([this.rest, received]) : received;
    let at = 0;
    while (data.length - at >= 2) {
      let size = data[at + 1] & 127;
      let head = 2;
      if (size === 126 && data.length - at >= 4) {
        size = data.readUInt16BE(at + 2);
        head = 4;
      } else if (size === 127 && data.length - at >= 10) {
        size = Number(data.readBigUInt64BE(at + 2));
        head = 10;
      } else if (size >= 126) {
        break;
      }
      const start = at + head;
      if (data.length < start + size) break;
      this.take(data[at] & 15, data, start, start + size);
      at = start + size;
    }
    this.rest = at < data.length ? Buffer.from(data.subarray(at)) : null;
  }

  take(kind, data, start, end) {
    if (kind === PING) {
      this.send(PONG, data.subarray(start, end));
    } else if (kind === CLOSE) {
      this.closeCode = data.readUInt16BE(start);
    } else {
      counters.frames++;
      counters.bytes += end - start;
      this.hear(data, start, end);
    }
  }

  /** Frames of a client are masked; a mask of zeros leaves the text as it is. */
  send(kind, payload) {
    const size = payload.length;
    const head = size < 126 ? 6 : 8;
    const frame = Buffer.allocUnsafe(head + size);
    frame[0] = FINAL | kind;
    if (size < 126) {
      frame[1] = MASKED | size;
    } else {
      frame[1] = MASKED | 126;
      frame.writeUInt16BE(size, 2);
    }
    frame.writeUInt32BE(0, head - 4);
    payload.copy(frame, head);
    this.tcp.write(frame);
  }

  text(message) {
    this.send(TEXT, Buffer.from(message, "latin1"));
  }

  binary(message) {
    this.send(BINARY, message);
  }
}

module.exports = { Socket, counters };
