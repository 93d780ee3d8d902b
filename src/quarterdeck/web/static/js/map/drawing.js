// The layer of SVG: lines, labels, rings, tokens, plates, each keyed, laid out for one view.

import { bandLabels } from "./areas.js";
import { Crowd } from "./crowd.js";
import { FRAME } from "./frame.js";
import { addLabel, labelBox, lineLabels } from "./labels.js";
import { changeLine, isShot, lineOrder, makeLine } from "./paths.js";
import { namesOf } from "./patterns.js";
import { changePlate, findPlaces, gathered, makePlate, plateSize } from "./plates.js";
import { changeRing, makeRing, ringRadius } from "./rings.js";
import { pointsAt, said } from "./scene.js";
import { el, Keyed, set, shift } from "./svg.js";
import { groundOf } from "./terrain.js";
import { canBePicked, changeToken, halves, isGhost, makeToken } from "./tokens.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("./scene.js").Asked} Asked */
/** @typedef {import("./scene.js").Places} Places */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {import("./tokens.js").Placed} Placed */
/** @typedef {import("./plates.js").Plate} Plate */
/** @typedef {import("./labels.js").Label} Label */
/** @typedef {{at?: Flat, rot?: number, look?: string, faint?: number}} Played what an effect makes of a token until the next picture */
/** @typedef {{items: Item[], places: Places, asked: Asked, serif: string, framed: boolean, covered: import("./crowd.js").Rect[]}} Content  covered by what lies over the map */

