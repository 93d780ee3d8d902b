// What has happened, played on the map: moves, shots, hits, losses. Nothing loops, and the camera stays where it is.

import { along, cut } from "./paths.js";
import { el, set } from "./svg.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {Record<string, any> & {fx: string}} Effect */
/** @typedef {{start: number, length: number, tick: (part: number) => void, end?: () => void}} Act  one thing that runs for so many ms */
/**
 * @typedef {object} Stage
 * @property {Drawing} drawing
 * @property {Element} over      what lies still over the view
 * @property {() => View} view
 * @property {() => void} redraw      after tokens have moved
 * @property {() => void} repaint     after areas have gone
 * @property {(p: any) => Flat | null} flat
 * @property {(id: string) => any} item
 */

const TIMES = { drift: 600, leg: 150, turn: 150, grow: 90, hold: 220, shotFade: 260, torpedo: 350, hit: 260, loss: 600, blast: 600, fade: 260, ringed: 600, arrow: 900 };
const HIT_RADIUS = 14, LOSS_RADIUS = 30, MISSED = 16;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Player {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {(() => void) | null} */ this.ended = null;
    /** @type {Promise<void>} */ this.queue = Promise.resolve();
  }

  get playing() {
    return this.ended !== null;
  }

  /** Plays effects after those that are playing. @param {Effect[]} effects @param {number} speed @returns {Promise<void>} */
  play(effects, speed) {
    this.queue = this.queue.then(() => this.run(effects, speed));
    return this.queue;
  }

  /** To the end at once. */
  skip() {
    this.ended?.();
  }

  /** @param {Effect[]} effects @param {number} speed @returns {Promise<void>} */
  run(effects, speed) {
    const acts = still.matches ? this.rung(effects) : this.acts(effects), length = Math.max(0, ...acts.map((act) => act.start + act.length));
    if (!acts.length) return Promise.resolve();
    return new Promise((resolve) => {
      const began = performance.now(), /** @type {Set<Act>} */ over = new Set();
      const finish = () => {
        if (!this.ended) return;
        this.ended = null;
        for (const act of acts) finishAct(act, over);
        this.stage.redraw();
        this.stage.drawing.effects.replaceChildren();
        resolve();
      };
      this.ended = finish;
      const step = (/** @type {number} */ now) => {
        if (!this.ended) return;
        const time = (now - began) * speed;
        for (const act of acts) advance(act, time, over);
        if (time >= length || document.hidden) return finish();
        if (effects.some((effect) => effect.fx === "move")) this.stage.redraw();
        requestAnimationFrame(step);
      };
      if (document.hidden) finish();
      else requestAnimationFrame(step);
    });
  }

  /** Without movement: what changes is so at once, and ringed. @param {Effect[]} effects @returns {Act[]} */
  rung(effects) {
    const acts = this.acts(effects).map((act) => ({ ...act, start: 0, length: 0, tick: () => {} }));
    const rings = effects.flatMap((effect) => this.focus(effect).slice(-1)).map((at) => this.drawn(0, TIMES.ringed, el("circle", { class: "fx-ring", r: 24 }), (node) => placed(node, this.pixel(at))));
    return [...acts, ...rings];
  }

  /** Effects of one kind in a row run together; the next kind begins when they have arrived. @param {Effect[]} effects @returns {Act[]} */
  acts(effects) {
    /** @type {Act[]} */ const acts = [];
    let start = 0, arrived = 0, kind = "";
    for (const effect of effects) {
      if (effect.fx !== kind) start = arrived;
      kind = effect.fx;
      const found = this.actsOf(effect, start);
      acts.push(...found.acts, ...this.arrow(effect, start));
      arrived = Math.max(arrived, start + found.arrives);
    }
    return acts;
  }

  /** @param {Effect} effect @param {number} start @returns {{acts: Act[], arrives: number}} */
  actsOf(effect, start) {
    switch (effect.fx) {
      case "move": return this.move(effect, start);
      case "shot": return this.shot(effect, start);
      case "hit": return this.rings(effect, start, TIMES.hit, [HIT_RADIUS], "fx-hit");
      case "loss": return this.loss(effect, start);
      case "blast": return this.blast(effect, start);
      case "appear": return this.faded(effect, start, 0, 1);
      case "fade": return this.faded(effect, start, 1, 0);
      default: return { acts: [], arrives: 0 };
    }
  }

  /** Drifts, turns, then goes leg by leg; all movers at once. @param {Effect} effect @param {number} start */
  move(effect, start) {
    const via = effect.via.map((/** @type {any} */ p) => this.stage.flat(p)), legs = effect.legs ?? 0, drift = via.slice(0, via.length - legs);
    if (via.length < 2 || !via.every(Boolean) || !this.stage.item(effect.id)) return { acts: [], arrives: 0 };
    const [from, to] = effect.rot ?? [0, 0], turned = effect.rot && from !== to ? TIMES.turn : 0, length = TIMES.drift + turned + legs * TIMES.leg;
    const at = (/** @type {number} */ time) => {
      if (time <= TIMES.drift + turned || !legs) return drift.length > 1 ? along(drift, Math.min(1, time / TIMES.drift)).at : drift[0];
      const leg = Math.min(legs - 1, Math.floor((time - TIMES.drift - turned) / TIMES.leg)), part = Math.min(1, (time - TIMES.drift - turned) / TIMES.leg - leg);
      return along([via[drift.length - 1 + leg], via[drift.length + leg]], part).at;
    };
    const played = this.stage.drawing.played;
    const tick = (/** @type {number} */ part) => {
      this.leave(effect.id);
      const time = part * length, turn = turned ? Math.min(1, Math.max(0, (time - TIMES.drift) / turned)) : 1;
      played.set(effect.id, { ...played.get(effect.id), at: at(time), ...(effect.rot ? { rot: from + (to - from) * turn } : {}) });
    };
    const end = () => {
      this.leave(effect.id);
      played.set(effect.id, { ...played.get(effect.id), at: via[via.length - 1], ...(effect.rot ? { rot: to } : {}) });
    };
    return { acts: [{ start, length, tick, end }], arrives: length };
  }

  /** What was said of where a mover goes is over. @param {string} id */
  leave(id) {
    const ref = this.stage.item(id)?.ref;
    if (!ref || this.stage.drawing.left.has(ref)) return;
    this.stage.drawing.left.add(ref);
    this.stage.repaint();
  }

  /** A line that grows, holds and fades; torpedoes and missiles are darts along it. A miss goes by. @param {Effect} effect @param {number} start */
  shot(effect, start) {
    const flies = effect.style === "torpedo" || effect.style === "missile", ends = () => this.ends(effect), arrives = flies ? TIMES.torpedo : TIMES.grow;
    if (!ends()) return { acts: [], arrives: 0 };
    const node = flies ? el("path", { class: "fx-dart", d: "M0-6L3 5 0 3-3 5Z" }) : el("path", { class: `fx-shot fx-${effect.style}` });
    const dart = (/** @type {SVGElement} */ n, /** @type {number} */ part) => {
      const [a, b] = ends() ?? [[0, 0], [0, 0]], p = along([a, b], part).at, turn = (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI;
      set(n, { transform: `translate(${p[0].toFixed(1)} ${p[1].toFixed(1)}) rotate(${turn.toFixed(1)})` });
    };
    const all = TIMES.grow + TIMES.hold + TIMES.shotFade;
    const line = (/** @type {SVGElement} */ n, /** @type {number} */ part) => {
      const pts = ends() ?? [[0, 0], [0, 0]], time = part * all, [a, b] = cut(pts, Math.min(1, time / TIMES.grow));
      set(n, { d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, opacity: Math.min(1, (all - time) / TIMES.shotFade).toFixed(2) });
    };
    return { acts: [this.drawn(start, flies ? TIMES.torpedo : all, node, flies ? dart : line)], arrives };
  }

  /** @param {Effect} effect @returns {[Pixel, Pixel] | null} */
  ends(effect) {
    const [a, b] = [this.stage.flat(effect.a), this.stage.flat(effect.b)];
    if (!a || !b) return null;
    const [p, q] = [this.pixel(a), this.pixel(b)];
    if (effect.hit) return [p, q];
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1, [x, y] = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
    return [p, [q[0] - y * MISSED + x * MISSED, q[1] + x * MISSED + y * MISSED]];
  }

  /** Rings that grow from nothing, one after the other. @param {Effect} effect @param {number} start @param {number} length @param {number[]} radii @param {string} look */
  rings(effect, start, length, radii, look) {
    const acts = !this.stage.item(effect.id) ? [] : radii.map((radius, i) =>
      this.drawn(start + (i * length) / 4, length - (i * length) / 4, el("circle", { class: look }), (node, part) => {
        const at = this.tokenAt(effect.id);
        if (at) set(node, { cx: at[0].toFixed(1), cy: at[1].toFixed(1), r: (radius * part).toFixed(1), opacity: (1 - part * 0.8).toFixed(2) });
      }),
    );
    return { acts, arrives: acts.length ? length : 0 };
  }

  /** @param {Effect} effect @param {number} start */
  loss(effect, start) {
    const { acts, arrives } = this.rings(effect, start, TIMES.loss, [LOSS_RADIUS, LOSS_RADIUS], "fx-loss"), played = this.stage.drawing.played;
    if (acts.length) acts.push({ start, length: TIMES.loss, tick: () => {}, end: () => played.set(effect.id, { ...played.get(effect.id), look: "wreck" }) });
    return { acts, arrives };
  }

  /** @param {Effect} effect @param {number} start */
  blast(effect, start) {
    const at = this.stage.flat(effect.at);
    if (!at) return { acts: [], arrives: 0 };
    const act = this.drawn(start, TIMES.blast, el("circle", { class: "fx-blast" }), (node, part) => {
      const [cx, cy] = this.pixel(at);
      set(node, { cx, cy, r: (effect.r * this.stage.view().k * Math.min(1, part * 2)).toFixed(1), opacity: Math.min(1, 2 - part * 2).toFixed(2) });
    });
    return { acts: [act], arrives: TIMES.blast };
  }

  /** @param {Effect} effect @param {number} start @param {number} from @param {number} to */
  faded(effect, start, from, to) {
    const node = () => this.stage.drawing.tokens.nodes.get(effect.id), played = this.stage.drawing.played;
    const tick = (/** @type {number} */ part) => node() && set(/** @type {Element} */ (node()), { opacity: (from + (to - from) * part).toFixed(2) });
    const end = () => {
      if (node()) set(/** @type {Element} */ (node()), { opacity: null });
      if (!to) played.set(effect.id, { ...played.get(effect.id), look: "gone" });
    };
    return { acts: [{ start, length: TIMES.fade, tick, end }], arrives: TIMES.fade };
  }

  /** An arrow at the edge of the view towards what is played beyond it. @param {Effect} effect @param {number} start @returns {Act[]} */
  arrow(effect, start) {
    const spots = this.focus(effect), view = this.stage.view(), seen = (/** @type {Flat} */ p) => view.sees(view.pixel(p));
    if (!spots.length || spots.some(seen)) return [];
    return [this.drawn(start, TIMES.arrow, el("path", { class: "fx-arrow", d: "M-7-6L7 0-7 6-4 0Z" }), (node) => {
      const now = this.stage.view(), { w, h } = now, [x, y] = now.pixel(spots[spots.length - 1]), [dx, dy] = [x - w / 2, y - h / 2];
      const f = Math.min((w / 2 - 36) / Math.abs(dx || 1), (h / 2 - 36) / Math.abs(dy || 1));
      set(node, { transform: `translate(${(w / 2 + dx * f).toFixed(1)} ${(h / 2 + dy * f).toFixed(1)}) rotate(${((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(0)})` });
    }, this.stage.over)];
  }

  /** Where an effect is seen. @param {Effect} effect @returns {Flat[]} */
  focus(effect) {
    const points = effect.via ?? [effect.a, effect.b, effect.at].filter(Boolean), own = this.stage.item(effect.id)?.at;
    return (points.length ? points : own ? [own] : []).map((/** @type {any} */ p) => this.stage.flat(p)).filter((/** @type {Flat | null} */ p) => p !== null);
  }

  /** @param {string} id */
  tokenAt(id) {
    const item = this.stage.item(id), flat = item && this.stage.drawing.flatOf(item);
    return flat ? this.pixel(flat) : null;
  }

  /** In pixels of the layer as it was laid out; it shifts with a pan. @param {Flat} p @returns {Pixel} */
  pixel(p) {
    return (this.stage.drawing.base ?? this.stage.view()).pixel(p);
  }

  /** An act that has an element while it runs. @param {number} start @param {number} length @param {SVGElement} node @param {(node: SVGElement, part: number) => void} tick @param {Element} [parent] @returns {Act} */
  drawn(start, length, node, tick, parent = this.stage.drawing.effects) {
    const show = (/** @type {number} */ part) => {
      if (!node.parentNode) parent.append(node);
      tick(node, part);
    };
    return { start, length, tick: show, end: () => node.remove() };
  }
}

/** @param {SVGElement} node @param {Pixel} at */
const placed = (node, at) => set(node, { cx: at[0].toFixed(1), cy: at[1].toFixed(1) });

/** @param {Act} act @param {number} time @param {Set<Act>} over */
function advance(act, time, over) {
  if (time < act.start || over.has(act)) return;
  if (time >= act.start + act.length) finishAct(act, over);
  else act.tick((time - act.start) / act.length);
}

/** @param {Act} act @param {Set<Act>} over */
function finishAct(act, over) {
  if (over.has(act)) return;
  over.add(act);
  act.end?.();
}
