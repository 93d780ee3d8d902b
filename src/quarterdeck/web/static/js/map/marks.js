// What stands on tokens and plates: bars of what is left, badges.

import { ICONS } from "../icons.js";
import { glyph } from "./art.js";
import { said } from "./scene.js";
import { el } from "./svg.js";

/** @typedef {{k: string, of: any, left?: any, at?: number}} Bar */
/** @typedef {{icon: {glyph: string, text?: string}, tone?: string, text?: any, say?: any}} Badge */

export const BAR_WIDTH = 46, BAR_HEIGHT = 3.5, BADGE = 11;
const GAP = 2;

/** @param {number} x @param {number} width @param {string} name @param {number} [y] @param {number} [height] */
const block = (x, width, name, y = 0, height = BAR_HEIGHT) => el("rect", { x: x.toFixed(2), y, width: Math.max(0, width).toFixed(2), height, class: name });

/** The segments of a bar as [length, left]; the last row stands leftmost, so that the bar drains from the right. @param {Bar} bar @returns {[number, number][]} */
function segments(bar) {
  if (bar.k === "rows") return bar.of.map((/** @type {number} */ n, /** @type {number} */ i) => [n, bar.left[i]]).reverse();
  if (bar.k === "meter") return [[bar.of, bar.left]];
  if (bar.k === "steps") return Array.from({ length: bar.of }, (_, i) => [1, i === bar.at ? 1 : 0]);
  return Array.from({ length: bar.of }, (_, i) => [1, i < bar.left ? 1 : 0]);
}

/** @param {Bar} bar @param {number} [width] @param {number} [y] */
export function barBlocks(bar, width = BAR_WIDTH, y = 0) {
  const parts = segments(bar), all = parts.reduce((sum, [n]) => sum + n, 0), gap = Math.min(GAP, width / parts.length / 3);
  const unit = (width - gap * (parts.length - 1)) / all, blocks = [];
  let x = 0;
  for (const [n, left] of parts) {
    blocks.push(block(x, n * unit, "bar-lost", y), block(x, left * unit, "bar-left", y));
    x += n * unit + gap;
  }
  return blocks;
}

/** Ticks in ink: armour, shields. @param {Bar} bar @param {number} y @param {number} [most] the width they keep within */
export function tickBlocks(bar, y, most = BAR_WIDTH) {
  const step = Math.min(5, most / bar.of);
  return Array.from({ length: bar.of }, (_, i) => block(i * step, step * 0.7, i < bar.left ? "tick-left" : "bar-lost", y, 1.8));
}

/** A circle with a glyph or with words. @param {Badge} badge @param {number} x @param {number} y */
export function badgeMark(badge, x, y) {
  const words = said(badge.text) || badge.icon.text, art = glyph(badge.icon.glyph), parts = [];
  if (words) parts.push(el("text", { y: 3.4, class: "badge-text" }, words));
  else parts.push(el("path", { d: art?.d ?? ICONS[badge.icon.glyph] ?? ICONS.open, transform: "scale(.46) translate(-8 -8)", class: art?.fill ? "solid" : "line" }));
  return el("g", { class: `badge tone-${badge.tone ?? "ink"}`, transform: `translate(${x} ${y})` }, el("circle", { r: BADGE / 2 }), ...parts);
}

/** @param {Bar[] | undefined} bars */
export function split(bars = []) {
  return { main: bars.filter((bar) => bar.k !== "ticks"), ticks: bars.filter((bar) => bar.k === "ticks") };
}
