// What each kind of terrain looks like: drawn spot by spot round 0, 0 with a radius in pixels, or as a whole.

import { said } from "./scene.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./terrain.js").Ground} Ground */
/** @typedef {() => number} Next numbers from 0 to 1 */
/** @typedef {(pen: Pen, s: number, next: Next, item: Item) => void} Spot */
/** @typedef {(pen: Pen, ground: Ground, next: Next) => void} Whole */

const ROUND = Math.PI * 2;
export const CLOUDY = new Set(["cloud", "fog"]);
/** Patterns that stand once in the middle of a shape. */
export const SINGLE = new Set(["buoy", "wreck"]);

/** @param {CanvasRenderingContext2D} g @param {[number, number][]} pts */
function loop(g, pts) {
  g.beginPath();
  pts.forEach((p, i) => (i ? g.lineTo(...p) : g.moveTo(...p)));
  g.closePath();
}

/** Seven rocks, lit from the upper left. @type {Spot} */
function rocks(pen, s, next) {
  for (const [a, b, r] of [[-0.42, -0.3, 0.27], [0.3, -0.42, 0.2], [0.05, 0.1, 0.3], [0.52, 0.2, 0.16], [-0.5, 0.36, 0.17], [0.08, 0.62, 0.15], [-0.08, -0.66, 0.12]])
    rock(pen, [(a + (next() - 0.5) * 0.16) * s, (b + (next() - 0.5) * 0.16) * s], r * s * (0.85 + next() * 0.3), next);
}

/** @param {Pen} pen @param {[number, number]} at @param {number} r @param {Next} next */
function rock(pen, [x, y], r, next) {
  const { g, palette } = pen, n = 7 + Math.floor(next() * 3);
  const pts = Array.from({ length: n }, (_, i) => {
    const t = (i / n) * ROUND + next() * 0.35, far = r * (0.74 + next() * 0.38);
    return /** @type {[number, number]} */ ([x + far * Math.cos(t), y + far * Math.sin(t) * 0.92]);
  });
  loop(g, pts);
  pen.fill(palette.rock);
  loop(g, [...pts.slice(Math.floor(n * 0.55)), pts[0], [x + r * 0.12, y + r * 0.1]]);
  pen.fill(palette.rock2);
  loop(g, pts);
  pen.stroke(palette.rockline);
}

/** Shards, some of them long. @type {Spot} */
function shards(pen, s, next) {
  for (let i = 0; i < 11; i++) {
    const t = next() * ROUND, far = s * 0.78 * Math.sqrt(next()), turn = next() * ROUND, l = s * (0.1 + next() * 0.2), w = l * (0.2 + next() * 0.3);
    pen.g.save();
    pen.g.translate(far * Math.cos(t), far * Math.sin(t));
    pen.g.rotate(turn);
    loop(pen.g, shard(i % 4, l, w));
    pen.fill(pen.palette.shard, 0.9);
    pen.g.restore();
  }
}

/** @param {number} kind @param {number} l @param {number} w @returns {[number, number][]} */
function shard(kind, l, w) {
  if (kind === 0) return [[-l, -w], [l, -w * 0.3], [l * 0.5, w], [-l * 0.2, w * 0.4], [-l * 0.6, w]];
  if (kind === 1) return [[-l, -1], [l, -1], [l, 0.6], [-l, 0.6]];
  return [[-l, 0], [l * 0.7, -w], [l, w * 0.4]];
}

/** Three bolts. @type {Spot} */
function bolts(pen, s) {
  const { g } = pen;
  [[-0.42, -0.1], [0.08, -0.34], [0.48, 0.06]].forEach(([a, b], i) => {
    const [x, y, h] = [a * s, b * s, s * (i === 1 ? 0.56 : 0.42)];
    g.beginPath();
    g.moveTo(x + h * 0.22, y - h * 0.9);
    g.lineTo(x - h * 0.2, y + h * 0.06);
    g.lineTo(x + h * 0.12, y);
    g.lineTo(x - h * 0.18, y + h * 0.95);
    pen.stroke(pen.palette.ion, 1.6);
  });
}

/** Three horned mines. @type {Spot} */
function mines(pen, s, next) {
  for (const [a, b] of [[-0.36, -0.3], [0.38, -0.12], [-0.1, 0.42]]) mine(pen, (a + (next() - 0.5) * 0.1) * s, (b + (next() - 0.5) * 0.1) * s, s * 0.155);
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} r */
function mine(pen, x, y, r) {
  const { g, palette } = pen;
  g.beginPath();
  for (let i = 0; i < 8; i++) {
    const [c, d] = [Math.cos(i * 0.785 + 0.39), Math.sin(i * 0.785 + 0.39)];
    g.moveTo(x + r * c, y + r * d);
    g.lineTo(x + r * 1.6 * c, y + r * 1.6 * d);
  }
  pen.stroke(palette.mine, 1.3);
  g.beginPath();
  g.arc(x, y, r, 0, ROUND);
  pen.fill(palette.mine);
  g.beginPath();
  g.arc(x - r * 0.3, y - r * 0.3, r * 0.3, 0, ROUND);
  pen.fill(palette.map, 0.5);
}

