// Vectors, plans, thrust and shots: lines of SVG over the canvas, with what they say.

import { el, set } from "./svg.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {{item: Item, pts: Pixel[], from: number, to: number, tiles: boolean}} Line  with how far it keeps from its ends */

const SHOTS = new Set(["beam", "guns", "missiles", "ram"]);
const HEAD = 7;
/** @type {Record<string, number>} */
const ORDER = { orbit: 0, link: 0, vector: 1, leg: 2, plan: 3 };

/** Later ones lie over earlier ones. @param {Item} item */
export const lineOrder = (item) => ORDER[item.style] ?? 4;
/** @param {Item} item */
export const isShot = (item) => SHOTS.has(item.style);

/** @param {Line} line */
export function makeLine({ item }) {
  return el("g", { "data-id": item.id, "data-ref": item.ref, "aria-hidden": "true" });
}

/** @param {SVGElement} node @param {Line} line */
export function changeLine(node, line) {
  const { item, tiles } = line, pts = trimmed(line), shot = isShot(item), blocked = item.blocked != null;
  const drawn = blocked ? cut(pts, item.blocked) : pts, style = blocked ? "blocked" : item.style;
  set(node, { class: `path side-${item.side || "none"} style-${style}${item.strong ? " strong" : ""}${tiles ? " tiles" : ""}` });
  const parts = [];
  if (tiles && item.style === "plan") parts.push(el("path", { class: "bed", d: data(drawn) }));
  parts.push(el("path", { class: "line", d: data(drawn) }));
  if (shot && !blocked && !tiles) parts.push(el("path", { class: "head", d: head(drawn) }));
  if (blocked) parts.push(el("path", { class: "stop", d: "M-4-4L4 4M4-4L-4 4", transform: place(drawn[drawn.length - 1]) }));
  if (tiles && item.style === "plan") parts.push(...line.pts.slice(1, -1).map(([cx, cy]) => el("circle", { class: "stepped", cx: cx.toFixed(1), cy: cy.toFixed(1), r: 2.6 })));
  if (item.ticks) parts.push(...drawn.slice(1, -1).map(([cx, cy]) => el("circle", { class: "stepped", cx: cx.toFixed(1), cy: cy.toFixed(1), r: 1.6 })));
  node.replaceChildren(...parts);
}

/** @param {Pixel} p */
const place = (p) => `translate(${p[0].toFixed(1)} ${p[1].toFixed(1)})`;
/** @param {Pixel[]} pts */
const data = (pts) => `M${pts.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join("L")}`;

/** @param {Line} line @returns {Pixel[]} */
function trimmed({ pts, from, to }) {
  if (pts.length < 2) return pts;
  const out = [...pts], last = out.length - 1;
  out[0] = towards(pts[0], pts[1], from);
  out[last] = towards(pts[last], pts[last - 1], to);
  return out;
}

/** From a so far towards b, not beyond the middle. @param {Pixel} a @param {Pixel} b @param {number} far @returns {Pixel} */
function towards(a, b, far) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, f = Math.min(far / length, 0.45);
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
}

/** The first part of a line. @param {Pixel[]} pts @param {number} part @returns {Pixel[]} */
export function cut(pts, part) {
  const { at, index } = along(pts, part);
  return [...pts.slice(0, index), at];
}

/** The point at a part of a line's length, and the direction there. @param {Pixel[]} pts @param {number} part */
export function along(pts, part) {
  const lengths = pts.slice(1).map((p, i) => Math.hypot(p[0] - pts[i][0], p[1] - pts[i][1]));
  let rest = lengths.reduce((a, b) => a + b, 0) * part, index = 1;
  while (index < lengths.length && rest > lengths[index - 1]) rest -= lengths[index++ - 1];
  const [a, b] = [pts[index - 1], pts[index] ?? pts[index - 1]], length = lengths[index - 1] || 1, f = Math.min(1, rest / length);
  return { at: /** @type {Pixel} */ ([a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f]), index, along: /** @type {Pixel} */ ([(b[0] - a[0]) / length, (b[1] - a[1]) / length]) };
}

/** @param {Pixel[]} pts */
function head(pts) {
  const [x, y] = pts[pts.length - 1], [a, b] = pts[pts.length - 2] ?? [x, y - 1], t = Math.atan2(y - b, x - a);
  const back = (/** @type {number} */ by) => `${(x - HEAD * Math.cos(t + by)).toFixed(1)} ${(y - HEAD * Math.sin(t + by)).toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${back(-0.36)}L${back(0.36)}Z`;
}
