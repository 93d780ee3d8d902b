// The map of any rule system: it draws a picture's scene and says what is picked, pointed at, hovered. It knows no game.

import { Backdrop } from "./backdrop.js";
import { Drawing, SMALL } from "./drawing.js";
import { Player } from "./effects.js";
import { drawFrame, FRAME, rose } from "./frame.js";
import { Gestures } from "./gestures.js";
import { Ground } from "./ground.js";
import { cursorStep, listen, nearestThatWay } from "./keyboard.js";
import { layoutOf } from "./layout.js";
import { paletteOf } from "./palette.js";
import { Ruler } from "./ruler.js";
import { isShown, patched, Places, said } from "./scene.js";
import { stageIn } from "./stage.js";
import { boxOf, grown, View } from "./view.js";

export { setArt } from "./art.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {import("./effects.js").Effect} Effect */
/**
 * @typedef {object} Listeners  each may be left out
 * @property {(ref: string) => void} [pick]
 * @property {(ref: string | null) => void} [hover]      by pointer or by focus
 * @property {(at: Point, how: "move" | "click" | "drag", ref?: string) => void} [point]   in the map's units, while something is placed; with the unit that is dragged or clicked
 * @property {(steps: number) => void} [turn]            R or Shift and wheel, while something is placed
 * @property {(on: boolean, reading: string) => void} [ruler]
 * @property {() => void} [leave]                        Esc
 */
/** @typedef {import("./scene.js").Asked & {patch?: any, picking?: "none" | "place" | "reach", replay?: boolean, bare?: boolean}} Options  bare is without rose, bars and badges */

/** How long the map must be still to be at rest, in ms. */
const REST = 120;
/** At first the map is at most so many times nearer than as a whole, and a map of cells that size is shown whole. */
const NEARER = 1.3, CELL_AT_LEAST = 20;
/** Cells smaller than this cannot be hit by a thumb; how large they are made, in pixels from the middle to a corner. */
const THUMB = 12, CLOSE = 21;

