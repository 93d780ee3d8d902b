/** The document that is being written: itself, what was done to it, the bench that the server makes of it. */

import { edited, foundAt, slug } from "./edits.js";

/** @typedef {import("./edits.js").Edit} Edit */
/** @typedef {import("./types.js").Bench} Bench */
/** The edits of a key on a bench, where it has that key. @typedef {(bench: Bench) => Edit[] | undefined} Press */

/** The most steps that can be undone. */
const MOST_STEPS = 200;

export class Desk {
  /** @param {string} system @param {string} kind @param {any} blank @param {() => void} changed */
  constructor(system, kind, blank, changed) {
    this.api = `/api/workshop/${system}`;
    this.kind = kind;
    this.store = `quarterdeck.workshop.${system}.${kind}`;
    this.changed = changed;
    this.document = blank;
    /** @type {Bench | null} */
    this.bench = null;
    /** Under which id the document is saved. */
    this.id = "";
    this.saved = true;
    this.trouble = "";
    /** @type {any[]} */
    this.past = [];
    /** @type {any[]} */
    this.future = [];
    this.lastAt = "";
    /** Where the last edit appended something. */
    this.appended = "";
    this.asking = false;
    /** Whether the bench is that of the document as it stands. */
    this.settled = false;
    /** What was pressed while it was not. @type {Press[]} */
    this.waiting = [];
  }

  /** Begin with a document. @param {any} document @param {string} [id] */
  open(document, id = "") {
    this.keep();
    this.document = document;
    this.id = id;
    this.saved = true;
    this.lastAt = "";
    this.refresh();
  }

  /** Make edits; those at one path in a row, as when somebody types, are undone together. @param {Edit[]} edits @param {string} [at] */
  edit(edits, at = "") {
    if (!at || at !== this.lastAt) this.keep();
    this.lastAt = at;
    const before = this.document;
    this.document = edited(before, edits);
    this.appended = edits.find((edit) => !edit.drop && edit.at.endsWith("]") && foundAt(before, edit.at) === undefined)?.at ?? "";
    const named = edits.find((edit) => edit.at === "name");
    if (named && [slug(before.name ?? ""), "", undefined].includes(before.key))
      this.document = { ...this.document, key: slug(named.value) || before.key };
    this.saved = false;
    this.refresh();
  }

  /** A key of the bench is pressed: what it does is looked up once the bench is that of the document. @param {Press} press */
  press(press) {
    if (!this.settled || !this.bench) {
      this.waiting.push(press);
      return;
    }
    const edits = press(this.bench);
    if (edits) this.edit(edits);
  }

  keep() {
    this.past = [...this.past, this.document].slice(-MOST_STEPS);
    this.future = [];
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }

  /** @param {any[]} from @param {any[]} to */
  step(from, to) {
    if (!from.length) return;
    to.push(this.document);
    this.document = from.pop();
    this.lastAt = "";
    this.saved = false;
    this.refresh();
  }

  /** @param {string} path */
  at(path) {
    return foundAt(this.document, path);
  }

  /** The bench of the document as it stands: one question on its way at a time, the latest wins. */
  async refresh() {
    remember(this.store, { document: this.document, id: this.id, saved: this.saved });
    this.settled = false;
    this.changed();
    if (this.asking) return;
    this.asking = true;
    try {
      while (!this.settled) {
        const asked = this.document;
        this.bench = await send("POST", `${this.api}/${this.kind}/bench`, { document: asked });
        this.settled = asked === this.document;
      }
      this.trouble = "";
    } catch (fault) {
      this.trouble = fault instanceof Error ? fault.message : String(fault);
      this.waiting = [];
    }
    this.asking = false;
    this.changed();
    const next = this.waiting.shift();
    if (next) this.press(next);
  }

  /** Save the document: under its id, or anew. */
  async save() {
    const path = this.id ? `${this.api}/documents/${this.id}` : `${this.api}/documents`;
    const body = this.id ? { document: this.document } : { kind: this.kind, document: this.document };
    const { id } = await send(this.id ? "PUT" : "POST", path, body);
    this.id = id;
    this.saved = true;
    remember(this.store, { document: this.document, id, saved: true });
    this.changed();
  }
}

/** Ask the API; what it refuses is thrown in its own words. @param {string} method @param {string} path @param {any} [body] */
export async function send(method, path, body) {
  const answer = await ask(method, path, body);
  return answer.json();
}

/** As `send`, for an answer that is a file. @param {string} path @param {any} body @returns {Promise<Blob>} */
export async function fetchFile(path, body) {
  const answer = await ask("POST", path, body);
  return answer.blob();
}

/** @param {string} method @param {string} path @param {any} body */
async function ask(method, path, body) {
  const sent = method === "GET" ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
  const answer = await fetch(path, { method, ...sent }).catch(() => null);
  if (!answer) throw new Error("The server does not answer.");
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  const more = (said.problems ?? []).map((/** @type {{text: string}} */ each) => each.text);
  throw new Error([...new Set([said.text ?? "The server does not answer as it should.", ...more])].join(" "));
}

/** @param {string} key @param {any} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still edits.
  }
}

/** What was written here last. @param {string} key @returns {{document: any, id: string, saved: boolean} | null} */
export function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