/** A top mark on its tower, in the colour of who holds it. @type {Spot} */
function buoy(pen, s, _next, item) {
  const { g, palette } = pen, colour = palette[item.side || "ink2"];
  g.beginPath();
  g.ellipse(0, s * 0.42, s * 0.42, s * 0.14, 0, 0, ROUND);
  pen.stroke(colour, 1.4);
  loop(g, [[-s * 0.2, s * 0.36], [-s * 0.07, -s * 0.2], [s * 0.07, -s * 0.2], [s * 0.2, s * 0.36]]);
  pen.fill(colour);
  loop(g, [[0, -s * 0.74], [s * 0.17, -s * 0.46], [0, -s * 0.2], [-s * 0.17, -s * 0.46]]);
  pen.stroke(colour, 1.4);
  if (item.side) pen.fill(colour, 0.9);
}

/** Dots of shallow water. @type {Spot} */
function shoal(pen, s, next) {
  const { g } = pen;
  g.beginPath();
  for (let i = 0; i < 14; i++) {
    const t = next() * ROUND, far = s * 0.9 * Math.sqrt(next()), [x, y] = [far * Math.cos(t), far * Math.sin(t)];
    g.moveTo(x + 0.9, y);
    g.arc(x, y, 0.9, 0, ROUND);
  }
  pen.fill(pen.palette.gasline, 0.9);
}

/** @type {Spot} */
function fog(pen, s) {
  const { g } = pen;
  g.beginPath();
  for (const [x, y, l] of [[-0.5, -0.3, 0.7], [-0.2, 0, 0.8], [-0.6, 0.3, 0.6]]) {
    g.moveTo(x * s, y * s);
    g.lineTo((x + l) * s, y * s);
  }
  pen.stroke(pen.palette.gasline, 1, 0.8);
}

/** A broken hull. @type {Spot} */
function wreck(pen, s) {
  const u = s / 22;
  for (const pts of [[[-2, -15], [1, -12], [3, -5], [0, -3], [2, 0], [-3, -1], [-5, -4], [-3, -8]], [[1, 3], [4, 1], [8, 4], [7, 8], [9, 12], [4, 15], [2, 12], [-2, 13], [-1, 8], [-4, 6]]]) {
    loop(pen.g, pts.map(([x, y]) => [x * u, y * u]));
    pen.fill(pen.palette.shard);
  }
}

/** @type {Record<string, Spot>} */
export const SPOTS = { rocks, shards, bolts, mines, buoy, shoal, fog, wreck };

/** Curls in a cloud. @param {Pen} pen @param {Ground} ground @param {Next} next */
export function curls(pen, ground, next) {
  if (ground.item.pattern === "fog") return;
  const s = ground.size * pen.view.k;
  for (const spot of ground.spots) {
    const [x, y] = pen.view.pixel(spot);
    for (const [dx, dy, r, from, to] of [[-0.3, -0.2, 0.3, 3.5, 5.9], [0.34, -0.02, 0.24, 3.3, 5.7], [-0.06, 0.46, 0.3, 3.4, 5.8]]) {
      pen.g.beginPath();
      pen.g.arc(x + dx * s, y + dy * s, r * s, from + next() * 0.3, to);
      pen.stroke(pen.palette.gasline, 1.1);
    }
  }
}

/** The rings that close on a well. @type {Whole} */
function wellRings(pen, ground) {
  const [x, y] = pen.view.pixel(ground.middle), s = ground.size * pen.view.k, far = ground.shape.k === "cells" ? s * 2.7 : ground.radius * pen.view.k;
  for (let r = far, i = 0; r > s * 0.62; r *= 0.84, i++) {
    pen.g.beginPath();
    pen.g.arc(x, y, r, 0, ROUND);
    pen.stroke(pen.palette.well, 1, Math.min(1, 0.18 + i * 0.075));
  }
}

/** @type {Whole} */
const tint = (pen, ground) => (pen.shape(ground.shape), pen.fill(pen.palette.ion, 0.11));
/** @type {Whole} */
const shallow = (pen, ground) => (pen.shape(ground.shape), pen.fill(pen.palette.gas, 0.6));
/** @type {Record<string, Whole>} */
export const UNDER = { bolts: tint, well: wellRings, shoal: shallow };

/** One rock with a lit face and craters. @type {Whole} */
function body(pen, ground, next) {
  const { g, palette, view } = pen, [mx, my] = ground.middle;
  const pts = ground.edge.flatMap((each) =>
    each.flatMap((p, i) => [0, 0.5].map((f) => {
      const n = each[(i + 1) % each.length], k = 0.9 + (next() - 0.5) * 0.12;
      return view.pixel([mx + (p[0] + (n[0] - p[0]) * f - mx) * k, my + (p[1] + (n[1] - p[1]) * f - my) * k]);
    })),
  );
  loop(g, pts);
  pen.fill(palette.rock);
  g.save();
  loop(g, pts);
  g.clip();
  face(pen, pts, next, ground.size * view.k);
  g.restore();
  loop(g, pts);
  pen.stroke(palette.rockline, 1.5);
}

