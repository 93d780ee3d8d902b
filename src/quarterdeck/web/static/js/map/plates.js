// Name plates: what they hold, and where each finds room. Two never lie over each other; one that finds no room is left out.

import { MARKS } from "../icons.js";
import { BADGE, badgeMark, BAR_HEIGHT, BAR_WIDTH, barBlocks, split, tickBlocks } from "./marks.js";
import { Crowd } from "./crowd.js";
import { said } from "./scene.js";
import { el, set, shift } from "./svg.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {import("./crowd.js").Rect} Rect */
/**
 * @typedef {object} Plate
 * @property {Item} item
 * @property {Pixel} at        of its token
 * @property {Pixel} clear     how far from there it keeps, across and upright
 * @property {number} nameWidth
 * @property {number} width
 * @property {number} height
 * @property {boolean} kept    selected, hovered, asked about: these find room first
 * @property {boolean} bare    only the name: bars and badges are on the token
 */

const MOST_NAMES = 120;
const STAY = 420, NAME_HEIGHT = 16, MARK = 13;
/** How far from its token the line of a plate ends, in pixels. */
const SHORT = 12;
/** 36 places round a token as [x, y] from -1 to 1 and how much farther out: below first, then above and beside. */
const PLACES = [0, 12, 28].flatMap((out) =>
  [180, 0, 90, 270, 150, 210, 30, 330, 120, 240, 60, 300].map((degrees) => {
    const t = (degrees * Math.PI) / 180;
    return { x: Math.sin(t), y: -Math.cos(t), out };
  }),
);
const COST = PLACES.map((_, i) => [0, 40, 90, 90, 110, 110, 130, 130, 150, 150, 170, 170][i % 12] + [0, 160, 300][Math.floor(i / 12)]);

/** @type {Map<string, number>} */
const widths = new Map();
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** @param {string} name @param {string} font */
function widthOf(name, font) {
  const key = `${font}|${name}`;
  if (!widths.has(key)) {
    pen.font = font;
    widths.set(key, pen.measureText(name).width);
  }
  return /** @type {number} */ (widths.get(key));
}

/** How large a plate is. @param {Item} item @param {boolean} bare @param {string} serif */
export function plateSize(item, bare, serif) {
  const name = widthOf(said(item.name), `italic ${bare ? 13 : 14}px ${serif}`);
  if (bare) return { nameWidth: name, width: name + 4, height: NAME_HEIGHT };
  const { main, ticks } = split(item.bars), badges = (item.badges?.length ?? 0) * (BADGE + 4);
  const bars = main.length * (BAR_HEIGHT + 2) + (ticks.length ? 3.5 : 0), beside = main.length ? BAR_WIDTH + 2 * badges : 2 * badges;
  return { nameWidth: name, width: Math.max(name + MARK + 4, beside), height: NAME_HEIGHT + Math.max(bars + 2, badges ? 8 : 0) };
}

/**
 * Of tokens that stand in one place and differ by nothing but their names, one with all of these.
 * @template {{item: Item}} P
 * @param {P[]} placed @param {(item: Item) => string} place @param {(one: P) => boolean} alone who keeps a plate of its own @returns {P[]}
 */
export function gathered(placed, place, alone) {
  /** @type {Map<string, P[]>} */ const stacks = new Map();
  for (const each of placed) {
    const { item } = each, own = alone(each) || split(item.bars).main.length;
    const key = own ? item.id : `${item.side} ${place(item)} ${JSON.stringify(item.badges ?? [])}`;
    stacks.set(key, [...(stacks.get(key) ?? []), each]);
  }
  return [...stacks.values()].map(([first, ...others]) => (others.length ? { ...first, item: { ...first.item, name: joined([first, ...others].map((each) => said(each.item.name))) } } : first));
}

/** Names that differ in their last word only are said with all of those; of others the first one. @param {string[]} names */
function joined(names) {
  const stem = names[0].slice(0, names[0].lastIndexOf(" ") + 1);
  const alike = stem && names.every((name) => name.startsWith(stem) && !name.slice(stem.length).includes(" "));
  return alike ? stem + names.map((name) => name.slice(stem.length)).join(", ") : `${names[0]} +${names.length - 1}`;
}

/** The box of a plate at one of its places, from its token. @param {Plate} plate @param {number} place @returns {Pixel} its upper left corner */
function offset({ width, height, clear }, place) {
  const { x, y, out } = PLACES[place];
  return [x * (clear[0] + out + width / 2) - width / 2, y * (clear[1] + out + height / 2) - height / 2];
}

/**
 * Finds a place for each plate: greedily, the kept ones first, then by priority. Staying where it was is worth something.
 * @param {Plate[]} plates @param {Crowd} crowd of what else is there @param {Map<string, number>} before @param {Rect} room where they may stand
 * @returns {Map<string, number>}
 */
