/** Drafts and inputs: a change shows at once, is sent one at a time, the latest wins; a commit waits until all is sent. */

import { Refusal } from "./request.js";
import { dressOf, draftOf, openSlate } from "./store.js";
import { plain } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Dress} Dress */
/** @typedef {import("./types.js").Update} Update */

const UNDO = 50;
const RETRY = 1000;

export class Drafts {
  #flying = false;
  /** Odds that are being asked for, by question: of which draft, and what ends it. @type {Map<string, {draft: string, line: AbortController}>} */
  #odds = new Map();
  #inputs = 0;
  /** The slate given last. */
  #given = "";
  /** @type {(() => void)[]} */
  #idle = [];

  /** @param {import("./store.js").Store} store @param {import("./net.js").Net} net */
  constructor(store, net) {
    this.store = store;
    this.net = net;
  }

  /** Take what an update says of questions: all of it, but for what was changed here since. @param {Update} update @returns {Partial<import("./store.js").State>} */
  taken(update) {
    const { state } = this.store;
    const rev = update.slate?.rev ?? 0;
    const known = new Map(questionsOf(update).map((each) => [each.q, each]));
    const stays = (/** @type {string} */ q) =>
      known.has(q) && (this.#pending(q) || this.#fresher(state.dresses[q], known.get(q), rev));
    const dresses = Object.fromEntries(Object.entries(state.dresses).filter(([q]) => stays(q)));
    const drafts = Object.fromEntries(
      Object.entries(state.drafts)
        .filter(([q]) => known.has(q))
        .map(([q, draft]) => [q, this.#pending(q) ? draft : { ...draft, draft: (dresses[q] ?? known.get(q))?.draft }]),
    );
    return { dresses, drafts, sending: this.#sends(update), slateRev: update.slate?.id === state.update?.slate?.id ? Math.max(rev, state.slateRev) : rev };
  }

  /** Whether an input is on its way, or a slate that was given still stands here as if open. @param {Update | null} update */
  #sends(update) {
    return this.#inputs > 0 || (update?.slate?.state === "open" && update.slate.id === this.#given);
  }

  /** Whether what came as an answer tells more than the update does. @param {Dress | undefined} have @param {Dress | undefined} sent @param {number} rev */
  #fresher(have, sent, rev) {
    if (!have || !sent || rev < this.store.state.slateRev) return !!have;
    return !!have.odds && sent.odds === false && alike(have.draft, sent.draft);
  }

  /** @param {string} q */
  #pending(q) {
    const draft = this.store.state.drafts[q];
    return !!draft && draft.sent < draft.k;
  }

  /** Change the draft of a question, unless it is being given or is not asked any more. @param {Dress} dress @param {any} draft */
  edit(dress, draft) {
    if (this.store.state.sending || !dressOf(this.store.state, dress.q)) return;
    const { drafts } = this.store.state;
    const had = drafts[dress.q];
    const before = [...(had?.before ?? []), draftOf(this.store.state, dress)].slice(-UNDO);
    this.#odds.get(dress.q)?.line.abort();
    const now = { draft, k: (had?.k ?? 0) + 1, sent: had?.sent ?? 0, before };
    this.store.set({ drafts: { ...drafts, [dress.q]: now }, said: "", refused: [] });
    this.#pump();
  }

  /** Whether there is something to go back to. @param {Dress} dress */
  canUndo(dress) {
    return !!this.store.state.drafts[dress.q]?.before.length;
  }

  /** @param {Dress} dress */
  undo(dress) {
    const had = this.store.state.drafts[dress.q];
    if (!had?.before.length) return;
    this.edit(dress, had.before[had.before.length - 1]);
    const now = this.store.state.drafts[dress.q];
    now.before = had.before.slice(0, -1);
  }

  async #pump() {
    if (this.#flying) return;
    this.#flying = true;
    for (let q = this.#next(); q; q = this.#next()) await this.#put(q);
    this.#flying = false;
    for (const done of this.#idle.splice(0)) done();
  }

  #next() {
    return Object.keys(this.store.state.drafts).find((q) => this.#pending(q));
  }

  /** @param {string} q */
  async #put(q) {
    const { draft, k } = this.store.state.drafts[q];
    try {
      const { rev, dress } = await this.net.put(`/drafts/${q}`, { k, rev: this.store.state.slateRev, draft });
      const { drafts, dresses, slateRev } = this.store.state;
      this.store.set({
        drafts: drafts[q] ? { ...drafts, [q]: { ...drafts[q], sent: k } } : drafts,
        dresses: { ...dresses, [q]: dress },
        slateRev: Math.max(rev, slateRev),
      });
      this.askOdds();
    } catch (fault) {
      if (fault instanceof Refusal && fault.status < 500 && fault.status !== 429) this.#refused(q, fault);
      else await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  /** @param {string} q @param {Refusal} fault */
  #refused(q, fault) {
    const { [q]: _gone, ...drafts } = this.store.state.drafts;
    this.store.set({ drafts });
    this.#unlessGone(fault);
  }

  /** A question that was closed meanwhile needs no draft; what is asked now is on its way. @param {unknown} fault */
  #unlessGone(fault) {
    if (!(fault instanceof Refusal && fault.body.error === "gone")) this.fault(fault);
  }

  /** Show why something was refused; where another window was faster, what it has drafted. @param {unknown} fault */
  fault(fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const { error, text, problems, rev } = fault.body;
    this.store.set({ said: error === "stale" ? t("stale") : plain(text) || t("error_other"), refused: problems ?? [] });
    if (error !== "stale") return;
    this.store.set({ drafts: {}, dresses: {}, slateRev: rev ?? 0 });
    this.net.open();
  }

  /** Dresses come without odds where these take time: ask for them, one at a time; those of an older draft are given up. */
  async askOdds() {
    const { state } = this.store;
    for (const { q } of openSlate(state)?.questions ?? []) {
      const dress = dressOf(state, q);
      const draft = JSON.stringify(dress?.draft);
      const before = this.#odds.get(q);
      if (!dress || dress.odds !== false || this.#pending(q) || (before?.draft === draft && !before.line.signal.aborted)) continue;
      before?.line.abort();
      const asked = { draft, line: new AbortController() };
      this.#odds.set(q, asked);
      const found = await this.net.get(`/questions/${q}`, asked.line.signal).catch(() => null);
      if (this.#odds.get(q) === asked) this.#odds.delete(q);
      const now = dressOf(this.store.state, q);
      if (found && now && alike(found.draft, now.draft)) this.store.set({ dresses: { ...this.store.state.dresses, [q]: found } });
    }
  }

  /** Let the host fill in what it would do. @param {Dress} dress */
  async suggest(dress) {
    try {
      const { draft } = await this.net.post(`/suggest/${dress.q}`);
      this.edit(dress, draft);
    } catch (fault) {
      this.#unlessGone(fault);
    }
  }

  /** All that was changed is with the host. @returns {Promise<void>} */
  settled() {
    return this.#flying ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  /** Close the slate with the drafts as they stand, or with answers given on the spot. @param {Record<string, unknown>} [answers] */
  async commit(answers) {
    await this.settled();
    const slate = openSlate(this.store.state);
    if (!slate) return;
    await this.input("/commit", { slate: slate.id, ...(answers ? { answers } : { rev: this.store.state.slateRev }) });
  }

  /** @param {Record<string, unknown>} body what to `do`, and with what */
  async act(body) {
    await this.input("/inputs", body);
  }

  /** @param {string} path @param {Record<string, unknown>} body */
  async input(path, body) {
    if (this.store.state.sending) return;
    this.#inputs += 1;
    this.store.set({ sending: true, said: "", refused: [] });
    try {
      await this.net.input(path, body);
      if (typeof body.slate === "string") this.#given = body.slate;
    } catch (fault) {
      this.fault(fault);
    } finally {
      this.#inputs -= 1;
      this.store.set({ sending: this.#sends(this.store.state.update) });
    }
  }
}

/** @param {unknown} one @param {unknown} other */
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Update} update @returns {Dress[]} */
function questionsOf(update) {
  return [...(update.slate?.questions ?? []), ...(update.offers ?? []).map((each) => each.dress)];
}
