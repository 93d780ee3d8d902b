/** What every part of the page is given: the state, the line, the map, and the few things that can be done from anywhere. */

import { openSlate, shownDress, unitAt } from "./store.js";

/** @typedef {import("./types.js").Button} Button */
/** @typedef {import("./types.js").Dress} Dress */
/** @typedef {import("./types.js").Offer} Offer */

/**
 * What the server says of the page, in `data-` attributes of its body.
 * @typedef {{battle: string, seat: string, api: string, build: string, title: string, systemKey: string, systemTitle: string, art: string, rules: string}} PageData
 */

/** @returns {PageData} */
export function pageData() {
  const {
    battle = "",
    seat = "-",
    api = "/api",
    build = "",
    title = "",
    systemKey = "",
    systemTitle = "",
    art = "",
    rules = "",
  } = document.body.dataset;
  return { battle, seat, api, build, title, systemKey, systemTitle, art, rules };
}

export class App {
  /**
   * @param {PageData} data @param {import("./store.js").Store} store @param {import("./net.js").Net} net
   * @param {import("./drafts.js").Drafts} drafts
   */
  constructor(data, store, net, drafts) {
    this.data = data;
    this.store = store;
    this.net = net;
    this.drafts = drafts;
    /** @type {any} */
    this.map = null;
    /** Server time less this machine's, in ms. */
    this.skew = 0;
    /** @type {import("./replay.js").Replay | null} */
    this.replay = null;
    /** Play effects over a picture. @type {(effects: import("./types.js").Effect[], picture: import("./types.js").Picture) => Promise<void>} */
    this.show = async () => {};
    /** @type {Record<"takeBack" | "concede" | "theme" | "keys" | "ruler" | "log", () => void>} */
    this.commands = { takeBack() {}, concede() {}, theme() {}, keys() {}, ruler() {}, log() {} };
  }

  get state() {
    return this.store.state;
  }

  /** A unit, the first of a group, or a mount of a unit (`am/w1`). @param {string} ref */
  select(ref) {
    const [unit, mount] = [ref.split("/")[0], ref.includes("/") ? ref : ""];
    this.store.set({ selected: unitAt(this.state.update?.picture, unit)?.id ?? unit, mount });
  }

  /** @param {string | null | undefined} ref */
  hover(ref) {
    if ((ref ?? null) !== this.state.hover) this.store.set({ hover: ref ?? null });
  }

  /** Handlers that show on the map what is pointed at or focused. @param {string | undefined} ref */
  hovers(ref) {
    if (!ref) return {};
    const [on, off] = [() => this.hover(ref), () => this.hover(null)];
    return { mouseenter: on, mouseleave: off, focus: on, blur: off };
  }

  /** Press a button of a question. @param {Dress} dress @param {Button} button @param {Offer} [offer] */
  async press(dress, button, offer) {
    if (button.k === "suggest") return this.drafts.suggest(dress);
    if (button.off) return this.#toWhatIsMissing(dress);
    if (offer)
      return this.drafts.act({
        do: "offer",
        offer: offer.id,
        answer: button.answer ?? this.state.drafts[dress.q]?.draft ?? dress.draft,
      });
    const others = (openSlate(this.state)?.questions.length ?? 0) > 1;
    if (button.k === "give" || button.answer === undefined) return this.drafts.commit();
    if (others) return this.drafts.edit(dress, button.answer);
    return this.drafts.commit({ [dress.q]: button.answer });
  }

  /** @param {Dress} dress */
  #toWhatIsMissing(dress) {
    const unready = openSlate(this.state)?.questions.find((each) => !each.ready);
    if (unready && unready.q !== dress.q) this.store.set({ q: unready.q });
    else if (dress.kind === "plot") this.openRow(dress, dress.rows?.find((row) => row.state !== "given")?.unit);
  }

  /** @param {Dress} dress @param {string | undefined} key */
  openRow(dress, key) {
    if (key === undefined) return;
    this.store.set({ open: { ...this.state.open, [dress.q]: key } });
  }

  /** The primary button of what is shown, as Enter presses it. */
  async pressPrimary() {
    await this.drafts.settled();
    const dress = shownDress(this.state);
    const button = dress?.buttons?.[0];
    if (dress && button) this.press(dress, button);
  }
}