export function findPlaces(plates, crowd, before, room) {
  const rank = (/** @type {Plate} */ p) => (p.kept ? 10 : 0) + (p.item.pri ?? 0) + (before.has(p.item.id) ? 0.5 : 0);
  const taken = new Crowd(), /** @type {Map<string, number>} */ found = new Map();
  for (const plate of [...plates].sort((a, b) => rank(b) - rank(a))) {
    if (found.size >= MOST_NAMES && !plate.kept) break;
    const place = bestPlace(plate, crowd, taken, before.get(plate.item.id), room);
    if (place === null) continue;
    found.set(plate.item.id, place);
    taken.add(boxOf(plate, place), 1);
  }
  return found;
}

/** @param {Plate} plate @param {number} place @returns {Rect} */
function boxOf(plate, place) {
  const [dx, dy] = offset(plate, place), [x, y] = [plate.at[0] + dx, plate.at[1] + dy];
  return [x - 1, y - 1, x + plate.width + 1, y + plate.height + 1];
}

/** @param {Plate} plate @param {Crowd} crowd @param {Crowd} taken @param {number | undefined} before @param {Rect} room */
function bestPlace(plate, crowd, taken, before, room) {
  let best = null, least = Infinity;
  for (let place = 0; place < PLACES.length; place++) {
    const stays = place === before ? STAY : 0;
    if (COST[place] - stays >= least) continue;
    const box = boxOf(plate, place);
    if (taken.overlap(box) > 0) continue;
    const cost = COST[place] - stays + crowd.overlap(box) + beyond(box, room) * 6;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** How much of a box is out of view. @param {Rect} box @param {Rect} room */
function beyond([l, t, r, b], [left, top, right, bottom]) {
  const seen = Math.max(0, Math.min(r, right) - Math.max(l, left)) * Math.max(0, Math.min(b, bottom) - Math.max(t, top));
  return (r - l) * (b - t) - seen;
}

/** @param {Plate} plate @returns {SVGElement} */
export function makePlate({ item }) {
  return el("g", { "data-id": item.id, "data-ref": item.ref, "aria-hidden": "true" });
}

/** @param {SVGElement} node @param {Plate} plate @param {number} place */
export function changePlate(node, plate, place) {
  const { item, at } = plate, [dx, dy] = offset(plate, place), drawn = JSON.stringify([item.name, item.bars, item.badges, plate.bare, item.side, plate.width]);
  if (node.dataset.drawn !== drawn) {
    node.replaceChildren(...content(plate));
    node.dataset.drawn = drawn;
  }
  set(node, { class: `plate side-${item.side || "none"} style-${item.style}`, transform: shift([at[0] + dx, at[1] + dy]) });
  set(/** @type {Element} */ (node.firstElementChild), { d: PLACES[place].out ? leader(plate, [-dx, -dy]) : "" });
}

/** The line from a plate that stands farther off to its token. @param {Plate} plate @param {Pixel} token from the plate's corner */
function leader({ width, height }, [x, y]) {
  const from = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)], far = Math.hypot(x - from[0], y - from[1]);
  const end = Math.max(0, 1 - SHORT / far);
  return `M${from.map(fixed).join(" ")}L${fixed(from[0] + (x - from[0]) * end)} ${fixed(from[1] + (y - from[1]) * end)}`;
}

/** @param {number} n */
const fixed = (n) => n.toFixed(1);

/** @param {Plate} plate */
function content({ item, bare, width, height, nameWidth }) {
  const name = said(item.name), middle = width / 2, box = el("rect", { class: "touch", width: width.toFixed(1), height });
  if (bare) return [el("path", { class: "lead" }), box, el("text", { class: "halo name small", x: middle.toFixed(1), y: 12 }, name)];
  const parts = [el("path", { class: "lead" }), box, el("text", { class: "halo name", x: (middle + MARK / 2).toFixed(1), y: 12 }, name)];
  const left = middle + MARK / 2 - nameWidth / 2;
  if (item.side) parts.push(el("path", { class: "mark", d: MARKS[item.side], transform: `translate(${(left - 8).toFixed(1)} 8) scale(.85)` }));
  return [...parts, ...under(item, middle)];
}

/** Bars below the name, badges to their right. @param {Item} item @param {number} middle */
function under(item, middle) {
  const { main, ticks } = split(item.bars), badges = item.badges ?? [], x = middle - (main.length ? BAR_WIDTH / 2 : 0), rows = [];
  const top = NAME_HEIGHT + 1, first = ticks.length ? 3.5 : 0;
  if (main.length) rows.push(el("rect", { class: "under", x: -2, y: -2, width: BAR_WIDTH + 4, height: first + main.length * (BAR_HEIGHT + 2) + 2 }));
  main.forEach((bar, i) => rows.push(...barBlocks(bar, BAR_WIDTH, first + i * (BAR_HEIGHT + 2))));
  if (ticks[0] && main.length) rows.push(...tickBlocks(ticks[0], 0));
  badges.forEach((/** @type {any} */ badge, /** @type {number} */ i) => rows.push(badgeMark(badge, (main.length ? BAR_WIDTH + 10 : 0) + i * (BADGE + 4), 3)));
  return [el("g", { class: "bars", transform: `translate(${x.toFixed(1)} ${top})` }, ...rows)];
}
