// What of the map is in view: a place of the flat map at the middle, so many pixels a unit.

/** @typedef {[number, number]} Flat  A place on the flat map: units of a plane, sides of a hex, sides of a square. */
/** @typedef {[number, number]} Pixel */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box  In flat units; top is the smaller number. */

/** How far in one may go beyond the whole map, and how far out. */
const CLOSEST = 14, FARTHEST = 0.6;

export class View {
  constructor() {
    /** @type {Flat} */ this.at = [0, 0];
    this.k = 1;
    this.w = 1;
    this.h = 1;
    /** 1 where y grows downwards, -1 where it grows upwards. */
    this.down = 1;
    this.least = 0;
    this.most = Infinity;
  }

  copy() {
    const view = Object.assign(new View(), this);
    view.at = [...this.at];
    return view;
  }

  /** @param {Flat} p @returns {Pixel} */
  pixel(p) {
    return [this.w / 2 + (p[0] - this.at[0]) * this.k, this.h / 2 + this.down * (p[1] - this.at[1]) * this.k];
  }

  /** @param {Pixel} p @returns {Flat} */
  flat(p) {
    return [this.at[0] + (p[0] - this.w / 2) / this.k, this.at[1] + (this.down * (p[1] - this.h / 2)) / this.k];
  }

  /** Whether a pixel is in view, by a margin inside. @param {Pixel} p @param {number} [inside] */
  sees(p, inside = 0) {
    return p[0] >= inside && p[1] >= inside && p[0] <= this.w - inside && p[1] <= this.h - inside;
  }

  /** @param {number} dx @param {number} dy pixels */
  pan(dx, dy) {
    this.at = [this.at[0] - dx / this.k, this.at[1] - (this.down * dy) / this.k];
  }

  /** Nearer or farther, with the place under a pixel staying there. @param {number} by @param {Pixel} [about] */
  zoom(by, about = [this.w / 2, this.h / 2]) {
    const held = this.flat(about);
    this.k = Math.min(this.most, Math.max(this.least, this.k * by));
    const now = this.pixel(held);
    this.pan(about[0] - now[0], about[1] - now[1]);
  }

  /** All of a box, with pixels to spare at the edges. @param {Box} box @param {number} spare */
  fit(box, spare) {
    this.k = this.scaleOf(box, spare);
    this.at = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  }

  /** Nearer to a box where that leaves room, at most so many times. @param {Box} box @param {number} spare @param {number} times */
  nearer(box, spare, times) {
    const k = Math.min(this.scaleOf(box, spare), this.k * times);
    if (k <= this.k) return;
    this.k = k;
    this.at = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  }

  /** @param {Box} box @param {number} spare */
  scaleOf(box, spare) {
    const wide = Math.max(20, this.w - 2 * spare) / Math.max(1e-6, box.right - box.left);
    return Math.min(wide, Math.max(20, this.h - 2 * spare) / Math.max(1e-6, box.bottom - box.top));
  }

  /** Shifts the view so that no more than needed of what is beyond a box is seen. @param {Box} box @param {number} spare pixels */
  within(box, spare) {
    const [wide, high] = [(this.w / 2 - spare) / this.k, (this.h / 2 - spare) / this.k];
    this.at = [between(this.at[0], box.left + wide, box.right - wide), between(this.at[1], box.top + high, box.bottom - high)];
  }

  /** Sets how near and far one may go, and keeps the middle of the view on the map. @param {Box} box @param {number} spare */
  keepTo(box, spare) {
    const whole = this.scaleOf(box, spare);
    this.least = whole * FARTHEST;
    this.most = whole * CLOSEST;
    this.hold(box);
  }

  /** Keeps the middle of the view on a box. @param {Box} box */
  hold(box) {
    this.at = [between(this.at[0], box.left, box.right), between(this.at[1], box.top, box.bottom)];
  }
}

/** The middle where the ends have changed sides. @param {number} v @param {number} least @param {number} most */
const between = (v, least, most) => (least > most ? (least + most) / 2 : Math.min(most, Math.max(least, v)));

/** The box round some points. @param {Flat[]} points @returns {Box | null} */
export function boxOf(points) {
  if (!points.length) return null;
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Larger by a part of itself on each side, at least by one unit. @param {Box} box @param {number} part @returns {Box} */
export function grown(box, part) {
  const by = Math.max(1, (box.right - box.left) * part, (box.bottom - box.top) * part);
  return { left: box.left - by, right: box.right + by, top: box.top - by, bottom: box.bottom + by };
}
