/** Small drawings beside words: icons, glyphs of a rule system, silhouettes, bars of what is left, badges. */

import { h, s } from "./dom.js";
import { icon, pictureIcon } from "./icons.js";
import { glyph, silhouette as drawing } from "./map/art.js";
import { barBlocks, tickBlocks } from "./map/marks.js";
import { plain, text } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Icon} Icon */
/** @typedef {import("./types.js").Bar} Bar */

const LINES_FROM = 22;
const BAR = 4;
const TICKS = 2;

export { icon };

/** A glyph with its ring of arcs. @param {Icon} of @param {number} size in pixels */
export function iconOf(of, size) {
  return pictureIcon(of, glyph(of.glyph), size);
}

/** @param {string | undefined} key */
export function silhouettePaths(key) {
  return s("path", { d: drawing(key ?? "").d, "fill-rule": "evenodd" });
}

/** A unit as it is seen from above. @param {string | undefined} key @param {{size?: number, rot?: number, side?: string}} [how] */
export function silhouette(key, { size = 22, rot = 0, side = "" } = {}) {
  const { d, lines } = drawing(key ?? "");
  return s(
    "svg",
    { class: `sil ${side}`, width: size, height: size, viewBox: "-22 -22 44 44", "aria-hidden": "true" },
    s(
      "g",
      { transform: `rotate(${rot})` },
      s("path", { d, "fill-rule": "evenodd" }),
      size > LINES_FROM && lines && s("path", { class: "lines", d: lines }),
    ),
  );
}

/** @param {number | number[] | undefined} of */
const total = (of) => (Array.isArray(of) ? of.reduce((sum, each) => sum + each, 0) : (of ?? 0));

/** What is left of something. @param {Bar} of @param {number} width in pixels */
export function bar(of, width) {
  const ticks = of.k === "ticks";
  const said = t("bar_left", {
    say: plain(of.say),
    left: of.k === "steps" ? (of.at ?? 0) + 1 : total(of.left),
    of: total(of.of),
  });
  const high = ticks ? TICKS : BAR;
  return s(
    "svg",
    { class: `bar ${of.k}`, width, height: high, role: "img", "aria-label": said },
    ticks
      ? tickBlocks(/** @type {any} */ (of), 0, width)
      : s("g", { transform: `scale(1 ${BAR / 3.5})` }, barBlocks(/** @type {any} */ (of), width)),
  );
}

/** @param {import("./types.js").Badge} of */
export function badge(of) {
  const words = plain(of.text);
  return h(
    "span",
    { class: `badge tone-${of.tone}`, role: "img", "aria-label": plain(of.say), title: plain(of.say) },
    words ? h("span", null, text(of.text)) : iconOrGlyph(of.icon),
  );
}

/** @param {Icon} of */
function iconOrGlyph(of) {
  return of.glyph.includes(":") || of.arcs ? iconOf(of, 16) : icon(of.glyph);
}
