// The ruler: how far it is from one place to another, by the map's own way of counting.

import { bearing } from "./layout.js";
import { el, set } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./view.js").View} View */

export class Ruler {
  /** @param {SVGElement} group */
  constructor(group) {
    this.on = false;
    /** @type {Point | null} */ this.from = null;
    /** @type {Point | null} */ this.to = null;
    this.fixed = false;
    this.line = el("path", { class: "ruler-line" });
    this.words = el("text", { class: "halo ruler-words" });
    this.node = el("g", { class: "ruler", "aria-hidden": "true" }, this.line, this.words);
    group.append(this.node);
  }

  /** @param {boolean} on @param {Point | null} [from] */
  turn(on, from = null) {
    Object.assign(this, { on, from, to: null, fixed: false });
  }

  /** The other end follows; after a click it stays. @param {Point} at @param {boolean} click */
  point(at, click) {
    if (click && (!this.from || this.fixed)) Object.assign(this, { from: at, to: null, fixed: false });
    else if (click) Object.assign(this, { to: at, fixed: true });
    else if (this.from && !this.fixed) this.to = at;
  }

  /** What it reads, with its unit; no words before both ends are there. @param {Layout} layout */
  reading(layout) {
    if (!this.from || !this.to) return "";
    const far = layout.distance(this.from, this.to), unit = layout.map.unit ?? "", shown = layout.kind === "plane" ? far.toFixed(1) : String(far);
    const course = Math.round(bearing(layout, layout.flat(this.from), layout.flat(this.to))) % 360;
    return `${shown} ${unit}${far ? `, ${course}°` : ""}`.trim();
  }

  /** @param {View} view @param {Layout} layout */
  draw(view, layout) {
    const a = this.on && this.from && view.pixel(layout.flat(this.from)), b = a && (this.to ? view.pixel(layout.flat(this.to)) : a);
    set(this.node, { visibility: a ? "visible" : "hidden" });
    if (!a || !b) return;
    set(this.line, { d: `M${a[0] - 5} ${a[1]}H${a[0] + 5}M${a[0]} ${a[1] - 5}V${a[1] + 5}M${a[0]} ${a[1]}L${b[0]} ${b[1]}M${b[0] - 5} ${b[1]}H${b[0] + 5}M${b[0]} ${b[1] - 5}V${b[1] + 5}` });
    set(this.words, { x: ((a[0] + b[0]) / 2).toFixed(1), y: ((a[1] + b[1]) / 2 - 8).toFixed(1) });
    this.words.textContent = this.reading(layout);
  }
}
