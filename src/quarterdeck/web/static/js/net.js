/** The line to the host: updates by a socket or by waiting GETs, requests, and inputs that are sent until they are answered. */

import { Refusal, request } from "./request.js";

/** @typedef {import("./types.js").Update} Update */

const WAIT = 25;
const STEPS = [500, 1000, 2000, 4000, 8000];
const SOCKET_TRIES = 3;
/** Sockets that are refused are closed with 4000 and the status that a request would have had. */
const REFUSED = 4400;

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {number} failures */
const patience = (failures) => STEPS[Math.min(failures, STEPS.length - 1)];

export class Net {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #run = 0;

  /** @param {string} base the address of the seat, `/api/battles/<battle>/<seat>` */
  constructor(base) {
    this.base = base;
    /** The last event and revision known. @type {() => {n: number, rev: number}} */
    this.known = () => ({ n: 0, rev: 0 });
    /** The seat is not for whoever asks, or not there. @type {() => void} */
    this.onClosed = () => {};
    /** @type {(update: Update) => void} */
    this.onUpdate = () => {};
    /** @type {(cut: boolean) => void} */
    this.onLine = () => {};
  }

  /** Open the line, or open it anew from the last known event. */
  open() {
    this.close();
    if (this.#failures < SOCKET_TRIES) this.#listen(this.#run);
    else this.#wait(this.#run);
  }

  close() {
    this.#run += 1;
    this.#socket?.close();
    this.#socket = null;
  }

  /** @param {number} run */
  #listen(run) {
    const address = new URL(`${this.base}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => socket.send(JSON.stringify({ n: this.known().n, lang: document.documentElement.lang }));
    socket.onmessage = (event) => this.#arrived(JSON.parse(event.data));
    socket.onclose = ({ code }) => (code >= REFUSED ? this.onClosed() : this.#again(run));
  }

  /** @param {Update | {ping: true}} told */
  #arrived(told) {
    this.#failures = 0;
    this.onLine(false);
    if ("rev" in told) this.onUpdate(told);
  }

  /** @param {number} run */
  async #again(run) {
    if (run !== this.#run) return;
    this.onLine(true);
    await pause(patience(this.#failures++));
    if (run === this.#run) this.open();
  }

  /** Without sockets: ask and wait for an answer, again and again. @param {number} run */
  async #wait(run) {
    while (run === this.#run) {
      try {
        const { n, rev } = this.known();
        const update = await this.get(`?n=${n}&rev=${rev}&wait=${WAIT}`);
        if (run !== this.#run) return;
        this.onLine(false);
        this.onUpdate(update);
      } catch (fault) {
        if (fault instanceof Refusal && fault.status < 500) return this.onClosed();
        this.onLine(true);
        await pause(patience(this.#failures++));
      }
    }
  }

  /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  get(path, signal) {
    return request("GET", this.base + path, undefined, signal);
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  put(path, body) {
    return request("PUT", this.base + path, body);
  }

  /** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  post(path, body = {}) {
    return request("POST", this.base + path, body);
  }

  /** An input, sent with the same name until it is answered. @param {string} path @param {Record<string, unknown>} body @returns {Promise<any>} */
  async input(path, body) {
    const named = { rid: crypto.randomUUID?.() ?? randomName(), ...body };
    for (let failures = 0; ; failures++) {
      try {
        return await this.post(path, named);
      } catch (fault) {
        if (fault instanceof Refusal && fault.status < 500 && fault.status !== 429) throw fault;
        if (!(fault instanceof Refusal)) this.onLine(true);
        await pause(patience(failures));
      }
    }
  }
}

/** `randomUUID` is there in secure contexts only; a battle on a home network has none. */
function randomName() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
