// Rings round tokens: the clock or the plain one of the selected, thin ones of what is hovered or asked about. Rings are what raises a token.

import { el, set, shift } from "./svg.js";

/** @typedef {{key: string, kind: "clock" | "plain" | "hover" | "asked" | "stack", at: [number, number], points: number, small: boolean, text?: string}} Ring */

/** @param {boolean} small */
export const ringRadius = (small) => (small ? 20 : 30);

/** @param {Ring} ring */
export function makeRing(ring) {
  if (ring.kind === "stack") return el("g", { class: "ring ring-stack" }, el("text", { class: "halo", x: 14, y: -14 }, ring.text ?? ""));
  const r = ringRadius(ring.small) - (ring.kind === "hover" || ring.kind === "asked" ? 5 : 0);
  const node = el("g", { class: `ring ring-${ring.kind}` }, el("circle", { r }));
  if (ring.kind === "clock") node.append(...clock(r, ring.points, ring.small));
  return node;
}

/** @param {SVGElement} node @param {Ring} ring */
export function changeRing(node, ring) {
  set(node, { transform: shift(ring.at) });
  if (ring.kind === "stack" && node.firstElementChild) node.firstElementChild.textContent = ring.text ?? "";
}

/** Ticks at every point, numerals at each quarter. @param {number} r @param {number} points @param {boolean} small */
function clock(r, points, small) {
  const parts = [];
  for (let i = 1; i <= points; i++) {
    const t = (i * 2 * Math.PI) / points, [x, y] = [Math.sin(t), -Math.cos(t)], quarter = i % (points / (points % 4 ? 2 : 4)) === 0;
    parts.push(el("path", { class: "tick", d: `M${(x * r).toFixed(1)} ${(y * r).toFixed(1)}L${(x * (r + (quarter ? 6 : 3))).toFixed(1)} ${(y * (r + (quarter ? 6 : 3))).toFixed(1)}` }));
    if (quarter && !small) parts.push(el("text", { class: "halo", x: (x * (r + 14)).toFixed(1), y: (y * (r + 14) + 3.5).toFixed(1) }, String(i)));
  }
  return parts;
}
