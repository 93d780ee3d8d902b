// What lines say: each number or range finds a place on its line or beside it that hides no token and no other one.

import { along, isShot } from "./paths.js";
import { said } from "./scene.js";

/** @typedef {import("./paths.js").Line} Line */
/** @typedef {import("./crowd.js").Crowd} Crowd */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {{key: string, text: string, at: Pixel, look: string, anchor?: string}} Label */

const BESIDE = 11, LETTER = 6.4;
/** Where else along the line, and how far beside a shot, where its middle is taken. */
const ALONG = [0, -0.13, 0.13, -0.26, 0.26], ASIDE = [0, 16, -16, 28, -28, 42, -42];

/** Adds the labels of lines to the crowd, one after the other; what lies over each other says the same once. @param {Line[]} lines @param {Crowd} crowd @returns {Label[]} */
export function lineLabels(lines, crowd) {
  const seen = new Set();
  return lines.flatMap((line) => {
    const text = said(line.item.text), same = `${text} ${line.item.side} ${line.pts}`;
    if (!text || line.pts.length < 2 || seen.has(same)) return [];
    seen.add(same);
    const at = freest(line, text, crowd);
    addLabel(crowd, at, text);
    return [{ key: `line ${line.item.id}`, text, at, look: lookOf(line) }];
  });
}

/** @param {Line} line */
function lookOf({ item }) {
  if (isShot(item)) return item.strong ? "strong" : "shot";
  return item.style === "plan" ? "number plan" : `number side-${item.side || "none"}`;
}

/** @param {Crowd} crowd @param {Pixel} at @param {string} text @param {string} [anchor] */
export const addLabel = (crowd, at, text, anchor) => crowd.add(labelBox(at, text, anchor), 3);

/** @param {Pixel} at of its foot @param {string} text @param {string} [anchor] which end is there, if not the middle @returns {import("./crowd.js").Rect} */
export function labelBox([x, y], text, anchor) {
  const half = (text.length * LETTER) / 2 + 2, middle = x + (anchor === "start" ? half : anchor === "end" ? -half : 0);
  return [middle - half, y - 13, middle + half, y + 5];
}

/** The first place that is free, else the one that hides least. @param {Line} line @param {string} text @param {Crowd} crowd @returns {Pixel} */
function freest(line, text, crowd) {
  const places = placesOf(line);
  let best = places[0], least = Infinity;
  for (const [order, place] of places.entries()) {
    const cost = crowd.overlap(labelBox(place, text)) + order * 8;
    if (cost < least) [best, least] = [place, cost];
    if (cost <= order * 8) break;
  }
  return best;
}

/** Where it may stand, the best first: a shot's on its middle, a number beside its line. @param {Line} line @returns {Pixel[]} */
function placesOf({ item, pts }) {
  const on = isShot(item) || item.beside === "on", side = item.beside === "port" ? -BESIDE : BESIDE, start = item.at ?? (isShot(item) ? 0.5 : 0.55);
  const steps = on ? ASIDE : [side, -side];
  return steps.flatMap((by) => ALONG.map((shift) => beside(pts, start + shift, by)));
}

/** @param {Pixel[]} pts @param {number} part @param {number} by pixels to starboard @returns {Pixel} */
function beside(pts, part, by) {
  const found = along(pts, part), [dx, dy] = found.along;
  return [found.at[0] - dy * by, found.at[1] + dx * by + 4];
}
