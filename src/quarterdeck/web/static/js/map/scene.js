// The scene as it is to be drawn: the picture's things with the patch over them, those that show, each point resolved.

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {Record<string, any> & {id: string, k: string, ref?: string}} Item */
/**
 * @typedef {object} Asked        what decides which things show
 * @property {string} [selected]
 * @property {string | null} [hover]
 * @property {string[]} [asked]
 * @property {Record<string, boolean>} [layers]   false hides one
 */

/** @type {Record<string, string>} */
const LAYER_OF_STYLE = { bands: "ranges", track: "tracks", vector: "vectors", drift: "vectors" };
/** @type {Record<string, string>} */
const LAYER_OF_KIND = { terrain: "terrain", area: "areas" };

/** @param {Item} item */
function layerOf(item) {
  return item.layer ?? LAYER_OF_STYLE[item.style] ?? LAYER_OF_KIND[item.k] ?? "";
}

/** A picture's items with a patch over them. @param {Item[]} items @param {any} [patch] @returns {Item[]} */
export function patched(items, patch) {
  if (!patch) return items;
  const drop = new Set(patch.drop ?? []), /** @type {Map<string, Item>} */ found = new Map();
  for (const item of items) if (!drop.has(item.id)) found.set(item.id, item);
  for (const item of patch.set ?? []) {
    const before = found.get(item.id);
    if (before || item.k) found.set(item.id, { ...before, ...item });
  }
  return [...found.values()];
}

/** Whether a ref points at a thing or at a part of it. @param {Item} item @param {string | null | undefined} ref */
export function pointsAt(item, ref) {
  if (!ref) return false;
  const own = [item.ref, ...(item.also ?? [])].filter(Boolean);
  return own.some((each) => ref === each || ref.startsWith(`${each}/`));
}

/** @param {Item} item @param {Asked} asked */
export function isShown(item, asked) {
  if (asked.layers?.[layerOf(item)] === false) return false;
  const when = item.show ?? [];
  if (!when.length || when.includes("always")) return true;
  return (
    (when.includes("sel") && pointsAt(item, asked.selected)) ||
    (when.includes("hover") && pointsAt(item, asked.hover)) ||
    (when.includes("asked") && (asked.asked ?? []).some((ref) => pointsAt(item, ref)))
  );
}

/** Finds where things are: `{of: ref}` is the planned token of a unit while one is drawn, else its own. */
export class Places {
  /** @param {Layout} layout @param {Item[]} items */
  constructor(layout, items) {
    this.layout = layout;
    /** @type {Map<string, Item>} */ this.byRef = new Map();
    for (const item of items) {
      if (item.k !== "token" || !item.ref || item.style === "drift") continue;
      const before = this.byRef.get(item.ref);
      if (!before || (item.style === "plan" && before.style !== "plan")) this.byRef.set(item.ref, item);
    }
  }

  /** @param {any} p a point of the picture @returns {Flat | null} null where nothing is drawn of that unit */
  flat(p) {
    const at = Array.isArray(p) ? p : this.byRef.get(p?.of)?.at;
    return Array.isArray(at) ? this.layout.flat(at) : null;
  }

  /** Where tokens stand. @param {Item[]} items @returns {Flat[]} */
  spots(items) {
    return items.filter((item) => item.k === "token").flatMap((item) => [this.flat(item.at)].filter((at) => at !== null));
  }

  /** By how much angles at a point are turned. @param {any} p */
  turn(p) {
    return Array.isArray(p) ? 0 : (this.byRef.get(p?.of)?.rot ?? 0);
  }

  /** A shape with flat points and absolute angles; null where it hangs on something not drawn. @param {any} shape @returns {any} */
  shape(shape) {
    if (shape.cells) return { k: "cells", cells: shape.cells };
    if (shape.poly) return anchored({ k: "poly", pts: shape.poly.map((/** @type {any} */ p) => this.flat(p)) });
    const { at, ...rest } = shape.circle ? round(shape.circle) : shape.sector ? sector(shape.sector) : bands(shape.bands);
    const turn = this.turn(at), found = { ...rest, at: this.flat(at) };
    return anchored({ ...found, from: found.from + turn, to: found.to + turn, inner: (found.inner ?? []).map((/** @type {number} */ d) => d + turn) });
  }
}

/** @param {any} shape */
const anchored = (shape) => ((shape.pts ?? [shape.at]).every(Boolean) ? shape : null);
/** @param {any} given */
const round = ([at, r]) => ({ k: "circle", at, r, from: 0, to: 360 });
/** @param {any} given */
const sector = ([at, r0, r1, from, to]) => ({ k: "sector", at, r0, r: r1, from, to });
/** @param {any} given */
const bands = (given) => ({ k: "bands", ...given, r: Math.max(...given.steps.map((/** @type {any} */ s) => s[0])), r0: 0 });

/** Words of the picture as plain words. @param {any} text @returns {string} */
export function said(text) {
  if (text == null) return "";
  if (Array.isArray(text)) return text.map(said).join("");
  return typeof text === "object" ? String(text.t ?? text.b ?? text.rule ?? text.die ?? text.u ?? text.side ?? "") : String(text);
}
