// The elements of the map in its host: canvas below, SVG over it on a sheet that shifts, the frame, the rose, the cursor, and what is said.

import { t } from "../words.js";
import { set, shift, el } from "./svg.js";

/** @param {HTMLElement} host */
export function stageIn(host) {
  const root = box("map-root"), canvas = document.createElement("canvas"), frame = document.createElement("canvas"), corner = box("map-corner"), live = box("map-said"), sheet = box("map-sheet");
  canvas.className = "map-canvas";
  frame.className = "map-frame";
  const svg = /** @type {SVGSVGElement} */ (el("svg", { class: "map-svg", role: "application", "aria-label": t("map"), tabindex: 0 }));
  const cursor = el("g", { class: "map-cursor", visibility: "hidden" }, el("circle", { r: 11 }), el("path", { d: "M-16 0H-6M6 0H16M0-16V-6M0 6V16" }));
  const over = el("svg", { class: "map-over", "aria-hidden": "true" }, cursor);
  live.setAttribute("aria-live", "polite");
  sheet.append(svg);
  root.append(canvas, sheet, over, frame, corner, live);
  host.append(root);
  return {
    root, canvas, frame, corner, sheet, svg, over,
    /** Shows the cursor there. @param {[number, number] | null} at */
    place(at) {
      set(cursor, { visibility: at ? "visible" : "hidden", transform: at ? shift(at) : null });
    },
    /** Where toolbars lie over the map. @returns {import("./crowd.js").Rect[]} */
    covered() {
      const { left, top } = root.getBoundingClientRect(), bars = host.parentElement?.querySelectorAll("[role=toolbar]") ?? [];
      return [...bars].map((bar) => bar.getBoundingClientRect()).map((box) => [box.left - left, box.top - top, box.right - left, box.bottom - top]);
    },
    /** @param {string} words */
    say(words) {
      live.textContent = words;
    },
  };
}

/** @param {string} name */
function box(name) {
  const node = document.createElement("div");
  node.className = name;
  return node;
}
