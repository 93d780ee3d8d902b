/** The time line: rounds as equal parts, attacks as bars of their side, and a handle by which the battle is gone through again. */

import { fill, h, s } from "./dom.js";
import { icon } from "./marks.js";
import { plain } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./app.js").App} App */

const HEIGHT = 40;
const MIDDLE = 16;
const NAMED = 58;
const SPEEDS = [1, 2, 4];
const LEAST_ROUNDS = 6;

/** @param {App} app @param {HTMLElement} host */
export function drawTimeline(app, host) {
  const { update, replay, speed } = app.state;
  if (!update) return;
  const go = app.replay;
  const known = host.querySelector(".tl")?.clientWidth;
  const width = known || Math.max(60, host.clientWidth - 220);
  fill(
    host,
    h(
      "div",
      { class: "set" },
      tool("back", t("to_start"), () => go?.goTo(0)),
      tool(replay?.running ? "pause" : "play", t(replay?.running ? "pause" : "play"), () => go?.toggle()),
      tool("fwd", t("next_event"), () => go?.step(1)),
    ),
    line(app, update.picture.progress, width),
    h(
      "div",
      { class: "set" },
      h(
        "button",
        {
          class: "tool spd",
          "aria-label": t("speed", { n: speed }),
          title: t("speed", { n: speed }),
          on: { click: () => app.store.set({ speed: SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] }) },
        },
        `${speed}×`,
      ),
      app.state.playing && !replay
        ? tool("skip", t("skip"), () => app.map?.skip())
        : tool("live", t("to_present"), () => go?.leave()),
    ),
  );
  if (!known && host.querySelector(".tl")?.clientWidth) drawTimeline(app, host);
}

/** @param {string} name @param {string} label @param {() => void} click */
function tool(name, label, click) {
  return h("button", { class: "tool", "aria-label": label, title: label, on: { click } }, icon(name));
}

/** @param {App} app @param {Progress} progress @param {number} width */
function line(app, progress, width) {
  const rounds = Math.max(progress.of ?? 0, progress.at, progress.of ? 0 : LEAST_ROUNDS);
  const part = (width - 20) / rounds;
  const at = handleAt(app, progress) * part;
  const word = plain(progress.word);
  return s(
    "svg",
    {
      class: "tl",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: "slider",
      tabindex: 0,
      "aria-label": t("time_line"),
      "aria-valuemin": 0,
      "aria-valuemax": app.state.log.length,
      "aria-valuenow": app.state.replay?.at ?? app.state.log.length,
      "aria-valuetext": t("turn_only", { word, turn: turnAt(app, progress) }),
      on: {
        pointerdown: (/** @type {PointerEvent} */ event) => dragged(app, event, part),
        pointermove: (/** @type {PointerEvent} */ event) => event.buttons === 1 && dragged(app, event, part),
        keydown: (/** @type {KeyboardEvent} */ event) => keyed(app, event),
      },
    },
    s("path", { class: "base", d: `M0 ${MIDDLE + 0.5}H${width}` }),
    Array.from({ length: rounds }, (_each, turn) => round(turn, part, word, progress.at)),
    (progress.marks ?? []).map((mark) => drawn(app, mark, part)),
    s("rect", { class: "past", x: 0, y: MIDDLE - 0.5, width: at.toFixed(1), height: 2 }),
    s(
      "g",
      { class: "handle" },
      s("path", { class: "stem", d: `M${at.toFixed(1)} 4V37` }),
      s("path", { d: `M${(at - 5).toFixed(1)} 2h10v4l-5 5-5-5Z` }),
    ),
  );
}

/** @param {App} app @param {Progress} progress */
const turnAt = (app, progress) => app.state.replay?.event?.turn ?? progress.at;

/** Where the handle stands, in rounds. @param {App} app @param {Progress} progress */
function handleAt(app, progress) {
  const { replay } = app.state;
  if (!replay) return progress.at - 1 + phasePart(progress);
  return replay.event ? (replay.event.mark?.turn ? place(replay.event.mark) : replay.place) : 0;
}

/** @param {Progress} progress */
function phasePart({ phases = [] }) {
  const now = phases.findIndex((phase) => phase.state === "now");
  return now < 0 ? 0.06 : 0.06 + (0.9 * now) / phases.length;
}

/** @param {Mark} mark */
const place = ({ turn = 1, part = 0 }) => turn - 1 + part;

/** @param {number} turn @param {number} part @param {string} word @param {number} now */
function round(turn, part, word, now) {
  const x = Math.round(turn * part) + 0.5;
  return s(
    "g",
    { class: turn < now ? "round" : "round later" },
    s("path", { d: `M${x} 4V38` }),
    s("text", { x: x + 5, y: 37 }, part < NAMED ? String(turn + 1) : `${word} ${turn + 1}`),
  );
}

/** @param {App} app @param {Mark} mark @param {number} part */
function drawn(app, mark, part) {
  const x = place(mark) * part;
  const up = mark.side === app.state.update?.picture.sides[0]?.id ? 1 : -1;
  const at = (/** @type {number} */ high) => (up > 0 ? MIDDLE - high : MIDDLE + 1 + high);
  if (mark.k === "row")
    return s("path", {
      class: "caret",
      d: `M${(x - 3).toFixed(1)} ${at(15)}L${x.toFixed(1)} ${at(11.5)}L${(x + 3).toFixed(1)} ${at(15)}`,
    });
  if (mark.k === "lost")
    return s("path", { class: "cross", d: `M${(x - 3).toFixed(1)} ${at(15)}l6 ${up * 6}m0 ${-up * 6}l-6 ${up * 6}` });
  return s("rect", {
    class: `hit ${mark.side}`,
    "data-at": mark.n === undefined ? undefined : `e${mark.n}`,
    x: (x - 1.5).toFixed(1),
    y: up > 0 ? MIDDLE - mark.h : MIDDLE + 1,
    width: 3,
    height: Math.max(1, mark.h),
  });
}

/** @param {App} app @param {PointerEvent} event @param {number} part */
function dragged(app, event, part) {
  const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  app.replay?.goToPlace((event.clientX - box.left) / part);
}

/** @param {App} app @param {KeyboardEvent} event */
function keyed(app, event) {
  const go = app.replay;
  const act = { ArrowRight: () => go?.step(1), ArrowLeft: () => go?.step(-1), Home: () => go?.goTo(0), End: () => go?.leave() }[
    event.key
  ];
  if (!act) return;
  event.preventDefault();
  act();
}