class SceneMap {
  /** @param {HTMLElement} host @param {Listeners} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.stage = stageIn(host);
    this.view = new View();
    this.backdrop = new Backdrop(this.stage.canvas);
    this.drawing = new Drawing(this.stage.svg, this.stage.sheet);
    this.ruling = new Ruler(this.stage.svg);
    this.palette = paletteOf(host);
    /** @type {Options} */ this.options = {};
    /** @type {any} */ this.picture = null;
    this.mapKey = "";
    this.layout = layoutOf({ kind: "cards" });
    this.ground = new Ground(this.layout);
    this.places = new Places(this.layout, []);
    /** @type {Item[]} */ this.items = [];
    this.paintedKey = "";
    /** @type {import("./crowd.js").Rect[]} */ this.covered = [];
    /** @type {Point | null} */ this.cursor = null;
    this.focused = "";
    /** What the map was brought near to, until it is moved by hand. */
    this.near = "";
    /** @type {string | null} */ this.dragged = null;
    this.player = new Player({ drawing: this.drawing, over: this.stage.over, view: () => this.view, redraw: () => this.lay(false), repaint: () => this.paint(), flat: (p) => this.places.flat(p),
      item: (id) => this.items.find((each) => each.id === id) });
    this.frame = 0;
    this.rest = 0;
    this.gestures = new Gestures(this.stage.root, this.hands());
    listen(this.stage.root, this.keys());
    this.stage.svg.addEventListener("focusin", (event) => this.focusOn(event));
    this.stage.svg.addEventListener("focusout", () => this.on.hover?.(null));
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
  }

  /** Draws a picture, or the same one with other options; what stays keeps its elements. @param {any} picture @param {Options} [options] */
  draw(picture, options = {}) {
    if (picture !== this.picture) this.drawing.forget();
    this.picture = picture;
    this.options = options;
    const map = picture.scene.map, key = JSON.stringify(map);
    this.stage.root.hidden = map.kind === "cards";
    if (map.kind === "cards") return;
    const all = patched(picture.scene.items ?? [], options.patch), fresh = key !== this.mapKey;
    if (fresh) this.newMap(map, key);
    this.places = new Places(this.layout, all);
    this.items = all.filter((item) => isShown(item, options));
    this.stage.root.dataset.picking = options.picking ?? "none";
    this.stage.root.classList.toggle("bare", Boolean(options.bare));
    if (!options.picking || options.picking === "none") this.cursor = null;
    if (fresh) this.first(all);
    this.paint();
    this.lay(true);
    this.rove();
  }

  /** @param {any} map @param {string} key */
  newMap(map, key) {
    this.mapKey = key;
    this.layout = layoutOf(map);
    this.ground = new Ground(this.layout);
    this.view.down = this.layout.down;
    this.stage.corner.replaceChildren(...(map.clock ? [rose(map.clock)] : []));
  }

  /** What is in view at first: the map, nearer to what stands on it where that leaves room. @param {Item[]} items */
  first(items) {
    this.measure();
    const things = boxOf(this.places.spots(items)), whole = this.whole(things), edge = this.framed() ? FRAME : 4;
    this.view.fit(whole, edge);
    this.view.keepTo(whole, edge);
    if (!things || this.options.bare || (this.layout.kind !== "plane" && this.view.k >= CELL_AT_LEAST)) return;
    this.view.nearer(things, this.framed() ? 84 : 36, this.framed() ? NEARER : 2);
    this.view.within(whole, edge);
  }

  /** The whole map, of cells with half a cell beside it; or what stands on it where it has no end. @param {import("./view.js").Box | null} [things] */
  whole(things = boxOf(this.places.spots(this.items))) {
    const { box, kind, across } = this.layout, half = kind === "plane" || this.options.bare ? 0 : across / 2;
    if (box) return { left: box.left - half, top: box.top - half, right: box.right + half, bottom: box.bottom + half };
    return grown(things ?? { left: -10, right: 10, top: -10, bottom: 10 }, 0.1);
  }

  framed() {
    return this.view.w >= SMALL;
  }

  measure() {
    const box = this.stage.root.getBoundingClientRect();
    Object.assign(this.view, { w: Math.max(1, Math.round(box.width)), h: Math.max(1, Math.round(box.height)) });
    this.stage.root.classList.toggle("framed", this.framed());
  }

  resize() {
    if (!this.mapKey || this.stage.root.hidden) return;
    const before = this.view.w;
    this.measure();
    if (before > 1) this.view.k *= this.view.w / before;
    else this.first(this.items);
    this.view.keepTo(this.whole(), this.framed() ? FRAME : 4);
    const near = this.near ? this.places.flat({ of: this.near }) : null;
    if (near) this.view.at = [...near];
    this.paintedKey = "";
    this.paint();
    this.lay(true);
  }

  /** Draws the canvas where something on it has changed. */
  paint() {
    const items = this.items.filter((item) => isPainted(item) && !this.drawing.isLeft(item));
    const key = JSON.stringify([this.mapKey, items.map((item) => [item, item.shape && this.places.shape(item.shape)]), this.palette.map]);
    if (key === this.paintedKey) return;
    this.paintedKey = key;
    this.backdrop.paint(this.view, { ground: this.ground, places: this.places, items, palette: this.palette });
  }

  /** Lays out what stands on the canvas. @param {boolean} rests */
  lay(rests) {
    if (rests) this.covered = this.stage.covered();
    this.drawing.lay(this.view, { items: this.items, places: this.places, asked: this.options, serif: this.palette.serif, framed: this.framed(), covered: this.covered }, rests, this.player.playing);
    this.furnish();
  }

  /** What goes with the view at every step. */
  furnish() {
    this.backdrop.follow(this.view);
    if (this.framed()) drawFrame(this.stage.frame, this.view, this.layout, this.palette, Boolean(this.options.replay));
    this.ruling.draw(/** @type {View} */ (this.drawing.base), this.layout);
    this.stage.place(this.cursor && this.view.pixel(this.layout.flat(this.cursor)));
    if (this.backdrop.busy) this.nextFrame();
  }

  nextFrame() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.step());
  }

  /** The view has changed: the next frame shows it, and all is settled once it is still. */
  moved() {
    if (this.layout.box) this.view.hold(this.layout.box);
    this.nextFrame();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), REST);
  }

  step() {
    this.frame = 0;
    if (!this.mapKey) return;
    if (this.drawing.follow(this.view)) this.furnish();
    else this.lay(false);
  }

  settle() {
    this.backdrop.settle(this.view);
    this.lay(true);
  }

  // What the page may ask for

  /** @param {Effect[]} effects @param {number} [speed] */
  play(effects, speed = 1) {
    return this.picture && this.mapKey ? this.player.play(effects, speed) : Promise.resolve();
  }

  skip() {
    this.player.skip();
  }

  fit() {
    this.near = "";
    this.view.fit(this.whole(), this.framed() ? FRAME + 6 : 6);
    this.moved();
  }

  /** @param {number} by @param {Pixel} [about] */
  zoom(by, about) {
    this.near = "";
    this.view.zoom(by, about);
    this.moved();
  }

  /** @param {string} ref */
  centre(ref) {
    const at = this.places.flat({ of: ref });
    if (!at) return;
    this.view.at = [...at];
    this.moved();
  }

  /** Brings a unit near where its cells are too small for a thumb. @param {string} ref */
  approach(ref) {
    const at = this.places.flat({ of: ref });
    if (!at || this.layout.kind === "plane" || this.view.k >= THUMB) return;
    this.near = ref;
    this.view.at = [...at];
    this.view.k = CLOSE;
    this.moved();
  }

  /** @param {boolean} on */
  ruler(on) {
    const held = document.activeElement === this.drawing.tokens.nodes.get(this.focused), from = on && held ? (this.tokenOf(this.focused)?.item.at ?? null) : null;
    this.ruling.turn(on, from);
    this.stage.root.classList.toggle("ruling", on);
    this.read();
  }

  read() {
    const reading = this.ruling.reading(this.layout);
    this.ruling.draw(this.drawing.base ?? this.view, this.layout);
    if (reading && this.ruling.fixed) this.stage.say(reading);
    this.on.ruler?.(this.ruling.on, reading);
  }

  focus() {
    const node = this.drawing.tokens.nodes.get(this.focused) ?? this.stage.svg;
    node.focus({ preventScroll: true });
  }

  theme() {
    this.palette = paletteOf(this.host);
    if (!this.mapKey || this.stage.root.hidden) return;
    this.paint();
    this.lay(true);
  }

  destroy() {
    this.player.skip();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.sizes.disconnect();
    this.stage.root.remove();
  }

  // Pointers

  /** @returns {import("./gestures.js").Hands} */
  hands() {
    return {
      pan: (dx, dy) => {
        this.near = "";
        this.view.pan(dx, dy);
        this.moved();
      },
      zoom: (by, about) => this.zoom(by, about),
      click: (at, target) => this.click(at, refOf(target)),
      move: (at, target) => this.hover(at, refOf(target)),
      grab: (_, target) => {
        this.dragged = this.picks() && this.options.picking === "place" ? (refOf(target) ?? target?.closest("[data-of]")?.getAttribute("data-of") ?? null) : null;
        return this.dragged !== null;
      },
      drag: (at) => this.on.point?.(this.pointAt(at), "drag", this.dragged ?? undefined),
      turn: (steps) => this.turn(steps),
      leave: () => this.on.hover?.(null),
    };
  }

  picks() {
    return this.options.picking === "place" || this.options.picking === "reach";
  }

  /** @param {Pixel} at */
  pointAt(at) {
    return this.layout.point(this.view.flat(at));
  }

  /** @param {Pixel} at @param {string | null} ref */
  click(at, ref) {
    if (this.ruling.on) {
      this.ruling.point(this.pointAt(at), true);
      return this.read();
    }
    if (this.picks() && (!ref || this.options.picking === "reach")) return this.on.point?.(this.pointAt(at), "click", ref ?? undefined);
    const next = ref && this.drawing.nextInStack(ref);
    if (next) this.on.pick?.(next);
    else if (this.layout.kind !== "plane" && this.on.point) this.on.point(this.pointAt(at), "click");
  }

  /** @param {Pixel} at @param {string | null} ref */
  hover(at, ref) {
    if (this.ruling.on) {
      this.ruling.point(this.pointAt(at), false);
      this.read();
    }
    if (this.picks()) this.on.point?.(this.pointAt(at), "move");
    if (ref !== (this.options.hover ?? null)) this.on.hover?.(ref);
  }

  /** @param {number} steps */
  turn(steps) {
    if (this.options.picking !== "place" || !this.on.turn) return false;
    this.on.turn(steps);
    return true;
  }

  // Keys

  /** @returns {import("./keyboard.js").Keys} */
  keys() {
    return {
      fit: () => this.fit(),
      zoom: (by) => this.zoom(by),
      ruler: () => this.ruler(!this.ruling.on),
      turn: (steps) => this.turn(steps),
      enter: () => this.enter(),
      escape: () => this.escape(),
      arrow: (direction, far) => (this.picks() ? this.moveCursor(direction, far) : this.goTo(direction)),
    };
  }

  enter() {
    const ref = this.tokenOf(this.focused)?.item.ref;
    if (this.ruling.on && this.ruling.to) {
      this.ruling.fixed = true;
      this.read();
    } else if (this.picks() && this.cursor) this.on.point?.(this.cursor, "click");
    else if (ref) this.on.pick?.(ref);
  }

  escape() {
    if (this.ruling.on) return this.ruler(false);
    if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    this.on.leave?.();
  }

  /** @param {string} id */
  tokenOf(id) {
    return this.drawing.tokens.things.get(id);
  }

  /** To the nearest token that way. @param {Pixel} direction */
  goTo(direction) {
    const placed = this.drawing.pickable(), here = this.tokenOf(this.focused);
    const from = document.activeElement === this.stage.svg || !here ? null : here;
    const next = from ? nearestThatWay(from.at, direction, placed.filter((p) => p !== from), (p) => p.at) : (here ?? placed[0]), flat = next && this.drawing.flatOf(next.item);
    if (!flat) return;
    this.drawing.tokens.nodes.get(next.item.id)?.focus({ preventScroll: true });
    if (this.view.sees(this.view.pixel(flat), 40)) return;
    this.view.at = [...flat];
    this.moved();
  }

  /** @param {Pixel} direction @param {boolean} far */
  moveCursor(direction, far) {
    const here = this.cursor ?? this.places.byRef.get(this.options.selected ?? "")?.at ?? this.layout.point(this.view.at), next = cursorStep(this.layout, here, direction, far);
    if (!this.layout.has(next) && !this.isMarked(next)) return;
    this.cursor = next;
    this.stage.place(this.view.pixel(this.layout.flat(next)));
    this.stage.say([next.join(", "), ...this.items.filter((i) => i.k === "token" && String(i.at) === String(next)).map((i) => said(i.say) || said(i.name))].join(": "));
    this.on.point?.(next, "move");
  }

  /** Whether an area that is shown has a cell, be it beside the map. @param {Point} cell */
  isMarked(cell) {
    return this.items.some((item) => item.k === "area" && item.shape.cells?.some((/** @type {Point} */ [x, y]) => x === cell[0] && y === cell[1]));
  }

  /** @param {FocusEvent} event */
  focusOn(event) {
    const node = /** @type {Element} */ (event.target), id = node.getAttribute("data-id"), ref = node.getAttribute("data-ref");
    if (!id) return;
    this.focused = id;
    this.rove();
    if (ref) this.on.hover?.(ref);
    const at = this.tokenOf(id)?.item.at;
    if (this.ruling.on && at && !this.gestures.press) {
      this.ruling.point(at, !this.ruling.from);
      this.read();
    }
  }

  /** One token is the map's Tab stop. */
  rove() {
    const ids = this.drawing.pickable().map((p) => p.item.id);
    if (!ids.includes(this.focused)) this.focused = ids[0] ?? "";
    for (const id of ids) this.drawing.tokens.nodes.get(id)?.setAttribute("tabindex", id === this.focused ? "0" : "-1");
    this.stage.svg.setAttribute("tabindex", ids.length && !this.picks() ? "-1" : "0");
  }
}

/** @param {HTMLElement} host @param {Listeners} on */
export const createMap = (host, on) => new SceneMap(host, on);

/** What the canvas shows, or depends on. @param {Item} item */
const isPainted = (item) => item.k === "terrain" || item.k === "area" || (item.k === "path" && (item.style === "track" || item.style === "plan"));
/** @param {Element | null} target */
const refOf = (target) => target?.closest("[data-ref]")?.getAttribute("data-ref") ?? null;
