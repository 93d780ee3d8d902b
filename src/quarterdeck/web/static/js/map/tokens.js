// Tokens: units, their ghosts, what is left of them. Those that can be picked are buttons with a full sentence as label.

import { extent, silhouette } from "./art.js";
import { badgeMark, barBlocks, split, tickBlocks } from "./marks.js";
import { said } from "./scene.js";
import { el, set, shift } from "./svg.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./view.js").Pixel} Pixel */
/**
 * @typedef {object} Placed  a token where it stands
 * @property {Item} item
 * @property {Pixel} at
 * @property {number} rot
 * @property {number} z        scale of its silhouette
 * @property {boolean} selected
 * @property {string} look     its style, or what an effect made of it
 */
/** @typedef {{tiles: boolean, corners: Pixel[], svg: Element, cell: number}} Manner  how tokens of this map are drawn */

/** The size of a cell at which tokens on cells are drawn; they grow and shrink with it. */
const CELL = 27.5;
const GHOSTS = new Set(["drift", "plan"]);
const APART = 7;

/** @param {Item} item */
export const isGhost = (item) => GHOSTS.has(item.style);
/** What a token that is looked for by keys or clicks has. @param {Item} item */
export const canBePicked = (item) => !isGhost(item) && Boolean(item.ref);

/** @param {Item} item @param {string} look @param {boolean} tiles */
const drawnOf = (item, look, tiles) => JSON.stringify([tiles, look, item.sil, item.side, item.count, item.level, item.size, item.at?.[2], item.bars, item.badges]);

/** @param {Placed} placed @returns {SVGElement} */
export function makeToken({ item }) {
  const node = el("g", { "data-id": item.id });
  if (canBePicked(item)) set(node, { role: "button", tabindex: -1, "data-ref": item.ref });
  else set(node, { "aria-hidden": "true" });
  if (item.style === "plan" && item.ref) set(node, { "data-of": item.ref });
  return node;
}

/** @param {SVGElement} node @param {Placed} placed @param {Manner} manner */
export function changeToken(node, placed, manner) {
  const { item, look } = placed, drawn = drawnOf(item, look, manner.tiles);
  if (node.dataset.drawn !== drawn) {
    node.replaceChildren(...(manner.tiles ? tile(item, look, manner) : body(item, look)));
    node.dataset.drawn = drawn;
  }
  set(node, { class: `token side-${item.side || "none"} style-${look} level-${item.level ?? "surface"}${placed.selected ? " sel" : ""}`, transform: shift(placed.at) });
  if (canBePicked(item)) set(node, { "aria-label": said(item.say) || said(item.name) || item.id, "aria-pressed": placed.selected ? "true" : "false" });
  turned(node, placed, manner);
}

/** Moves and turns a token without drawing it again. @param {SVGElement} node @param {Placed} placed @param {Manner} manner */
export function turned(node, placed, manner) {
  const turn = node.querySelector(".turn"), { item, rot, z } = placed;
  if (!turn) return;
  if (manner.tiles) {
    set(/** @type {Element} */ (node.querySelector(".sized")), { transform: `scale(${((z * manner.cell) / CELL).toFixed(3)})` });
    set(turn, { transform: `rotate(${rot})` });
    set(/** @type {Element} */ (node.querySelector(".fit")), { transform: `scale(${fitted(item, manner)})` });
    return;
  }
  const [wide, long] = trueScale(item, z, manner);
  set(turn, { transform: `rotate(${rot}) scale(${wide.toFixed(3)} ${long.toFixed(3)})` });
}

/** @param {Item} item @param {number} z @param {Manner} manner */
function trueScale(item, z, manner) {
  if (!item.size) return [z, z];
  const whole = extent(item.sil, manner.svg), least = 8 / whole.length;
  return [Math.max(least, (item.size[1] * manner.cell) / whole.width), Math.max(least, (item.size[0] * manner.cell) / whole.length)];
}

/** From the middle of a cell to its upper edge, at the size it is drawn in. @param {Manner} manner */
const tall = (manner) => Math.max(...manner.corners.map((c) => c[1])) * CELL;

