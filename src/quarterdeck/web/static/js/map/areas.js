// Areas that mean something, and the tracks of past turns: on the canvas, over terrain and grid.

import { angle } from "./pen.js";
import { said } from "./scene.js";

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Places} Places */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {(at: Pixel, text: string, anchor: string) => boolean} Free  whether words may stand there */

/** How far from the middle the edges of an arc begin, in pixels: the token stands there. */
const CLEAR = 26;
const BAND_EDGES = [0.62, 0.46, 0.34];

/**
 * The plain styles: colour, strength of the fill, then of the edge with its width and dashes. `side` is the colour of the side.
 * @type {Record<string, {colour: string, fill: number, edge: number, width?: number, dash?: number[]}>}
 */
const STYLES = {
  reach: { colour: "side", fill: 0.05, edge: 0.5, width: 1.25, dash: [1.5, 4] },
  arc: { colour: "arc", fill: 0.07, edge: 0.5 },
  zone: { colour: "plan", fill: 0.07, edge: 0.6, dash: [4, 3] },
  blast: { colour: "bad", fill: 0.12, edge: 0.9, width: 1.25 },
  template: { colour: "ink2", fill: 0.08, edge: 0.7 },
  warn: { colour: "warn", fill: 0.09, edge: 0.8, dash: [6, 3] },
  cover: { colour: "ink3", fill: 0.12, edge: 0.7, dash: [1.5, 4] },
};

/** @param {Pen} pen @param {Item} item @param {Places} places @param {Set<string>} busy cells whose numbers need a halo */
export function drawArea(pen, item, places, busy) {
  const shape = places.shape(item.shape);
  if (!shape) return;
  if (shape.k === "bands") return drawBands(pen, shape);
  const style = STYLES[item.style] ?? STYLES.template;
  const colour = style.colour === "side" ? pen.palette[item.side || "plan"] : pen.palette[style.colour];
  if (item.style === "reach" && shape.k === "cells") return reachable(pen, shape.cells, colour, busy);
  pen.shape(shape);
  pen.fill(colour, style.fill);
  pen.stroke(colour, style.width, style.edge, style.dash);
}

/** Cells that can be reached, with what it costs. @param {Pen} pen @param {number[][]} cells @param {string} colour @param {Set<string>} busy */
function reachable(pen, cells, colour, busy) {
  pen.shape({ k: "cells", cells }, 0.1);
  pen.fill(colour, 0.14);
  if (pen.view.k < 14) return;
  for (const cell of cells) {
    if (cell.length < 3) continue;
    const [x, y] = pen.view.pixel(pen.layout.flat(cell));
    const key = `${cell[0]},${cell[1]}`;
    if (!busy.has(`plan ${key}`)) pen.text([x, y + pen.view.k * pen.layout.across * 0.335], String(cell[2]), { colour: pen.palette.ink2, halo: busy.has(key) });
  }
}

/** The arcs of a weapon, cut at its bands. @param {Pen} pen @param {any} shape */
function drawBands(pen, shape) {
  const { palette } = pen, round = shape.to - shape.from >= 360;
  shape.steps.forEach((/** @type {any} */ [r], /** @type {number} */ i) => {
    pen.shape({ ...shape, r, r0: i ? shape.steps[i - 1][0] : 0 });
    pen.fill(palette.arc, palette.bands[Math.min(i, 2)]);
    ringPart(pen, shape, r);
    pen.stroke(palette.arc, 1, BAND_EDGES[Math.min(i, 2)]);
  });
  if (!round) limits(pen, shape, [shape.from, shape.to], 0.34, []);
  limits(pen, shape, shape.inner, 0.22, [2, 5]);
}

/** @param {Pen} pen @param {any} shape @param {number} r */
function ringPart({ g, view }, shape, r) {
  g.beginPath();
  g.arc(...view.pixel(shape.at), r * view.k, angle(shape.from), angle(shape.to));
}

/** @param {Pen} pen @param {any} shape @param {number[]} angles @param {number} strength @param {number[]} dash */
function limits(pen, shape, angles, strength, dash) {
  const [x, y] = pen.view.pixel(shape.at), far = Math.max(CLEAR, shape.r * pen.view.k);
  pen.g.beginPath();
  for (const degrees of angles) {
    const [c, s] = [Math.cos(angle(degrees)), Math.sin(angle(degrees))];
    pen.g.moveTo(x + CLEAR * c, y + CLEAR * s);
    pen.g.lineTo(x + far * c, y + far * s);
  }
  pen.stroke(pen.palette.arc, 1, strength, dash);
}

/**
 * Where what a band says stands: outside its clockwise end, or inside the band where that is out of view.
 * @param {View} view @param {any} shape @param {Free} free @returns {{text: string, at: Pixel, anchor: string}[]}
 */
export function bandLabels(view, shape, free) {
  const [x, y] = view.pixel(shape.at), round = shape.to - shape.from >= 360;
  const on = (/** @type {number} */ d, /** @type {number} */ r) => /** @type {Pixel} */ ([x + r * Math.cos(angle(d)), y + r * Math.sin(angle(d))]);
  const found = [];
  for (const [r, words] of shape.steps) {
    const text = said(words), inside = (/** @type {number} */ d) => ({ text, at: on(d, r * view.k - 12), anchor: "middle" });
    const outside = { text, ...outwards(on(shape.to, r * view.k), shape.to) }, fits = (/** @type {{at: Pixel, anchor: string}} */ l) => free(l.at, text, l.anchor);
    const place = !round && fits(outside) ? outside : backwards(shape.to, shape.from).map(inside).find(fits);
    if (place) found.push(place);
  }
  return found;
}

/** Beside the end of an arc's edge, on the side the arc is not. @param {Pixel} p @param {number} degrees @returns {{at: Pixel, anchor: string}} */
function outwards(p, degrees) {
  const beside = angle(degrees + 90), [dx, dy] = [Math.cos(beside), Math.sin(beside)];
  return { at: [p[0] + dx * 12, p[1] + dy * 12 + 3.5], anchor: dx < -0.3 ? "end" : dx > 0.3 ? "start" : "middle" };
}

/** Every degree of an arc but those at its ends, from its clockwise end. @param {number} from @param {number} to */
const backwards = (from, to) => Array.from({ length: Math.max(0, Math.floor(from - to - 9)) }, (_, i) => from - 5 - i);

/** A past turn's way with a tick across it at the end of each. @param {Pen} pen @param {Item} item @param {Places} places */
export function drawTrack(pen, item, places) {
  const pts = item.pts.map((/** @type {any} */ p) => places.flat(p)).filter(Boolean), colour = pen.palette[item.side || "ink3"];
  const tiles = pen.layout.kind !== "plane";
  pen.g.beginPath();
  pen.trace(pts);
  pen.stroke(colour, tiles ? 1.25 : 1, tiles ? 0.4 : 0.34, tiles ? [1.5, 4] : []);
  if (!item.ticks) return;
  pen.g.beginPath();
  pts.slice(0, -1).forEach((/** @type {any} */ p, /** @type {number} */ i) => tick(pen, pen.view.pixel(p), pen.view.pixel(pts[i + 1])));
  pen.stroke(colour, 1, 0.6);
}

/** @param {Pen} pen @param {Pixel} p @param {Pixel} next */
function tick({ g }, p, next) {
  const t = Math.atan2(next[1] - p[1], next[0] - p[0]), [dx, dy] = [3.5 * Math.sin(t), -3.5 * Math.cos(t)];
  g.moveTo(p[0] + dx, p[1] + dy);
  g.lineTo(p[0] - dx, p[1] - dy);
}
