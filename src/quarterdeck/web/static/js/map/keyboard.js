// Keys on the map: arrows go to the nearest token that way, or move the cursor while something is placed.

/** @typedef {import("./view.js").Pixel} Pixel */
/**
 * @typedef {object} Keys  what keys do
 * @property {() => void} fit
 * @property {(by: number) => void} zoom
 * @property {() => void} ruler
 * @property {() => void} enter
 * @property {() => void} escape
 * @property {(direction: Pixel, far: boolean) => void} arrow
 * @property {(steps: number) => boolean} turn
 */

/** @type {Record<string, Pixel>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {HTMLElement} root @param {Keys} keys */
export function listen(root, keys) {
  /** @type {Record<string, () => void>} */
  const simple = {
    f: keys.fit, "+": () => keys.zoom(1.25), "=": () => keys.zoom(1.25), "-": () => keys.zoom(0.8), Enter: keys.enter, " ": keys.enter, Escape: keys.escape,
    r: () => keys.turn(1) || keys.ruler(),
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest(".map-tools"))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, act = ARROWS[key] ? () => keys.arrow(ARROWS[key], event.shiftKey) : simple[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}

/** The nearest place in a direction, those straight ahead before those aside. @template T @param {Pixel} from @param {Pixel} direction @param {T[]} things @param {(thing: T) => Pixel} at @returns {T | null} */
export function nearestThatWay(from, direction, things, at) {
  let best = null, least = Infinity;
  for (const thing of things) {
    const [x, y] = [at(thing)[0] - from[0], at(thing)[1] - from[1]], ahead = x * direction[0] + y * direction[1], aside = Math.abs(x * direction[1] - y * direction[0]);
    if (ahead < 1 || aside > ahead * 2.4) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}

/** The next cell that way, or a tenth of a unit; far is ten times that. @param {import("./layout.js").Layout} layout @param {number[]} here @param {Pixel} direction @param {boolean} far */
export function cursorStep(layout, [x, y], direction, far) {
  const plane = layout.kind === "plane", step = (plane ? 0.1 : 1) * (far ? 10 : 1);
  if (layout.kind === "hex") return hexStep([x, y], direction, step);
  const next = [x + direction[0] * step, y + layout.down * direction[1] * step];
  return plane ? next.map((v) => Math.round(v * 10) / 10) : next;
}

/** Up and down in a column; left and right to the next one, in turn higher and lower. @param {number[]} at @param {Pixel} direction @param {number} step */
function hexStep([q, r], [x, y], step) {
  return [q + x * step, r + y * step - Math.floor((q + x * step) / 2) + Math.floor(q / 2)];
}
