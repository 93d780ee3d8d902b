/** The map and the question: what is drawn over the scene, what picking and pointing on it mean for what is asked. */

import { assignPicked } from "./panel/assign.js";
import { pick } from "./panel/choose.js";
import { placeAt, turn } from "./panel/place.js";
import { openRow, write } from "./panel/plot.js";
import { draftOf, dressOf, openSlate, shownDress } from "./store.js";
import { plain } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Patch} Patch */
/** @typedef {import("./types.js").PlotRow} PlotRow */
/** @typedef {import("./types.js").Reach} Reach */

/** How far from a place that can be reached one may point, in units of the map. */
const NEAR = 1;
/** How what flew is drawn at rest. @type {Record<string, string>} */
const STYLES = { beam: "beam", torpedo: "missiles", missile: "missiles", guns: "guns" };

/** @param {App} app @param {Picture | null} picture */
export function drawMap(app, picture) {
  if (!picture || !app.map) return;
  const { state } = app;
  const pointed = pointedEvent(app);
  const live = !state.replay;
  const plans = live ? patchOf(app) : {};
  app.map.draw(picture, {
    patch: { ...plans, set: [...(plans.set ?? []), ...(pointed ? shotsOf(pointed) : [])] },
    selected: state.mount || state.selected,
    hover: pointed ? (pointed.refs?.[0] ?? null) : state.hover,
    asked: pointed?.refs ?? state.replay?.event?.refs ?? asked(app),
    picking: live ? picking(app) : "none",
    layers: Object.fromEntries(state.hidden.map((layer) => [layer, false])),
    replay: !live,
  });
}

/** The event of the log or the time line that is pointed at. @param {App} app */
function pointedEvent({ state }) {
  const n = state.hover?.match(/^e(\d+)$/)?.[1];
  return n ? (state.replay?.events ?? state.log).find((event) => event.n === Number(n)) : undefined;
}

/** The shots of an event, drawn once more. @param {import("./types.js").Event} event @returns {NonNullable<Patch["set"]>} */
function shotsOf({ fx = [] }) {
  const shots = fx.flatMap((each) => (each.fx === "shot" ? [each] : []));
  return shots.map(({ style, a, b }, at) => ({ id: `again:${at}`, k: "path", style: STYLES[style], pts: [a, b], strong: true }));
}

/** What the drafts of all questions would do, as one patch. @param {App} app @returns {Patch} */
function patchOf({ state }) {
  const patches = (openSlate(state)?.questions ?? []).map(({ q }) => dressOf(state, q)?.patch ?? {});
  return { set: patches.flatMap((each) => each.set ?? []), drop: patches.flatMap((each) => each.drop ?? []) };
}

/** @param {App} app @returns {string[]} */
function asked({ state }) {
  const dress = shownDress(state);
  if (!dress) return [];
  const rows =
    dress.kind === "choose"
      ? (dress.rows ?? []).map((row) => row.ref)
      : dress.kind === "assign"
        ? (dress.cols ?? []).map((col) => col.ref)
        : [];
  return [dress.subject, ...rows].flatMap((ref) => (ref ? [ref] : []));
}

/** @param {App} app @returns {"none" | "place" | "reach"} */
function picking(app) {
  const dress = shownDress(app.state);
  if (dress?.kind === "place") return "place";
  return dress?.kind === "plot" && openRow(app, dress)?.to?.length ? "reach" : "none";
}

/** @param {App} app @param {string} ref */
export function pickedOnMap(app, ref) {
  if (app.state.replay) return app.select(ref);
  const dress = shownDress(app.state);
  const row = dress?.kind === "choose" ? dress.rows?.find((each) => each.ref === ref) : undefined;
  if (dress?.kind === "choose" && row) return pick(app, dress, row);
  if (dress?.kind === "plot" && dress.rows?.some((each) => each.unit === ref)) app.openRow(dress, ref);
  if (dress?.kind === "place" && dress.rows?.some((each) => each.unit === ref)) app.openRow(dress, ref);
  if (dress?.kind === "assign" && assignPicked(app, dress, ref)) return app.store.set({ selected: ref });
  return app.select(ref);
}

/** @param {App} app @param {{at: number[], how: "move" | "click" | "drag", ref?: string}} pointed `ref`: the unit that is dragged or clicked @param {HTMLElement} label */
export function pointedOnMap(app, { at, how, ref }, label) {
  const dress = app.state.replay ? null : shownDress(app.state);
  if (dress?.kind === "place" && how !== "move") {
    if (ref && dress.rows?.some((each) => each.unit === ref)) app.openRow(dress, ref);
    placeAt(app, dress, at);
  }
  const row = dress?.kind === "plot" ? openRow(app, dress) : undefined;
  const plane = app.state.update?.picture.scene.map.kind === "plane";
  const to = dress && row && next(reached(row, at, plane), draftOf(app.state, dress)?.[row.unit]);
  label.textContent = to ? toSay(to) : "";
  label.hidden = !to;
  if (dress?.kind !== "plot" || how !== "click") return;
  const other = ref && ref !== row?.unit && dress.rows?.some((each) => each.unit === ref);
  if (ref && (other || !to)) pickedOnMap(app, ref);
  else if (row && to) write(app, dress, row.unit, to.line);
}

/** What can be reached where one points: on tiles all that is there. @param {PlotRow} row @param {number[]} at @param {boolean} plane */
function reached({ to = [] }, at, plane) {
  if (!plane) return to.filter((each) => each.at[0] === at[0] && each.at[1] === at[1]);
  const far = (/** @type {Reach} */ each) => Math.hypot(each.at[0] - at[0], each.at[1] - at[1]);
  const best = to.reduce((found, each) => (far(each) < far(found) ? each : found), to[0]);
  return best && far(best) <= NEAR ? [best] : [];
}

/** The first, or the one after that which the line takes now. @param {Reach[]} there @param {string | undefined} line */
const next = (there, line) => there[(there.findIndex((each) => each.line === line) + 1) % there.length];

/** @param {Reach} to */
const toSay = ({ line, cost, say }) => [line, cost !== undefined && t("costs", { n: cost }), plain(say)].filter(Boolean).join(", ");

/** @param {App} app @param {number} steps clockwise */
export function turnedOnMap(app, steps) {
  const dress = app.state.replay ? null : shownDress(app.state);
  if (dress?.kind === "place") turn(app, dress, steps);
}