/** @param {Pen} pen @param {[number, number][]} pts @param {Next} next @param {number} s */
function face(pen, pts, next, s) {
  const xs = pts.map((p) => p[0]), ys = pts.map((p) => p[1]), [x, y] = [Math.min(...xs), Math.min(...ys)], [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
  loop(pen.g, [[x, y], [x + w, y], [x + w * 0.62, y + h * 0.42], [x + w * 0.3, y + h * 0.62], [x, y + h]]);
  pen.fill(pen.palette.rock2);
  for (let i = 0; i < 4; i++) {
    const [cx, cy, r] = [x + (0.22 + 0.56 * next()) * w, y + (0.22 + 0.56 * next()) * h, s * (0.14 + next() * 0.2)];
    pen.g.beginPath();
    pen.g.ellipse(cx, cy, r, r * 0.8, 0, 0, ROUND);
    pen.stroke(pen.palette.rockline, 1, 0.7);
    pen.g.beginPath();
    pen.g.ellipse(cx + r * 0.12, cy + r * 0.12, r * 0.7, r * 0.56, 0, 3.4, 5.9);
    pen.stroke(pen.palette.rockline, 1, 0.7);
  }
}

/** A storm no ship enters: a solid edge and four arms that read as turning. @type {Whole} */
function spiral(pen, ground) {
  const { g, palette, view } = pen, [cx, cy] = view.pixel(ground.middle), far = ground.radius * view.k;
  pen.loops(ground.edge);
  pen.fill(palette.stormbg);
  g.save();
  pen.loops(ground.edge);
  g.clip();
  for (let arm = 0; arm < 4; arm++) {
    g.beginPath();
    for (let i = 0; i <= 60; i++) {
      const f = i / 60, t = arm * 1.571 + f * 4.2;
      g.lineTo(cx + far * f * Math.cos(t), cy + far * f * Math.sin(t));
    }
    pen.stroke(palette.ion, 1.4, 0.85);
  }
  g.restore();
  pen.loops(ground.edge);
  pen.stroke(palette.ion, 1.5);
}

/** The black disc of a well. @type {Whole} */
function well(pen, ground) {
  pen.g.beginPath();
  pen.g.arc(...pen.view.pixel(ground.middle), ground.size * pen.view.k * 0.56, 0, ROUND);
  pen.fill(pen.palette.pit);
  pen.stroke(pen.palette.well, 1.6);
}

/** @type {Whole} */
function land(pen, ground) {
  pen.loops(ground.edge);
  pen.fill(pen.palette.rock);
  pen.stroke(pen.palette.rockline, 1.5);
}

/** A disc with its dark side. @type {Whole} */
function planet(pen, ground) {
  const { g, palette, view } = pen, [x, y] = view.pixel(ground.middle), r = ground.radius * view.k * (ground.shape.k === "cells" ? 0.8 : 1);
  g.beginPath();
  g.arc(x, y, r, 0, ROUND);
  pen.fill(palette.rock2);
  g.save();
  g.translate(x, y);
  g.rotate(0.78);
  g.beginPath();
  g.arc(0, 0, r, -1.571, 1.571);
  g.ellipse(0, 0, r * 0.4, r, 0, 1.571, -1.571, true);
  g.restore();
  pen.fill(palette.rock);
  g.beginPath();
  g.arc(x, y, r, 0, ROUND);
  pen.stroke(palette.rockline, 1.5);
}

/** A wheel with four spokes. @type {Whole} */
function station(pen, ground) {
  const { g, palette, view } = pen, r = ground.radius * view.k * (ground.shape.k === "cells" ? 0.6 : 1), colour = palette[ground.item.side || "ink2"];
  g.save();
  g.translate(...view.pixel(ground.middle));
  g.rotate(((ground.item.rot ?? 0) * Math.PI) / 180);
  g.beginPath();
  for (const part of [0.72, 0.3]) {
    g.moveTo(r * part, 0);
    g.arc(0, 0, r * part, 0, ROUND);
  }
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    g.moveTo(x * r * 0.3, y * r * 0.3);
    g.lineTo(x * r, y * r);
  }
  pen.stroke(colour, 2);
  g.restore();
}

/** @type {Record<string, Whole>} */
export const WHOLE = { body, spiral, well, land, planet, station };

/** Where the name of a terrain may stand: below it, or above it. @param {Ground} ground @param {import("./view.js").View} view */
export function namesOf(ground, view) {
  const [x, y] = view.pixel(ground.middle), text = said(ground.item.name), far = ground.radius * view.k;
  return [y + far + 13, y - far - 5].map((foot) => ({ text, at: /** @type {[number, number]} */ ([x, foot]) }));
}
