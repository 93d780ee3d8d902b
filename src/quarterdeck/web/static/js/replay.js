/** The battle gone through again: a picture a round, a patch an event; the panel shows the event in place of the question. */

import { dice } from "./dice.js";
import { h } from "./dom.js";
import { patched } from "./map/scene.js";
import { plain, ruleLink, text } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Patch} Patch */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./app.js").App} App */
/**
 * A moment of the battle: `at` so many events have happened; `place` is where that is on the time line, in rounds.
 * @typedef {{at: number, n: number, event: Event | null, events: Event[], of: number, place: number, picture: Picture, running: boolean}} Moment
 */

const STEP = 900;

/** A picture with what an event changed. @param {Picture} picture @param {Patch | undefined} patch @returns {Picture} */
function after(picture, patch) {
  const items = /** @type {Item[]} */ (patched(picture.scene.items ?? [], patch));
  return { ...picture, scene: { ...picture.scene, items } };
}

export class Replay {
  /** @type {import("./types.js").Replay | null} */
  #record = null;
  #timer = 0;
  #loading = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** From the first event on. */
  async start() {
    await this.goTo(0);
    this.toggle();
  }

  /** @returns {Promise<import("./types.js").Replay | null>} */
  async #load() {
    const known = this.#record?.events.length ?? -1;
    if (this.#loading || known >= this.app.state.log.length) return this.#record;
    this.#loading = true;
    this.app.store.set({ loading: true });
    try {
      this.#record = await this.app.net.get("/replay");
    } catch (fault) {
      this.app.drafts.fault(fault);
    } finally {
      this.#loading = false;
      this.app.store.set({ loading: false });
    }
    return this.#record;
  }

  /** The moment after so many events. @param {number} at */
  async goTo(at) {
    const record = await this.#load();
    if (!record) return;
    const { events, pictures } = record;
    const event = events[at - 1] ?? null;
    const base = [...pictures].reverse().find((each) => each.n <= (event?.n ?? 0)) ?? pictures[0];
    const between = events.slice(0, at).filter((each) => each.n > base.n);
    const picture = between.reduce((now, each) => after(now, each.patch), base.picture);
    const running = !!this.app.state.replay?.running;
    this.app.store.set({
      replay: {
        at,
        n: event?.n ?? 0,
        event,
        events: events.slice(0, at),
        of: events.length,
        place: placeOf(events, at),
        picture,
        running,
      },
    });
  }

  /** Where on the time line was pointed at, in rounds. @param {number} place */
  async goToPlace(place) {
    const record = await this.#load();
    if (!record) return;
    const at = record.events.filter((_event, n) => placeOf(record.events, n + 1) <= place).length;
    if (at >= record.events.length) this.leave();
    else if (at !== this.app.state.replay?.at) this.goTo(at);
  }

  /** @param {1 | -1} way */
  async step(way) {
    const { replay, log } = this.app.state;
    const at = (replay?.at ?? log.length) + way;
    if (at < 0 || (!replay && way > 0)) return;
    if (replay && at > replay.of) return this.leave();
    const shown = replay?.picture;
    await this.goTo(at);
    const now = this.app.state.replay;
    if (way > 0 && shown && now?.event?.fx?.length) await this.app.show(now.event.fx, shown);
  }

  toggle() {
    const { replay } = this.app.state;
    if (!replay) return void this.start();
    this.app.store.set({ replay: { ...replay, running: !replay.running } });
    if (!replay.running) this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    const { replay, speed } = this.app.state;
    if (!replay?.running) return;
    if (replay.at >= replay.of) return this.leave();
    const began = performance.now();
    await this.step(1);
    const rest = Math.max(0, STEP / speed - (performance.now() - began));
    this.#timer = setTimeout(() => this.#run(), rest);
  }

  leave() {
    clearTimeout(this.#timer);
    this.app.map?.skip();
    this.app.store.set({ replay: null });
  }
}

/** Where an event stands, in rounds: its mark says, else its place among those of its round. @param {Event[]} events @param {number} at */
function placeOf(events, at) {
  const event = events[at - 1];
  if (!event) return 0;
  const first = events.findIndex((each) => each.turn === event.turn);
  const count = events.filter((each) => each.turn === event.turn).length;
  return Math.max(0, event.turn - 1) + (at - 1 - first) / Math.max(1, count);
}

/** The panel while the battle is gone through again. @param {App} app @param {Moment} moment */
export function replayPanel(app, moment) {
  const { event } = moment;
  const word = plain(moment.picture.progress.word);
  const head = event
    ? [t("turn_only", { word, turn: event.turn }), plain(event.phase)].filter(Boolean).join(" · ")
    : t("end_word");
  return h(
    "section",
    { class: "q replaying", key: "replay", "aria-labelledby": "question-title" },
    h(
      "header",
      null,
      h("h2", { id: "question-title", tabindex: -1 }, t("replay")),
      h("span", { class: "count" }, t("replay_at", { n: moment.at, of: moment.of })),
      h("p", { class: "lead" }, h("span", null, head), ruleLink(event?.rule)),
    ),
    event &&
      h(
        "div",
        { class: "moment" },
        h("p", { class: "result" }, text(event.text, { marked: true })),
        dice(event.dice),
        h(
          "ul",
          null,
          (event.why ?? []).map((each) => h("li", null, ruleLink(each.rule), " ", text(each.text))),
        ),
      ),
    h(
      "div",
      { class: "foot" },
      h("button", { class: "btn pri", on: { click: () => app.replay?.leave() } }, t("to_present")),
      h("button", { class: "btn", on: { click: () => app.replay?.step(-1) } }, t("prev_event")),
      h("button", { class: "btn", on: { click: () => app.replay?.step(1) } }, t("next_event")),
    ),
  );
}
