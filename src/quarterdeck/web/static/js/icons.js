// The icon set: a grid of 16, stroked 1.4 in the colour of the text. Every icon stands beside its word or has a label.

import { el } from "./map/svg.js";

/** @type {Record<string, string>} */
export const ICONS = {
  undo: "M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3",
  rules: "M8 4.5C6.5 3.3 4.5 3 2.5 3v9.5c2 0 4 .3 5.5 1.5 1.5-1.2 3.5-1.5 5.5-1.5V3c-2 0-4 .3-5.5 1.5zM8 4.5V14",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  ruler: "M2 10.5L10.5 2 14 5.5 5.5 14zM4.6 7.9l1.6 1.6M6.8 5.7l1.6 1.6M9 3.5l1.6 1.6",
  layers: "M8 2.5L14 5.6 8 8.7 2 5.6zM2.6 8.6L8 11.4l5.4-2.8M2.6 11.2L8 14l5.4-2.8",
  play: "M5 3.2v9.6L12.5 8z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  back: "M11.5 3.5L5.5 8l6 4.5zM4 3.5v9",
  fwd: "M4.5 3.5l6 4.5-6 4.5zM12 3.5v9",
  live: "M3.5 3.5L9 8l-5.5 4.5zM9 3.5L14 8l-5 4.5",
  tick: "M3 8.5l3.2 3.2L13 4.8",
  cross: "M4 4l8 8M12 4l-8 8",
  warn: "M8 2.2L14.6 13.6H1.4zM8 6.6v3.2M8 11.6v.2",
  open: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z",
  lock: "M4 7.2h8v6H4zM5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8",
  pen: "M3 13l.8-3L10.6 3.2l2.2 2.2L6 12.2zM9.3 4.5l2.2 2.2",
  copy: "M5.5 5.5V3h7.5v7.5h-2.5M3 5.5h7.5V13H3z",
  drift: "M2 8h8.5M8 5.2L10.8 8 8 10.8M13.5 4v8",
  chev: "M6 3.5L10.5 8 6 12.5",
  chevd: "M3.5 6L8 10.5 12.5 6",
  chevu: "M3.5 10L8 5.5 12.5 10",
  home: "M2.5 7.6L8 3l5.5 4.6V13H9.6V9.6H6.4V13H2.5z",
  sheet: "M3.5 2.5h9v11h-9zM5.5 5.2h5M5.5 7.6h5M5.5 10h3",
  list: "M2.5 4h1M2.5 8h1M2.5 12h1M6 4h7.5M6 8h7.5M6 12h7.5",
  fire: "M8 2v3M8 11v3M2 8h3M11 8h3M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  dice: "M3 3h10v10H3zM5.8 5.8h.01M10.2 5.8h.01M8 8h.01M5.8 10.2h.01M10.2 10.2h.01",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  user: "M8 2.8a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM2.8 13.5c.5-2.6 2.6-4 5.2-4s4.7 1.4 5.2 4",
  ship: "M8 1.5C9.5 4 10.4 6.5 10.4 9.5L9.6 14H6.4l-.8-4.5C5.6 6.5 6.5 4 8 1.5z",
  port: "M4.5 6.5A4.5 4.5 0 1 1 4 10M4.5 6.5V3M4.5 6.5H8",
  stbd: "M11.5 6.5A4.5 4.5 0 1 0 12 10M11.5 6.5V3M11.5 6.5H8",
  skip: "M3.5 3.5L9 8l-5.5 4.5zM12 3.5v9",
  globe: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM2.5 8h11M8 2.5c2 1.6 2.6 3.4 2.6 5.5S10 11.9 8 13.5C6 11.9 5.4 10.1 5.4 8S6 4.1 8 2.5z",
  eye: "M1.8 8C3.4 5.2 5.5 3.8 8 3.8s4.6 1.4 6.2 4.2c-1.6 2.8-3.7 4.2-6.2 4.2S3.4 10.8 1.8 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  flag: "M4.5 13.5V2.8h7.4L9.8 5.4 12 8H4.5",
  aim: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zM8 6.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8z",
  none: "M4 8h8",
};

/** @typedef {{glyph: string, text?: string, arcs?: [number, number][], sectors?: number}} Icon */
/** @typedef {{d: string, fill?: boolean}} Glyph */

/** An icon of the set as an element. @param {string} name @param {string} [label] said where no word stands beside it @param {string} [more] classes */
export function icon(name, label, more = "") {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return el("svg", { class: `icon ${more}`, viewBox: "0 0 16 16", ...said }, el("path", { d: ICONS[name] ?? ICONS.open }));
}

/** The mark of a side: disc, diamond, triangle, square. */
export const MARKS = /** @type {Record<string, string>} */ ({
  a: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", b: "M0-4.7L4.7 0 0 4.7-4.7 0Z", c: "M0-4.4L4.6 4H-4.6Z", d: "M-3.7-3.7H3.7V3.7H-3.7Z",
});

/**
 * An icon of the picture: a glyph, words on it, round it the ring of arcs it bears on.
 * @param {Icon} given @param {Glyph | undefined} glyph the drawing of the system's art, where it is one @param {number} size in pixels
 */
export function pictureIcon(given, glyph, size) {
  const known = glyph ?? { d: ICONS[given.glyph] ?? "" }, k = given.arcs ? 1.1 : 1.9;
  const parts = [el("path", { d: known.d, class: known.fill ? "solid" : "line", transform: `scale(${k}) translate(-8 -8)`, "stroke-width": 1.2 / k })];
  if (given.text) parts.push(el("text", { y: 4.3, "text-anchor": "middle", "font-size": 12, "font-weight": 600, fill: "currentColor" }, given.text));
  if (given.arcs) parts.push(...ring(given.arcs, given.sectors ?? 6));
  return el("svg", { class: "picture-icon", width: size, height: size, viewBox: "-16 -16 32 32", "aria-hidden": "true" }, ...parts);
}

/** The ring of equal sectors, the first one round the bow; those in an arc are filled. @param {[number, number][]} arcs @param {number} sectors */
function ring(arcs, sectors) {
  const wide = 360 / sectors;
  return Array.from({ length: sectors }, (_, i) => {
    const on = arcs.some(([from, to]) => covers(from, to, i * wide)), [r0, r1] = on ? [11.5, 15] : [12.7, 13.9];
    return el("path", { d: segment(i * wide - wide / 2 + 3.5, i * wide + wide / 2 - 3.5, r0, r1), class: on ? "arc-on" : "arc-off" });
  });
}

/** Whether an arc from one angle clockwise to another holds a third. @param {number} from @param {number} to @param {number} at */
function covers(from, to, at) {
  return to - from >= 360 || (((at - from) % 360) + 360) % 360 < to - from;
}

/** @param {number} from @param {number} to @param {number} r0 @param {number} r1 */
function segment(from, to, r0, r1) {
  const on = (/** @type {number} */ r, /** @type {number} */ d) => `${(r * Math.sin((d * Math.PI) / 180)).toFixed(2)} ${(-r * Math.cos((d * Math.PI) / 180)).toFixed(2)}`;
  const long = to - from > 180 ? 1 : 0;
  return `M${on(r1, from)}A${r1} ${r1} 0 ${long} 1 ${on(r1, to)}L${on(r0, to)}A${r0} ${r0} 0 ${long} 0 ${on(r0, from)}Z`;
}
