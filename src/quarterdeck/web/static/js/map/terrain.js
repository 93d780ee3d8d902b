// Terrain by its pattern. What a pattern draws of one spot is in patterns.js; here is where the spots lie, and the edges.

import { dealer } from "./ground.js";
import { outline } from "./layout.js";
import { CLOUDY, curls, SINGLE, SPOTS, UNDER, WHOLE } from "./patterns.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Places} Places */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./layout.js").Layout} Layout */
/**
 * @typedef {object} Ground a terrain's place
 * @property {Item} item
 * @property {any} shape       resolved
 * @property {Flat[]} spots    middles of its cells, or spread over its shape
 * @property {number} size     radius of a spot, in flat units
 * @property {Flat[][]} edge   loops round it
 * @property {Flat} middle
 * @property {number} radius   from the middle to the farthest edge, flat
 */

/** Where a terrain lies; null where its shape hangs on nothing drawn. @param {Item} item @param {Places} places @returns {Ground | null} */
export function groundOf(item, places) {
  const shape = places.shape(item.shape);
  if (!shape) return null;
  const layout = places.layout, edge = edgeOf(layout, shape), pts = edge.flat();
  const middle = centre(pts), radius = Math.max(...pts.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1])));
  const cells = shape.k === "cells" ? shape.cells.map((/** @type {number[]} */ c) => layout.flat(c)) : null;
  const size = cells ? (layout.kind === "hex" ? 1 : 0.56) : Math.max(radius / 4, Math.min(radius, 1.5));
  return { item, shape, edge, middle, radius, size, spots: cells ?? (SINGLE.has(item.pattern) ? [middle] : spread(edge[0], middle, radius, size)) };
}

/** @param {Flat[]} pts @returns {Flat} */
function centre(pts) {
  const xs = pts.map((p) => p[0]), ys = pts.map((p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** @param {Layout} layout @param {any} shape @returns {Flat[][]} */
function edgeOf(layout, shape) {
  if (shape.k === "cells") return outline(layout, shape.cells);
  if (shape.k === "poly") return [shape.pts];
  const whole = shape.to - shape.from >= 360, [from, to] = whole ? [0, 354] : [shape.from, shape.to], count = Math.max(2, Math.ceil((to - from) / 6));
  const arc = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count).map((d) => onCircle(layout, shape.at, shape.r, d));
  return [whole ? arc : [...arc, shape.at]];
}

/** @param {Layout} layout @param {Flat} at @param {number} r @param {number} degrees @returns {Flat} */
function onCircle(layout, at, r, degrees) {
  const t = (degrees * Math.PI) / 180;
  return [at[0] + r * Math.sin(t), at[1] - layout.down * r * Math.cos(t)];
}

/** Middles of spots that fill a loop in rows. @param {Flat[]} loop @param {Flat} middle @param {number} radius @param {number} size @returns {Flat[]} */
function spread(loop, middle, radius, size) {
  const found = [], step = size * 1.7, rows = Math.ceil(radius / step);
  for (let i = -rows; i <= rows; i++)
    for (let j = -rows; j <= rows; j++) {
      /** @type {Flat} */ const p = [middle[0] + (j + (i % 2) / 2) * step, middle[1] + i * step * 0.87];
      if (within(p, loop)) found.push(p);
    }
  return found.length ? found : [middle];
}

/** @param {Flat} p @param {Flat[]} loop */
function within(p, loop) {
  let inside = false;
  loop.forEach((a, i) => {
    const b = loop[(i + 1) % loop.length];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside;
}

/** @param {Ground} ground */
const seedOf = ({ item, spots }) => spots.reduce((a, [x, y]) => (a * 31 + Math.round(x * 7 + y * 13) + 101) | 0, item.pattern.length);

/** What lies under the grid. @param {Pen} pen @param {Ground} ground */
export function drawUnder(pen, ground) {
  const draw = UNDER[ground.item.pattern];
  if (draw) draw(pen, ground, dealer(seedOf(ground)));
  if (!CLOUDY.has(ground.item.pattern)) return;
  const next = dealer(seedOf(ground)), discs = scallops(ground, next);
  for (const [grow, colour] of /** @type {[number, string][]} */ ([[1.1, pen.palette.gasline], [0, pen.palette.gas]])) cloud(pen, ground, discs, grow, colour);
  curls(pen, ground, next);
}

/** Discs along the edge of a cloud and on each of its spots. @param {Ground} ground @param {() => number} next @returns {[Flat, number][]} */
function scallops({ edge, spots, size, shape, middle }, next) {
  /** @type {[Flat, number][]} */ const discs = shape.k === "cells" ? spots.map((p) => [p, size * 0.86]) : [];
  for (const loop of edge)
    for (const p of along(loop, size * 0.5)) {
      const pull = shape.k === "cells" ? 0.84 : 0.94, to = shape.k === "cells" ? nearest(spots, p) : middle;
      discs.push([[to[0] + (p[0] - to[0]) * pull, to[1] + (p[1] - to[1]) * pull], size * (0.24 + next() * 0.07)]);
    }
  return discs;
}

/** @param {Flat[]} spots @param {Flat} p */
function nearest(spots, p) {
  const far = (/** @type {Flat} */ s) => Math.hypot(s[0] - p[0], s[1] - p[1]);
  return spots.reduce((best, s) => (far(s) < far(best) ? s : best));
}

/** Points along a loop, so far apart. @param {Flat[]} loop @param {number} step @returns {Flat[]} */
function along(loop, step) {
  return loop.flatMap((a, i) => {
    const b = loop[(i + 1) % loop.length], count = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    return Array.from({ length: count }, (_, n) => /** @type {Flat} */ ([a[0] + ((b[0] - a[0]) * n) / count, a[1] + ((b[1] - a[1]) * n) / count]));
  });
}

/** @param {Pen} pen @param {Ground} ground @param {[Flat, number][]} discs @param {number} grow @param {string} colour */
function cloud(pen, ground, discs, grow, colour) {
  pen.shape(ground.shape, ground.shape.k === "cells" ? 0.14 : 0);
  pen.fill(colour);
  pen.g.beginPath();
  for (const [p, r] of discs) pen.dot(p, r * pen.view.k + grow);
  pen.fill(colour);
}

/** What lies over the grid. @param {Pen} pen @param {Ground} ground */
export function drawOver(pen, ground) {
  const { pattern, danger } = ground.item, next = dealer(seedOf(ground) + 5);
  WHOLE[pattern]?.(pen, ground, next);
  const spot = SPOTS[pattern];
  if (spot) for (const at of ground.spots) if (pen.reaches(at, ground.size)) onSpot(pen, at, () => spot(pen, ground.size * pen.view.k, next, ground.item));
  if (!danger) return;
  pen.loops(pattern === "well" ? wellEdge(pen.layout, ground) : ground.edge);
  pen.stroke(pen.palette.ink3, 1.4, 0.9, [0.1, 4]);
}

/** A well of one hex draws in those round it. @param {Layout} layout @param {Ground} ground */
function wellEdge(layout, ground) {
  const cells = ground.shape.cells;
  if (layout.kind !== "hex" || cells?.length !== 1) return ground.edge;
  const [q, r] = cells[0];
  return outline(layout, [[q, r], [q + 1, r], [q - 1, r], [q, r + 1], [q, r - 1], [q + 1, r - 1], [q - 1, r + 1]].filter(layout.has));
}

/** @param {Pen} pen @param {Flat} at @param {() => void} draw */
function onSpot({ g, view }, at, draw) {
  g.save();
  g.translate(...view.pixel(at));
  draw();
  g.restore();
}
