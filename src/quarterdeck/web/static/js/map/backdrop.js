// The canvas: ground, terrain, grid, areas, tracks. It is drawn beyond the view's edges, so that a pan only shifts it and a zoom stretches it.
// Near the edge of what is drawn, or at rest, it is drawn anew: in slices, frame by frame, on a second canvas that is shown when it is done.

import { drawArea, drawTrack } from "./areas.js";
import { Pen } from "./pen.js";
import { drawOver, drawUnder, groundOf } from "./terrain.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Places} Places */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {{ground: Ground, places: Places, items: Item[], palette: Palette}} Content */

const MARGIN = 240;
/** How far the picture may be stretched or shrunk before it is drawn anew while still moving. */
const STRETCH = 1.8, SHRINK = 0.6;
/** How long a slice may take in ms, that a frame is not missed. */
const SLICE = 5;

export class Backdrop {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.below = document.createElement("canvas");
    this.groundKey = "";
    this.terrainKey = "";
    /** @type {import("./terrain.js").Ground[]} */ this.grounds = [];
    /** @type {View | null} */ this.drawn = null;
    /** @type {Content | null} */ this.content = null;
    /** @type {{view: View, slices: Generator<void>} | null} */ this.job = null;
  }

  /** Whether further frames are needed. */
  get busy() {
    return this.job !== null;
  }

  /** Draws other content, at once. @param {View} view @param {Content} content */
  paint(view, content) {
    this.content = content;
    this.begin(view);
    this.work(Infinity);
    this.follow(view);
  }

  /** @param {View} view */
  begin(view) {
    const content = /** @type {Content} */ (this.content), frozen = view.copy(), density = Math.max(1, devicePixelRatio);
    this.job = { view: frozen, slices: this.slices(frozen, content, density) };
  }

  /** Goes on with what is being drawn. @param {number} most ms */
  work(most) {
    const began = performance.now(), { job } = this;
    while (job && performance.now() - began < most)
      if (job.slices.next().done) {
        this.drawn = job.view;
        this.job = null;
        return;
      }
  }

  /** @param {View} view @param {Content} content @param {number} density */
  *slices(view, content, density) {
    const terrain = content.items.filter((item) => item.k === "terrain"), key = JSON.stringify([view, density, content.palette.map, content.places.layout.map, terrain]);
    if (key !== this.groundKey) {
      this.groundKey = "";
      yield* this.groundSlices(this.penOn(this.below, view, density, content), content, terrain);
      this.groundKey = key;
    }
    const pen = this.penOn(this.canvas, view, density, content);
    pen.g.drawImage(this.below, -MARGIN, -MARGIN, view.w + 2 * MARGIN, view.h + 2 * MARGIN);
    paintAreas(pen, content);
  }

  /** @param {Pen} pen @param {Content} content @param {Item[]} terrain */
  *groundSlices(pen, content, terrain) {
    const grounds = this.groundsOf(content, terrain).filter((each) => pen.reaches(each.middle, each.radius + 2));
    pen.flood(content.palette.beyond);
    content.ground.table(pen);
    yield;
    for (const each of grounds) {
      drawUnder(pen, each);
      yield;
    }
    content.ground.grid(pen);
    for (const each of grounds) {
      yield;
      drawOver(pen, each);
    }
    yield;
  }

  /** @param {Content} content @param {Item[]} terrain */
  groundsOf(content, terrain) {
    const key = JSON.stringify([content.places.layout.map, terrain]);
    if (key !== this.terrainKey) this.grounds = terrain.flatMap((item) => groundOf(item, content.places) ?? []);
    this.terrainKey = key;
    return this.grounds;
  }

  /** @param {HTMLCanvasElement} canvas @param {View} view @param {number} density @param {Content} content */
  penOn(canvas, view, density, content) {
    const [w, h] = [Math.ceil((view.w + 2 * MARGIN) * density), Math.ceil((view.h + 2 * MARGIN) * density)];
    if (canvas.width !== w || canvas.height !== h) {
      Object.assign(canvas, { width: w, height: h });
      canvas.style.setProperty("width", `${view.w + 2 * MARGIN}px`);
      canvas.style.setProperty("height", `${view.h + 2 * MARGIN}px`);
    }
    const g = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    g.setTransform(density, 0, 0, density, MARGIN * density, MARGIN * density);
    return new Pen(g, view, content.places.layout, content.palette, MARGIN);
  }

  /** Shows what is drawn where it now belongs, and goes on drawing anew what will not do much longer. @param {View} view */
  follow(view) {
    if (!this.content) return;
    if (this.job) this.work(SLICE);
    else if (this.worn(view, this.drawn, MARGIN / 3, STRETCH, SHRINK)) this.begin(view);
    const { drawn } = this;
    if (!drawn) return;
    const scale = view.k / drawn.k, x = view.w / 2 - scale * (drawn.w / 2 + MARGIN) + (drawn.at[0] - view.at[0]) * view.k;
    const y = view.h / 2 - scale * (drawn.h / 2 + MARGIN) + view.down * (drawn.at[1] - view.at[1]) * view.k;
    this.canvas.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${scale})`);
  }

  /** Whether what is drawn for one view is used up for another. @param {View} view @param {View | null} drawn @param {number} shift pixels @param {number} stretch @param {number} shrink */
  worn(view, drawn, shift, stretch, shrink) {
    if (!drawn) return true;
    const by = view.k / drawn.k, moved = Math.max(Math.abs(drawn.at[0] - view.at[0]), Math.abs(drawn.at[1] - view.at[1])) * view.k;
    return by > stretch || by < shrink || moved > shift * Math.max(1, by);
  }

  /** Draws anew at rest what was stretched, or is near its edge. @param {View} view */
  settle(view) {
    const latest = this.job?.view ?? this.drawn;
    if (this.content && this.worn(view, latest, MARGIN / 3, 1, 1)) this.begin(view);
  }
}

/** @param {Pen} pen @param {Content} content */
function paintAreas(pen, { ground, places, items }) {
  const busy = busyCells(items);
  pen.g.save();
  if (ground.layout.kind === "plane" && ground.edge.length) {
    pen.loops(ground.edge);
    pen.g.clip();
  }
  for (const item of items) if (item.k === "area") drawArea(pen, item, places, busy);
  pen.g.restore();
  ground.border(pen);
  for (const item of items) if (item.style === "track") drawTrack(pen, item, places);
}

/** Cells with terrain, where numbers need a halo, and those the plan goes through, which have none. @param {Item[]} items @returns {Set<string>} */
function busyCells(items) {
  const terrain = items.filter((item) => item.k === "terrain").flatMap((item) => item.shape.cells ?? []);
  const plan = items.filter((item) => item.style === "plan" && item.k === "path").flatMap((item) => item.pts);
  return new Set([...terrain.map((c) => `${c[0]},${c[1]}`), ...plan.map((c) => `plan ${c[0]},${c[1]}`)]);
}
