/** Dice drawn as dice: a hit filled, a miss in outline, a lost system in the colour of loss, a re-roll after a small arrow. */

import { h, s } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Die} Die */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

const SQUARE = 6;

/** One die: of six sides with pips, any other as a solid of many sides with a numeral. @param {Die} of */
export function die({ v, s: state, sides = SQUARE }) {
  const pips = sides === SQUARE && PIPS[v];
  return s(
    "svg",
    { class: `die ${state}`, viewBox: "-8.5 -8.5 17 17", role: "img", "aria-label": String(v) },
    sides === SQUARE
      ? s("rect", { x: -7.5, y: -7.5, width: 15, height: 15, rx: 2.6 })
      : s("path", { d: "M0-8.2L7.6-3.4V3.4L0 8.2-7.6 3.4V-3.4Z" }),
    pips
      ? pips.map(([x, y]) => s("circle", { cx: x * 3.7, cy: y * 3.7, r: 1.45 }))
      : s("text", { y: 3.4, "text-anchor": "middle" }, String(v)),
  );
}

function arrow() {
  return s(
    "svg",
    { class: "die-re", viewBox: "0 0 9 17", role: "img", "aria-label": t("re_roll") },
    s("path", { d: "M1 8.5H7M4.8 6L7.3 8.5 4.8 11" }),
  );
}

/** Dice in groups, each for something. @param {import("./types.js").Event["dice"]} groups */
export function dice(groups = []) {
  return h(
    "span",
    { class: "dice-groups" },
    groups.map(({ d }) =>
      h(
        "span",
        { class: "dice" },
        d.flatMap((each) => (each.re ? [arrow(), die(each)] : [die(each)])),
      ),
    ),
  );
}
