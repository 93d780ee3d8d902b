// The colours of the theme for the canvas, read from custom properties.

const COLOURS = [
  "map", "beyond", "desk", "panel", "grid", "grid2", "star", "ink", "ink2", "ink3", "rule2", "rule3", "a", "b", "c", "d", "plan", "arc", "warn",
  "bad", "rock", "rock2", "rockline", "gas", "gasline", "ion", "stormbg", "shard", "mine", "well", "pit", "sans", "serif",
];
const NUMBERS = ["band-near", "band-mid", "band-far", "starlight"];

/** @typedef {Record<string, string> & {bands: number[], light: number}} Palette */

/** @param {Element} host @returns {Palette} */
export function paletteOf(host) {
  const style = getComputedStyle(host), read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const [near, mid, far, light] = NUMBERS.map((name) => Number(read(name)) || 0);
  return /** @type {Palette} */ ({ ...Object.fromEntries(COLOURS.map((name) => [name, read(name)])), bands: [near, mid, far], light });
}
