// The lowest of the map: the table, its stars, its grid.

import { gridLines, outline } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./pen.js").Pen} Pen */

const STARS_PER_PIXEL = 0.0011, MOST_STARS = 20000;
/** Radius, strength, and from which number on a star is of this kind. */
const STAR_KINDS = [[0.5, 0.2, 0], [0.8, 0.38, 0.9], [1.15, 0.55, 0.985]];

/** Numbers from 0 to 1, the same from the same seed. @param {number} seed */
export function dealer(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What of a map never changes, worked out once. */
export class Ground {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.lines = layout.kind === "plane" ? [] : gridLines(layout);
    this.edge = layout.kind === "plane" ? planeEdge(layout) : outline(layout, layout.cells());
    const next = dealer(layout.map.star || 7);
    /** Place and size of each star, as parts of the table. */
    this.spots = Float32Array.from({ length: MOST_STARS * 3 }, next);
  }

  /** Table and stars. @param {Pen} pen */
  table(pen) {
    const { g, palette } = pen;
    if (this.edge.length) {
      pen.loops(this.edge);
      g.fillStyle = palette.map;
      g.fill();
    } else pen.flood(palette.map);
    g.save();
    if (this.edge.length) g.clip();
    this.stars(pen);
    g.restore();
  }

  /** The more the nearer, the first ones the same. @param {Pen} pen */
  stars(pen) {
    const { g, view, palette } = pen, box = this.layout.box ?? pen.seen(), [wide, high] = [box.right - box.left, box.bottom - box.top];
    const count = Math.min(MOST_STARS, Math.round(wide * high * view.k * view.k * STARS_PER_PIXEL)), { spots } = this;
    g.fillStyle = palette.star;
    STAR_KINDS.forEach(([radius, strength, least], kind) => {
      const most = STAR_KINDS[kind + 1]?.[2] ?? 2;
      g.globalAlpha = strength * palette.light;
      g.beginPath();
      for (let i = 0; i < count; i++)
        if (spots[3 * i + 2] >= least && spots[3 * i + 2] < most) pen.dot([box.left + spots[3 * i] * wide, box.top + spots[3 * i + 1] * high], radius);
      g.fill();
    });
    g.globalAlpha = 1;
  }

  /** @param {Pen} pen */
  grid(pen) {
    if (this.layout.kind === "plane") this.planeGrid(pen);
    else this.cellGrid(pen);
  }

  /** @param {Pen} pen */
  cellGrid(pen) {
    const { g, palette } = pen;
    g.strokeStyle = palette.grid2;
    g.globalAlpha = 0.62;
    g.lineWidth = 1;
    pen.segments(this.lines);
    g.globalAlpha = 1;
  }

  /** @param {Pen} pen */
  planeGrid(pen) {
    const { g, palette, view } = pen, box = this.layout.box ?? pen.seen(), { grid, cross } = this.layout.map;
    const [left, top] = view.pixel([box.left, box.bottom]), [right, bottom] = view.pixel([box.right, box.top]);
    g.lineWidth = 1;
    g.beginPath();
    for (const x of steps(box.left, box.right, grid)) pen.upright(view.pixel([x, 0])[0], top, bottom);
    for (const y of steps(box.top, box.bottom, grid)) pen.level(view.pixel([0, y])[1], left, right);
    g.strokeStyle = palette.grid;
    g.stroke();
    g.beginPath();
    for (const x of steps(box.left, box.right, cross)) for (const y of steps(box.top, box.bottom, cross)) if (x % grid || y % grid) pen.cross(view.pixel([x, y]), 2.5);
    g.strokeStyle = palette.grid2;
    g.stroke();
  }

  /** The edge of the table, over all that is drawn on it. @param {Pen} pen */
  border(pen) {
    pen.loops(this.edge);
    pen.stroke(pen.palette.rule3, 1.25);
  }
}

/** @param {Layout} layout @returns {Flat[][]} */
function planeEdge({ box }) {
  return box ? [[[box.left, box.top], [box.right, box.top], [box.right, box.bottom], [box.left, box.bottom]]] : [];
}

/** Multiples of a step between two ends, the ends not among them. @param {number} from @param {number} to @param {number} step */
export function steps(from, to, step) {
  if (!step) return [];
  const first = Math.floor(from / step) + 1, count = Math.ceil(to / step) - first;
  return Array.from({ length: Math.max(0, Math.min(2000, count)) }, (_, i) => (first + i) * step);
}
