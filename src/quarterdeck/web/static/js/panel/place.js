/** Place: a mark or units are put on the map by pointing, by figures, or by arrow keys. */

import { h } from "../dom.js";
import { icon, silhouette } from "../marks.js";
import { draftOf } from "../store.js";
import { text, unitName } from "../text.js";
import { t } from "../words.js";
import { unitOf } from "./plot.js";

/** @typedef {import("../types.js").PlaceDress} PlaceDress */
/** @typedef {import("../types.js").PlaceField} PlaceField */
/** @typedef {import("../types.js").PlaceRow} PlaceRow */
/** @typedef {import("../types.js").Pose} Pose */
/** @typedef {import("../app.js").App} App */

const MARK = "it";
const CLOCK = Array.from({ length: 12 }, (_each, at) => at + 1);
const GRID = 0.1;

/** @param {App} app @param {PlaceDress} dress */
export function place(app, dress) {
  return [
    dress.rows && units(app, dress, dress.rows),
    fields(app, dress),
    turning(app, dress),
    dress.rows && h("p", { class: "dim hint" }, t(headingsOf(dress).length ? "place_hint" : "place_hint_only")),
  ];
}

/** What is being placed: the unit in hand, or the mark. @param {App} app @param {PlaceDress} dress */
function inHand(app, dress) {
  if (!dress.rows) return MARK;
  const poses = posesOf(app, dress);
  const found =
    dress.rows.find((row) => row.unit === app.state.open[dress.q]) ?? dress.rows.find((row) => !poses[row.unit]) ?? dress.rows[0];
  return found.unit;
}

/** @param {App} app @param {PlaceDress} dress @returns {Record<string, Pose>} */
const posesOf = (app, dress) => draftOf(app.state, dress) ?? {};

/** @param {App} app @param {PlaceDress} dress @param {PlaceRow[]} rows */
function units(app, dress, rows) {
  const hand = inHand(app, dress);
  return h(
    "div",
    { class: "opts" },
    rows.map((row, at) => {
      const set = !!posesOf(app, dress)[row.unit];
      const state = row.fact !== undefined ? text(row.fact) : set && row.at ? [row.at.join(", ")] : [t("not_placed")];
      return h(
        "button",
        {
          key: row.unit,
          class: `opt ${row.unit === hand ? "on" : ""}`,
          "aria-pressed": String(row.unit === hand),
          "data-option": at + 1,
          on: {
            click: () => {
              app.openRow(dress, row.unit);
              app.select(row.unit);
            },
            keydown: (/** @type {KeyboardEvent} */ event) => moved(app, dress, event),
            ...app.hovers(row.unit),
          },
        },
        h("kbd", null, at < 9 ? at + 1 : ""),
        silhouette(row.sil, { size: 22, side: unitOf(app, row.unit)?.side }),
        h("span", { class: "words" }, row.t ? text(row.t) : unitName(row.unit)),
        h("em", { class: set && row.state !== "bad" ? "" : "warn" }, state),
      );
    }),
  );
}

/** @param {App} app @param {PlaceDress} dress */
function fields(app, dress) {
  if (!dress.fields?.length) return null;
  return h(
    "div",
    { class: "fields", on: { keydown: (/** @type {KeyboardEvent} */ event) => moved(app, dress, event) } },
    dress.fields.map((field) =>
      h(
        "label",
        { key: field.edit },
        h("span", null, text(field.t)),
        h(
          "span",
          { class: "with-unit" },
          h("input", {
            type: "number",
            step: dress.grid ?? GRID,
            value: shown(app, dress, field),
            on: { change: (/** @type {any} */ event) => typed(app, dress, field, event.currentTarget.valueAsNumber) },
          }),
          text(field.unit),
        ),
      ),
    ),
  );
}

/** What a field shows: of what is in hand where the draft says it. @param {App} app @param {PlaceDress} dress @param {PlaceField} field */
function shown(app, dress, { edit, v }) {
  const pose = posesOf(app, dress)[inHand(app, dress)];
  const held = { x: pose?.at[0], y: pose?.at[1], heading: pose?.heading, range: v }[edit];
  return held ?? "";
}