/** Half of what a token takes up with a little round it, across and upright, turned as it is; of a group a square. @param {Placed} placed @param {Element} svg @returns {Pixel} */
export function halves({ item, rot, z }, svg) {
  const { length, width } = extent(item.sil, svg), t = (rot * Math.PI) / 180, [s, c] = [Math.abs(Math.sin(t)), Math.abs(Math.cos(t))];
  if ((item.count ?? 1) > 1) return [15 * z, 15 * z];
  return [((length * s + width * c) / 2 + 4) * z, ((length * c + width * s) / 2 + 4) * z];
}

/** Into a cell, small ones enlarged a little. @param {Item} item @param {Manner} manner */
function fitted(item, manner) {
  const { length, width } = extent(item.sil, manner.svg), many = (item.count ?? 1) > 1, high = tall(manner);
  return many ? 1 : Math.min(1.05, (high * 1.35) / length, (high * 1.1) / width).toFixed(3);
}

/** The silhouette, or one for each that a group still has, in two ranks. @param {Item} item @returns {SVGElement[]} */
function ships(item) {
  const { d, lines } = silhouette(item.sil), count = Math.min(12, item.count ?? 1), columns = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns), wide = row ? count - columns : columns;
    const at = count > 1 ? { transform: `translate(${((i % columns) - (wide - 1) / 2) * APART} ${row * 9 - 4.5})` } : {};
    const parts = [el("path", { class: "hull", d, "fill-rule": "evenodd" })];
    if (lines && !isGhost(item)) parts.push(el("path", { class: "lines", d: lines }));
    return el("g", at, ...parts);
  });
}

/** @param {Item} item @param {string} look @returns {SVGElement[]} */
function body(item, look) {
  const drawn = look === "wreck" ? { ...item, sil: "wreck", count: 1 } : item, parts = [];
  if (canBePicked(item)) parts.push(el("circle", { class: "hit", r: 22 }));
  if (item.level === "air") parts.push(el("path", { class: "stem", d: "M0 0V16M-4 16H4" }));
  parts.push(el("g", { class: "turn" }, ...ships(drawn)));
  if (item.at?.[2]) parts.push(el("text", { class: "halo height", x: 16, y: -10 }, String(item.at[2])));
  return parts;
}

/** A token on a cell: the cell inset, a triangle at the face it looks at, bars and badges on it. @param {Item} item @param {string} look @param {Manner} manner @returns {SVGElement[]} */
function tile(item, look, manner) {
  const edge = manner.corners.map(([x, y]) => `${(x * CELL * 0.86).toFixed(2)} ${(y * CELL * 0.86).toFixed(2)}`).join("L");
  const drawn = look === "wreck" ? { ...item, sil: "wreck", count: 1 } : item, high = tall(manner);
  const parts = [el("path", { class: "cell", d: `M${edge}Z` })];
  const face = el("path", { class: "face", d: `M0 ${-high * 0.97}L4 ${-high * 0.76}H-4Z` });
  parts.push(el("g", { class: "turn" }, ...(look === "wreck" ? [] : [face]), el("g", { class: "fit" }, ...ships(drawn))));
  if (!isGhost(item)) parts.push(...cellBars(item, high), ...cellBadges(item, high));
  return [el("g", { class: "sized" }, ...parts)];
}

/** @param {Item} item @param {number} high */
function cellBars(item, high) {
  const { main, ticks } = split(item.bars), bar = main[0];
  if (!bar) return [];
  const boxes = bar.k === "pips" ? bar.of : 6, wide = Math.min(high * 1.18, boxes * 6.2 - 1.2), tickWide = ticks[0] ? Math.min(wide, ticks[0].of * 5) : 0;
  const parts = [el("rect", { class: "under", x: -wide / 2 - 2, y: ticks.length ? -4.5 : -2, width: wide + 4, height: ticks.length ? 10 : 7.5, rx: 1 })];
  parts.push(el("g", { transform: `translate(${-wide / 2} 0)` }, ...barBlocks(bar, wide)));
  if (ticks[0]) parts.push(el("g", { transform: `translate(${-tickWide / 2} 0)` }, ...tickBlocks(ticks[0], -3, tickWide)));
  return [el("g", { class: "bars", transform: `translate(0 ${(high * 0.716).toFixed(1)})` }, ...parts)];
}

/** @param {Item} item @param {number} high */
function cellBadges(item, high) {
  const badges = item.badges ?? [];
  return badges.map((/** @type {any} */ badge, /** @type {number} */ i) => badgeMark(badge, high * 0.7 + i * 12 - (badges.length - 1) * 6, -high * 0.67));
}
