// Silhouettes and glyphs of the rule systems, as path data; a dart stands for what has none.

/** @typedef {{d: string, lines?: string}} Silhouette */
/** @typedef {{silhouettes?: Record<string, Silhouette>, glyphs?: Record<string, {d: string, fill?: boolean}>}} Art */

import { el } from "./svg.js";

/** @type {Record<string, Silhouette>} */
const OURS = {
  dart: { d: "M0-4L2.6 3 0 1.8-2.6 3Z" },
  missile: { d: "M0-5L1.5-2V4H-1.5V-2Z" },
  wreck: { d: "M-2-15L1-12 3-5 0-3 2 0-3-1-5-4-3-8ZM1 3L4 1 8 4 7 8 9 12 4 15 2 12-2 13-1 8-4 6Z" },
  unknown: { d: "M0-14L10 10 0 5-10 10Z" },
};

/** @type {Map<string, Silhouette>} */
const silhouettes = new Map(Object.entries(OURS));
/** @type {Map<string, {d: string, fill?: boolean}>} */
const glyphs = new Map();
/** @type {Map<string, {length: number, width: number}>} */
const extents = new Map();

/** Takes in the drawings of a rule system; its glyphs are called `<system>:<key>`. @param {string} system @param {Art} art */
export function setArt(system, art) {
  for (const [key, drawing] of Object.entries(art.silhouettes ?? {})) {
    silhouettes.set(key, drawing);
    extents.delete(key);
  }
  for (const [key, drawing] of Object.entries(art.glyphs ?? {})) glyphs.set(`${system}:${key}`, drawing);
}

/** @param {string} key */
export const silhouette = (key) => silhouettes.get(key) ?? OURS.unknown;
/** @param {string} key */
export const glyph = (key) => glyphs.get(key);

/** How long and wide a silhouette is in its own units. @param {string} key @param {Element} drawing an SVG in the page to measure in */
export function extent(key, drawing) {
  const known = extents.get(key);
  if (known) return known;
  const path = /** @type {SVGGraphicsElement} */ (el("path", { d: silhouette(key).d }));
  drawing.append(path);
  const box = path.getBBox();
  path.remove();
  const found = { length: Math.max(1, box.height), width: Math.max(1, box.width) };
  if (box.height) extents.set(key, found);
  return found;
}