/** @param {App} app @param {PlaceDress} dress */
function turning(app, dress) {
  if (!headingsOf(dress).length) return null;
  return h(
    "div",
    { class: "act" },
    h("button", { on: { click: () => turn(app, dress, -1) } }, icon("port"), t("turn_port")),
    h("button", { on: { click: () => turn(app, dress, 1) } }, icon("stbd"), t("turn_starboard")),
  );
}

/** @param {PlaceDress} dress */
function headingsOf({ headings }) {
  if (!headings) return [];
  return Array.isArray(headings) ? headings : headings === "clock" ? CLOCK : CLOCK.map((point) => point * 30);
}

/** @param {number} value @param {number} grid */
const onGrid = (value, grid) => Number((Math.round(value / grid) * grid).toFixed(4));

/** @param {App} app @param {PlaceDress} dress @param {Partial<Pose>} change */
function put(app, dress, change) {
  const poses = posesOf(app, dress);
  const key = inHand(app, dress);
  const headings = headingsOf(dress);
  const before =
    poses[key] ?? (headings.length ? { heading: dress.rows?.find((row) => row.unit === key)?.heading ?? headings[0] } : {});
  const at = (change.at ?? before.at)?.map((each) => onGrid(each, dress.grid ?? GRID));
  if (!at) return;
  if (dress.rows) app.openRow(dress, key);
  app.drafts.edit(dress, { ...poses, [key]: { ...before, ...change, at } });
}

/** A point of the map was clicked or dragged to. @param {App} app @param {PlaceDress} dress @param {number[]} at */
export function placeAt(app, dress, at) {
  put(app, dress, { at });
}

/** To another heading. @param {App} app @param {PlaceDress} dress @param {number} way so many headings */
export function turn(app, dress, way) {
  const headings = headingsOf(dress);
  if (!headings.length) return;
  const now = headings.indexOf(posesOf(app, dress)[inHand(app, dress)]?.heading ?? headings[0]);
  put(app, dress, { heading: headings[(((now + way) % headings.length) + headings.length) % headings.length] });
}

/** Arrow keys go by the grid; on tiles rows run down. @param {App} app @param {PlaceDress} dress @param {KeyboardEvent} event */
function moved(app, dress, event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  const at = posesOf(app, dress)[inHand(app, dress)]?.at;
  if (!way || !at || event.currentTarget instanceof HTMLInputElement) return;
  event.preventDefault();
  const down = app.state.update?.picture.scene.map.kind === "plane" ? 1 : -1;
  const grid = dress.grid ?? GRID;
  put(app, dress, { at: [at[0] + way[0] * grid, at[1] + way[1] * grid * down] });
}

/** @param {App} app @param {PlaceDress} dress @param {PlaceField} field @param {number} value */
function typed(app, dress, field, value) {
  if (!Number.isFinite(value)) return;
  const at = posesOf(app, dress)[inHand(app, dress)]?.at;
  if (field.edit === "heading") return put(app, dress, { heading: value });
  if (!at) return;
  if (field.edit === "x") return put(app, dress, { at: [value, at[1]] });
  if (field.edit === "y") return put(app, dress, { at: [at[0], value] });
  return put(app, dress, { at: atRange(app, dress, at, value) });
}

/** The point as far from the origin, in the same direction. @param {App} app @param {PlaceDress} dress @param {number[]} at @param {number} range */
function atRange(app, dress, at, range) {
  const origin = originOf(app, dress);
  if (!origin) return at;
  const gap = [at[0] - origin[0], at[1] - origin[1]];
  const far = Math.hypot(gap[0], gap[1]) || 1;
  return [origin[0] + (gap[0] / far) * range, origin[1] + (gap[1] / far) * range];
}

/** @param {App} app @param {PlaceDress} dress @returns {number[] | undefined} */
function originOf(app, { origin }) {
  if (!origin || Array.isArray(origin)) return origin;
  const token = app.state.update?.picture.scene.items?.find(
    (item) => item.k === "token" && item.ref === origin.of && item.style === "live",
  );
  return token?.k === "token" && Array.isArray(token.at) ? token.at : undefined;
}