/** From how many tokens on plates find their places, and sizes are right, only at rest. */
const MANY = 100;
/** How wide a map is at least, in pixels, that is drawn at full size and with its frame. */
export const SMALL = 560;
/** The room of the rose in the upper right corner, in pixels. */
const ROSE = 104;
/** How far many tokens are stretched at most before they are laid out anew. */
const STRETCH = 3;
/** How far the sheet reaches beyond the view, in pixels: `.map-sheet` in map.css. */
const SHEET = 360;
/** From which size of a unit of the map on terrain is named even where its name hides something, in pixels. */
const NAMES_FROM = 12;
const LEAST_SCALE = 0.45, CROWDED = 72;
/** Where the numerals of the clock stand round the ring of what is selected. */
const QUARTERS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export class Drawing {
  /** @param {SVGElement} svg @param {HTMLElement} sheet that it lies on: shifting this draws nothing anew */
  constructor(svg, sheet) {
    this.svg = svg;
    this.sheet = sheet;
    const groups = Object.fromEntries(["lines", "shots", "labels", "rings", "tokens", "plates", "effects"].map((name) => [name, el("g", { class: name })]));
    svg.append(...Object.values(groups));
    this.effects = groups.effects;
    /** @type {Keyed<import("./paths.js").Line>} */ this.lines = new Keyed(groups.lines, (line) => line.item.id, makeLine, changeLine);
    /** @type {Keyed<import("./paths.js").Line>} */ this.shots = new Keyed(groups.shots, (line) => line.item.id, makeLine, changeLine);
    /** @type {Keyed<Label>} */ this.labels = new Keyed(groups.labels, (label) => label.key, () => el("text", { class: "halo" }), changeLabel);
    /** @type {Keyed<import("./rings.js").Ring>} */ this.rings = new Keyed(groups.rings, (ring) => ring.key, makeRing, changeRing);
    /** @type {Keyed<Placed>} */ this.tokens = new Keyed(groups.tokens, (placed) => placed.item.id, (p) => makeToken(p), (node, p) => changeToken(node, p, this.manner()));
    /** @type {Keyed<Plate>} */ this.plates = new Keyed(groups.plates, (plate) => plate.item.id, makePlate, (node, plate) => changePlate(node, plate, this.chosen.get(plate.item.id) ?? 0));
    /** @type {Map<string, number>} */ this.chosen = new Map();
    /** @type {Map<string, Played>} */ this.played = new Map();
    /** Units that have moved since the picture. @type {Set<string>} */ this.left = new Set();
    /** @type {Content | null} */ this.content = null;
    /** @type {View | null} */ this.base = null;
  }

  /** @returns {import("./tokens.js").Manner} */
  manner() {
    const { layout } = this.here().content.places;
    return { tiles: layout.kind !== "plane", corners: layout.shape, svg: this.svg, cell: this.here().base.k };
  }

  here() {
    if (!this.content || !this.base) throw new Error("nothing is drawn yet");
    return { content: this.content, base: this.base };
  }

  /** What has been played is in the next picture. */
  forget() {
    this.played.clear();
    this.left.clear();
  }

  /** Whether a thing tells where a unit was going that has moved since. @param {Item} item */
  isLeft(item) {
    const tells = item.k === "area" || (item.k === "path" && item.style !== "track") || (item.k === "token" && isGhost(item));
    return tells && this.left.has((item.ref ?? "").split("/")[0]);
  }

  /** Tokens that keys and clicks find. */
  pickable() {
    return [...this.tokens.things.values()].filter((p) => canBePicked(p.item));
  }

  /** Of several in one place a second click takes the next. @param {string} ref */
  nextInStack(ref) {
    const placed = this.pickable(), hit = placed.find((p) => p.item.ref === ref), near = hit ? placed.filter((p) => stackKey(p.item) === stackKey(hit.item)) : [];
    const now = near.findIndex((p) => p.selected);
    return now < 0 ? ref : (near[(now + 1) % near.length].item.ref ?? ref);
  }

  /** Lays all out for a view. @param {View} view @param {Content} content @param {boolean} rests whether all is still @param {boolean} playing while tokens move their plates go with them */
  lay(view, content, rests, playing) {
    this.content = { ...content, items: content.items.filter((item) => !this.isLeft(item)) };
    this.base = view.copy();
    set(this.svg, { width: view.w, height: view.h });
    this.sheet.style.setProperty("transform", "none");
    const placed = this.placed(), lines = this.linesOf();
    this.lines.draw(lines.filter((line) => !isShot(line.item)));
    this.shots.draw(lines.filter((line) => isShot(line.item)));
    this.tokens.draw(placed);
    this.rings.draw(this.ringsOf(placed));
    const crowd = this.crowd(placed);
    this.labels.draw(this.labelsOf(lines, crowd));
    for (const { pts } of lines) pts.slice(1).forEach((p, i) => dotted(crowd, pts[i], p));
    this.layPlates(placed, crowd, !playing && (rests || placed.length <= MANY));
  }

  /** Shifts all with the view; many tokens are stretched with it too, until it rests. @param {View} view @returns {boolean} whether that was enough */
  follow(view) {
    const { base } = this.here(), by = view.k / base.k, many = this.tokens.nodes.size > MANY;
    if (view.w !== base.w || view.h !== base.h || (many ? by > STRETCH || by < 1 / STRETCH : by !== 1)) return false;
    const x = (view.w / 2) * (1 - by) + (base.at[0] - view.at[0]) * view.k, y = (view.h / 2) * (1 - by) + view.down * (base.at[1] - view.at[1]) * view.k;
    if (Math.max(Math.abs(x), Math.abs(y)) > SHEET * by && by >= 1) return false;
    this.sheet.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${by})`);
    return true;
  }

  small() {
    return this.here().base.w < SMALL;
  }

  /** The scale of silhouettes: smaller on a phone, and where tokens would stand shoulder to shoulder. @param {number} count */
  scale(count) {
    const { base, content } = this.here(), box = content.places.layout.box, full = this.small() ? 0.7 : 1;
    if (content.places.layout.kind !== "plane") return 1;
    const apart = box ? Math.sqrt(((box.right - box.left) * (box.bottom - box.top)) / Math.max(1, count)) * base.k : CROWDED;
    return Math.max(LEAST_SCALE, Math.min(full, (full * apart) / CROWDED));
  }

  /** Where each token stands, in the order of the keys: by side, then by name. @returns {Placed[]} */
  placed() {
    const { content, base } = this.here(), tokens = content.items.filter((item) => item.k === "token" && this.flatOf(item)), stacks = stacksOf(tokens);
    const scale = this.scale(tokens.filter((item) => !isGhost(item)).length);
    return tokens.sort(inOrder).map((item) => {
      const played = this.played.get(item.id), stack = stacks.get(stackKey(item)) ?? [item], at = base.pixel(/** @type {Flat} */ (this.flatOf(item)));
      const [dx, dy] = item.stack && stack.length > 2 ? joint(item, scale) : fanned(stack.indexOf(item), stack.length);
      const selected = !isGhost(item) && pointsAt(item, content.asked.selected), crowded = item.stack && stack.length > 2 ? 0.62 : stack.length > 1 ? 0.85 : 1;
      return { item, at: /** @type {Pixel} */ ([at[0] + dx, at[1] + dy]), rot: played?.rot ?? item.rot ?? 0, z: scale * crowded * (isGhost(item) ? 0.88 : 1), selected, look: played?.look ?? item.style };
    });
  }

  /** @param {Item} item @returns {Flat | null} */
  flatOf(item) {
    return this.played.get(item.id)?.at ?? this.here().content.places.flat(item.at);
  }

  /** @returns {import("./paths.js").Line[]} */
  linesOf() {
    const { content, base } = this.here(), tiles = content.places.layout.kind !== "plane";
    const paths = content.items.filter((item) => item.k === "path" && item.style !== "track").sort((a, b) => lineOrder(a) - lineOrder(b));
    return paths.flatMap((item) => {
      const flats = item.pts.map((/** @type {any} */ p) => content.places.flat(p));
      if (flats.length < 2 || !flats.every(Boolean)) return [];
      const keep = isShot(item) && !tiles ? [ringRadius(this.small()) + 1, 20] : tiles && item.style === "plan" ? [base.k * 0.866, base.k * 0.866] : [0, 0];
      return [{ item, pts: flats.map((/** @type {Flat} */ p) => base.pixel(p)), from: keep[0], to: keep[1], tiles }];
    });
  }

  /** @param {import("./paths.js").Line[]} lines @param {Crowd} crowd they keep off it, and join it @returns {Label[]} */
  labelsOf(lines, crowd) {
    const { content, base } = this.here(), { places, items } = content, edge = content.framed ? FRAME + 2 : 4;
    const isOn = (/** @type {Pixel} */ p) => holds(places.layout.box, base.flat(p));
    const free = (/** @type {Pixel} */ p, /** @type {string} */ text, /** @type {string} */ anchor) => {
      const box = labelBox(p, text, anchor);
      return isOn([box[0], box[1]]) && isOn([box[2], box[3]]) && base.sees([box[0], box[1]], edge) && base.sees([box[2], box[3]], edge) && crowd.overlap(box) === 0;
    };
    const bands = items.filter((item) => item.style === "bands").flatMap((item) => {
      const shape = places.shape(item.shape);
      return (shape ? bandLabels(base, shape, free) : []).map((label, i) => ({ key: `band ${item.id} ${i}`, look: "band", ...label }));
    });
    const own = items.filter((item) => item.k === "label" && places.flat(item.at)).map((item) => ({ key: item.id, text: said(item.text), at: base.pixel(/** @type {Flat} */ (places.flat(item.at))), look: `tone-${item.tone ?? "mid"} side-${item.side || "none"}` }));
    const named = items.filter((item) => item.k === "terrain" && item.name).flatMap((item) => {
      const ground = groundOf(item, places);
      if (!ground) return [];
      const [below, above] = namesOf(ground, base), hidden = (/** @type {typeof below} */ name) => crowd.overlap(labelBox(name.at, name.text));
      const name = hidden(below) > hidden(above) ? above : below;
      if (base.k < NAMES_FROM && hidden(name)) return [];
      addLabel(crowd, name.at, name.text);
      return [{ key: `name ${item.id}`, look: "ground", ...name }];
    });
    /** @type {Label[]} */ const fixed = [...bands, ...own];
    for (const { at, text, anchor } of fixed) addLabel(crowd, at, text, anchor);
    return [...named, ...fixed, ...lineLabels(lines, crowd)];
  }

  /** @param {Placed[]} placed @returns {import("./rings.js").Ring[]} */
  ringsOf(placed) {
    const { content } = this.here(), { asked } = content, tiles = content.places.layout.kind !== "plane", points = content.places.layout.map.clock ?? 0, small = this.small();
    const ring = (/** @type {Placed} */ p, /** @type {any} */ kind) => ({ key: `${kind} ${p.item.id} ${small}`, kind, at: p.at, points, small });
    const rings = placed.filter((p) => canBePicked(p.item)).flatMap((p) => {
      const { item, selected } = p, found = [];
      if (selected && !tiles && item.ring !== "none") found.push(ring(p, item.ring === "plain" || !points ? "plain" : "clock"));
      else if (pointsAt(item, asked.hover)) found.push(ring(p, "hover"));
      if (!selected && (asked.asked ?? []).some((ref) => pointsAt(item, ref))) found.push(ring(p, "asked"));
      return found;
    });
    return [...rings, ...stackCounts(placed, small)];
  }

  /** @param {Placed[]} placed @param {Crowd} crowd @param {boolean} find */
  layPlates(placed, crowd, find) {
    const { content, base } = this.here(), { asked } = content;
    const wanted = asked.layers?.names === false ? [] : placed.filter((p) => p.item.ref && p.item.name && p.look !== "gone");
    const plates = gathered(wanted, stackKey, (p) => p.selected || pointsAt(p.item, asked.hover)).map((p) => this.plateOf(p)).filter((plate) => plate.kept || (plate.item.named !== false && base.sees(plate.at, -60)));
    const edge = content.framed ? FRAME : 0;
    if (find) this.chosen = findPlaces(plates, crowd, this.chosen, [edge, edge, base.w - edge, base.h - edge]);
    this.plates.draw(plates.filter((plate) => this.chosen.has(plate.item.id)));
  }

  /** @param {Placed} placed @returns {Plate} */
  plateOf(placed) {
    const { item, at, selected, z } = placed, [wide, high] = halves(placed, this.svg);
    const { content, base } = this.here(), { asked } = content, tiles = content.places.layout.kind !== "plane";
    const kept = selected || pointsAt(item, asked.hover) || (asked.asked ?? []).some((ref) => pointsAt(item, ref));
    const numerals = item.ring !== "plain" && !this.small(), ringed = selected && item.ring !== "none" ? ringRadius(this.small()) + (numerals ? 19 : 4) : 0;
    const least = Math.max(ringed, 20 * z + 3), across = base.k * content.places.layout.across * 0.46;
    return { item, at, kept, bare: tiles, clear: tiles ? [across, across] : [Math.max(least, wide), Math.max(least, high)], ...plateSize(item, tiles, content.serif) };
  }

  /** What words keep off: tokens with their rings, ghosts, the rose. @param {Placed[]} placed */
  crowd(placed) {
    const crowd = new Crowd(), { base, content } = this.here(), tiles = this.manner().tiles;
    const [cell, ring] = [base.k * 0.4 * content.places.layout.across, ringRadius(this.small())];
    for (const each of placed) {
      crowd.add(around(each.at, tiles ? [cell, cell] : halves(each, this.svg)), isGhost(each.item) ? 1 : 6);
      if (!each.selected || tiles || each.item.ring === "none") continue;
      crowd.add(around(each.at, [ring, ring]), 3);
      const far = ring + (each.item.ring === "plain" || this.small() ? 0 : 14);
      for (const [x, y] of far > ring ? QUARTERS : []) crowd.add(around([each.at[0] + x * far, each.at[1] + y * far], [7, 7]), 6);
    }
    for (const box of content.covered) crowd.add(box, 6);
    if (content.framed) crowd.add([base.w - ROSE, 0, base.w, ROSE], 2);
    return crowd;
  }
}

/** @param {Pixel} at @param {Pixel} by @returns {import("./crowd.js").Rect} */
const around = ([x, y], [a, b]) => [x - a, y - b, x + a, y + b];

/** @param {Crowd} crowd @param {Pixel} a @param {Pixel} b */
function dotted(crowd, a, b) {
  const count = Math.min(60, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 10));
  for (let i = 0; i <= count; i++) {
    const [x, y] = [a[0] + ((b[0] - a[0]) * i) / count, a[1] + ((b[1] - a[1]) * i) / count];
    crowd.add([x - 3, y - 3, x + 3, y + 3], 1.5);
  }
}

/** Whether a place lies on the map; one without an end holds all. @param {import("./view.js").Box | null} box @param {Flat} p */
const holds = (box, [x, y]) => !box || (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);

/** Ghosts first, then by side and name. @param {Item} a @param {Item} b */
function inOrder(a, b) {
  const key = (/** @type {Item} */ item) => `${isGhost(item) ? 0 : 1} ${item.side ?? ""} ${said(item.name)} ${item.id}`;
  return key(a) < key(b) ? -1 : 1;
}

/** Tokens in the same place on the map, or in the same stack. @param {Item} item */
const stackKey = (item) => (isGhost(item) ? item.id : item.stack || String(item.at));

/** How a token of a stack is shifted, so that those below it are seen. @param {number} place @param {number} count @returns {Pixel} */
function fanned(place, count) {
  const by = count > 1 ? (place - (count - 1) / 2) * Math.min(12, 30 / count) : 0;
  return [by, -0.4 * by];
}

/** Where a part of what is joined together stands: the one that it is named for in the middle, the others round it, where they look. @param {Item} item @param {number} scale @returns {Pixel} */
function joint(item, scale) {
  const far = said(item.name) === item.stack ? 0 : 25 * scale, turn = ((item.rot ?? 0) * Math.PI) / 180;
  return [far * Math.sin(turn), -far * Math.cos(turn)];
}

/** @param {Item[]} tokens @returns {Map<string, Item[]>} */
function stacksOf(tokens) {
  /** @type {Map<string, Item[]>} */ const stacks = new Map();
  for (const item of tokens) stacks.set(stackKey(item), [...(stacks.get(stackKey(item)) ?? []), item]);
  return stacks;
}

/** How many stand in a stack of three and more. @param {Placed[]} placed @param {boolean} small @returns {import("./rings.js").Ring[]} */
function stackCounts(placed, small) {
  const stacks = stacksOf(placed.map((p) => p.item)), at = new Map(placed.map((p) => [p.item.id, p.at]));
  return [...stacks.entries()].filter(([, items]) => items.length > 2 && !items[0].stack).map(([key, items]) => {
    const last = /** @type {Pixel} */ (at.get(items[items.length - 1].id));
    return { key: `stack ${key}`, kind: "stack", at: last, points: 0, small, text: `×${items.length}` };
  });
}

/** @param {SVGElement} node @param {Label} label */
function changeLabel(node, label) {
  if (node.textContent !== label.text) node.textContent = label.text;
  set(node, { class: `halo label ${label.look}`, transform: shift(label.at), "text-anchor": label.anchor ?? "middle" });
}
