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
/** From how many pixels a round on each has its number; below, every other. */
const NUMBERED = 15;
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
    (part >= NUMBERED || turn % 2 === 0) &&
      s("text", { x: x + 5, y: 37 }, part < NAMED ? String(turn + 1) : `${word} ${turn + 1}`),
  );
}

/** Of two sides the first one's marks go up from the line and the other's down; of more, each has a lane of its own. @param {App} app @param {string} side */
function laneOf(app, side) {
  const sides = app.state.update?.picture.sides ?? [];
  const at = sides.findIndex((each) => each.id === side);
  if (sides.length < 3) return at ? { from: MIDDLE + 1, way: 1, scale: 1 } : { from: MIDDLE, way: -1, scale: 1 };
  const high = (2 * MIDDLE) / sides.length;
  return { from: high * (at + 1), way: -1, scale: high / MIDDLE };
}

/** @param {App} app @param {Mark} mark @param {number} part */
function drawn(app, mark, part) {
  const { from, way, scale } = laneOf(app, mark.side);
  const x = place(mark) * part;
  const at = (/** @type {number} */ high) => (from + way * high * scale).toFixed(1);
  const [left, middle, right] = [x - 3, x, x + 3].map((each) => each.toFixed(1));
  if (mark.k === "row") return s("path", { class: "caret", d: `M${left} ${at(15)}L${middle} ${at(11.5)}L${right} ${at(15)}` });
  if (mark.k === "lost")
    return s("path", { class: "cross", d: `M${left} ${at(15)}L${right} ${at(9)}M${right} ${at(15)}L${left} ${at(9)}` });
  const high = Math.max(1, mark.h * scale);
  return s("rect", {
    class: `hit ${mark.side}`,
    "data-at": mark.n === undefined ? undefined : `e${mark.n}`,
    x: (x - 1.5).toFixed(1),
    y: (way < 0 ? from - high : from).toFixed(1),
    width: 3,
    height: high.toFixed(1),
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
