/** The one state of the page. Whoever draws subscribes; what changed in one go is told once. */

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Dress} Dress */
/** @typedef {import("./types.js").Slate} Slate */

/**
 * A draft as the page holds it: `k` counts its changes, `sent` is the last one that the host has, `before` what undo goes back to.
 * @typedef {{draft: any, k: number, sent: number, before: any[]}} Draft
 */
/**
 * @typedef {object} State
 * @property {Update | null} update the last one
 * @property {import("./types.js").Event[]} log
 * @property {Record<string, Draft>} drafts what was changed here and is not yet answered
 * @property {Record<string, Dress>} dresses newer than those of the update
 * @property {number} slateRev
 * @property {string} q the question that is open
 * @property {Record<string, string>} open the row that is open, by question
 * @property {string} selected a unit
 * @property {string} mount a mount of it whose arcs are shown
 * @property {string | null} hover
 * @property {string} tab
 * @property {string} said what was last refused, in words
 * @property {import("./types.js").Problem[]} refused
 * @property {boolean} sending
 * @property {boolean} cut whether the line is
 * @property {boolean} playing whether events are being shown
 * @property {number} speed
 * @property {string[]} hidden layers
 * @property {boolean} ruler
 * @property {number | null} why the event whose reasons are open
 * @property {{text: string, n: number}} told what the log last said, for reading aloud
 * @property {boolean} loading whether the battle gone through is being fetched
 * @property {import("./replay.js").Moment | null} replay
 */

export class Store {
  /** @type {State} */
  state = {
    update: null,
    log: [],
    drafts: {},
    dresses: {},
    slateRev: 0,
    q: "",
    open: {},
    selected: "",
    mount: "",
    hover: null,
    tab: "question",
    said: "",
    refused: [],
    sending: false,
    cut: false,
    playing: false,
    speed: 1,
    hidden: [],
    ruler: false,
    why: null,
    told: { text: "", n: 0 },
    loading: false,
    replay: null,
  };

  /** @type {Set<(changed: Set<string>) => void>} */
  #listeners = new Set();
  /** @type {Set<string>} */
  #changed = new Set();

  /** @param {Partial<State>} changes */
  set(changes) {
    if (!this.#changed.size) queueMicrotask(() => this.#tell());
    Object.assign(this.state, changes);
    for (const name of Object.keys(changes)) this.#changed.add(name);
  }

  /** @param {(changed: Set<string>) => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  #tell() {
    const changed = this.#changed;
    this.#changed = new Set();
    for (const listener of this.#listeners) listener(changed);
  }
}

// What the state means

/** @param {State} state @returns {Slate | null} */
export function openSlate(state) {
  const slate = state.update?.slate;
  return slate && slate.state === "open" ? slate : null;
}

/** The dress of a question or an offer as it stands: the newest that came. @param {State} state @param {string} q @returns {Dress | null} */
export function dressOf(state, q) {
  const { update } = state;
  const sent = update?.slate?.questions.find((each) => each.q === q) ?? update?.offers?.find((each) => each.dress.q === q)?.dress;
  return state.dresses[q] ?? sent ?? null;
}

/** The question shown. @param {State} state @returns {Dress | null} */
export function shownDress(state) {
  const slate = openSlate(state);
  if (!slate || !slate.questions.length) return null;
  const q = slate.questions.some((each) => each.q === state.q) ? state.q : slate.questions[0].q;
  return dressOf(state, q);
}

/** What the answer to it is as drafted here. @param {State} state @param {Dress} dress */
export function draftOf(state, dress) {
  return state.drafts[dress.q]?.draft ?? dress.draft;
}

/** Whether its numbers are those of an older draft. @param {State} state @param {Dress} dress */
export function isBehind(state, dress) {
  const draft = state.drafts[dress.q];
  return !!draft && draft.sent < draft.k;
}

/** The picture shown: of the moment replayed, else the present. @param {State} state */
export function pictureOf(state) {
  return state.replay?.picture ?? state.update?.picture ?? null;
}

/** The unit that something points at: itself, or the first of a group that is left. @param {import("./types.js").Picture | undefined} picture @param {string | undefined} ref */
export function unitAt(picture, ref) {
  const units = picture?.units ?? [];
  const mates = units.filter((unit) => unit.group && unit.group.id === ref);
  return units.find((unit) => unit.id === ref) ?? mates.find((unit) => !isGone(picture, unit.id)) ?? mates[0];
}

/** Whether a unit does not stand on the map. @param {import("./types.js").Picture | undefined} picture @param {string} id */
const isGone = (picture, id) => !picture?.scene.items?.some((item) => item.k === "token" && item.ref === id);
