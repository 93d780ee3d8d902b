// The neatline: a frame that is the scale, with numerals, and the rose of the directions.

import { steps } from "./ground.js";
import { el } from "./svg.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Canvas */

export const FRAME = 18;
const BAR = 3;

/** @param {HTMLCanvasElement} canvas @param {View} view @param {Layout} layout @param {Palette} palette @param {boolean} replay */
export function drawFrame(canvas, view, layout, palette, replay) {
  const density = Math.max(1, devicePixelRatio), { w, h } = view, N = FRAME;
  if (canvas.width !== Math.round(w * density) || canvas.height !== Math.round(h * density)) Object.assign(canvas, { width: Math.round(w * density), height: Math.round(h * density) });
  const g = /** @type {Canvas} */ (canvas.getContext("2d"));
  g.setTransform(density, 0, 0, density, 0, 0);
  g.clearRect(0, 0, w, h);
  g.fillStyle = palette.desk;
  for (const [x, y, a, b] of [[0, 0, w, N], [0, h - N, w, N], [0, 0, N, h], [w - N, 0, N, h]]) g.fillRect(x, y, a, b);
  rule(g, palette.rule2, 1, N - 4.5, w, h);
  rule(g, replay ? palette.plan : palette.rule3, replay ? 2 : 1, N - 0.5, w, h);
  g.fillStyle = palette.ink3;
  g.font = `10px ${palette.sans}`;
  g.textAlign = "center";
  g.textBaseline = "middle";
  if (layout.kind === "plane") planeScale(g, view, layout);
  else cellScale(g, view, layout);
}

/** @param {Canvas} g @param {string} colour @param {number} width @param {number} inset @param {number} w @param {number} h */
function rule(g, colour, width, inset, w, h) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.strokeRect(inset, inset, w - 2 * inset, h - 2 * inset);
}

/** Bars of one unit, or of as many as stay wide enough; numerals every cross, or every grid line where there is less room. @param {Canvas} g @param {View} view @param {Layout} layout */
function planeScale(g, view, layout) {
  const { map, box } = layout, seen = box ?? { left: view.flat([0, 0])[0], right: view.flat([view.w, 0])[0], top: view.flat([0, view.h])[1], bottom: view.flat([0, 0])[1] };
  const small = map.cross || map.grid / 2 || 1, unit = [1, small, map.grid || small * 2].find((u) => u * view.k >= 4) ?? small * 4;
  const named = small * view.k >= 54 ? small : Math.ceil(64 / view.k / small) * small;
  for (const x of steps(seen.left - unit, seen.right, unit)) if (Math.round(x / unit) % 2) acrossBar(g, view, view.pixel([x, 0])[0], view.pixel([x + unit, 0])[0]);
  for (const y of steps(seen.top - unit, seen.bottom, unit)) if (Math.round(y / unit) % 2) uprightBar(g, view, view.pixel([0, y + unit])[1], view.pixel([0, y])[1]);
  for (const x of steps(seen.left - 1, seen.right + 1, named)) acrossNumeral(g, view, view.pixel([x, 0])[0], x);
  for (const y of steps(seen.top - 1, seen.bottom + 1, named)) uprightNumeral(g, view, view.pixel([0, y])[1], y);
}

/** @param {Canvas} g @param {View} view @param {Layout} layout */
function cellScale(g, view, layout) {
  const { cols, rows } = layout.map, hex = layout.kind === "hex", half = (view.k * layout.across) / 2, wide = hex ? 0.75 * view.k : half;
  const every = Math.max(1, Math.ceil(22 / (2 * wide)));
  for (let q = 0; q < cols; q++) {
    const x = view.pixel(layout.flat([q, 0]))[0];
    if (q % 2) acrossBar(g, view, x - wide, x + wide);
    if (q % every === 0) acrossNumeral(g, view, x, q);
  }
  for (let r = 0; r < rows; r++) {
    const y = view.pixel(layout.flat([0, r]))[1] + (hex ? half / 2 : 0);
    if (r % 2) uprightBar(g, view, y - half, y + half);
    if (r % every === 0) uprightNumeral(g, view, y, r);
  }
}

/** @param {Canvas} g @param {View} view @param {number} from @param {number} to */
function acrossBar(g, { w, h }, from, to) {
  const a = Math.max(FRAME, from), b = Math.min(w - FRAME, to);
  if (b <= a) return;
  g.fillRect(a, FRAME - 4, b - a, BAR);
  g.fillRect(a, h - FRAME + 1, b - a, BAR);
}

/** @param {Canvas} g @param {View} view @param {number} from @param {number} to */
function uprightBar(g, { w, h }, from, to) {
  const a = Math.max(FRAME, from), b = Math.min(h - FRAME, to);
  if (b <= a) return;
  g.fillRect(FRAME - 4, a, BAR, b - a);
  g.fillRect(w - FRAME + 1, a, BAR, b - a);
}

/** @param {Canvas} g @param {View} view @param {number} x @param {number} n */
function acrossNumeral(g, { w, h }, x, n) {
  if (x < FRAME + 8 || x > w - FRAME - 8) return;
  g.fillText(String(n), x, 7);
  g.fillText(String(n), x, h - 7);
}

/** @param {Canvas} g @param {View} view @param {number} y @param {number} n */
function uprightNumeral(g, { w, h }, y, n) {
  if (y < FRAME + 8 || y > h - FRAME - 8) return;
  g.fillText(String(n), 7, y);
  g.fillText(String(n), w - 7, y);
}

/** The rose, so many points; the quarters are numbered. @param {number} points */
export function rose(points) {
  const R = 25, quarter = points % 4 ? points / 2 : points / 4, parts = [el("circle", { class: "ground", r: R + 14 }), el("circle", { class: "outer", r: R }), el("circle", { class: "inner", r: R - 5 })];
  for (let i = 1; i <= points; i++) {
    const t = (i * 2 * Math.PI) / points, [x, y] = [Math.sin(t), -Math.cos(t)];
    parts.push(el("path", { class: i % quarter ? "tick" : "tick quarter", d: `M${x * (R - 5)} ${y * (R - 5)}L${x * R} ${y * R}` }));
    if (i % quarter === 0) parts.push(el("text", { x: (x * (R + 8)).toFixed(1), y: (y * (R + 8) + 3.4).toFixed(1) }, String(i)));
  }
  parts.push(el("path", { class: "north", d: "M0-18L3.4 0 0 3.4-3.4 0Z" }), el("path", { class: "south", d: "M0 18L2.4 2.4 0 0-2.4 2.4Z" }));
  return el("svg", { class: "map-rose", viewBox: "-40 -40 80 80", width: 80, height: 80, "aria-hidden": "true" }, ...parts);
}
