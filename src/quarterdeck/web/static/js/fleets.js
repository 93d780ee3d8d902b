/** The fleets: every unit of every side with its bars, its figures and what it has done. */

import { fill, h } from "./dom.js";
import { bar, badge, silhouette } from "./marks.js";
import { pictureOf } from "./store.js";
import { mark, plain, text, unitName } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./app.js").App} App */

const FEW = 3;
const WIDE = 76;
const NARROW = 50;

/** @param {App} app @param {HTMLElement} host */
export function drawFleets(app, host) {
  const picture = pictureOf(app.state);
  if (!picture) return;
  const bySide = picture.sides
    .map((side) => ({ side, units: (picture.units ?? []).filter((unit) => unit.side === side.id) }))
    .filter(({ units }) => units.length);
  const many = bySide.some(({ units }) => units.length > FEW);
  host.classList.toggle("many", many);
  fill(
    host,
    bySide.map(({ side, units }) => fleet(app, side, units, many)),
  );
}

/** @param {App} app @param {Side} side @param {Unit[]} units @param {boolean} many whether there is room for one line each only */
function fleet(app, side, units, many) {
  return h(
    "section",
    { class: "fleet", key: side.id, "aria-label": t("units_of", { side: side.name }) },
    h("h3", null, mark(side.id), side.name, h("small", null, text(side.note))),
    units.map((unit) => row(app, unit, many)),
  );
}

/** @param {App} app @param {Unit} unit @param {boolean} many */
function row(app, unit, many) {
  const on = app.state.selected === unit.id;
  const [first, second] = unit.facts ?? [];
  const bars = [...(unit.bars ?? [])]
    .sort((one, other) => Number(other.k === "ticks") - Number(one.k === "ticks"))
    .map((each) => bar(each, many ? NARROW : WIDE));
  return h(
    "button",
    {
      class: `unit ${on ? "on" : ""}`,
      key: unit.id,
      "data-at": unit.id,
      "aria-pressed": String(on),
      title: (unit.facts ?? []).map(plain).join(", "),
      on: { click: () => app.select(unit.id), ...app.hovers(unit.id) },
    },
    silhouette(unit.sil, { size: many ? 20 : 22, side: unit.side }),
    h("span", { class: "nm" }, unitName(unit.id, { name: unit.name }), !many && h("span", { class: unit.side }, bars)),
    many
      ? h("span", { class: unit.side }, bars)
      : h("span", { class: "v" }, text(first), second !== undefined && h("small", null, text(second))),
    h("span", { class: "st" }, unit.status && badge(unit.status)),
  );
}
