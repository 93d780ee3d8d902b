/** A dial of points round a unit: click or drag to a point, or go round with the arrow keys. */

import { s } from "../dom.js";
import { silhouettePaths } from "../marks.js";
import { plain } from "../text.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Dial} Dial */

const RADIUS = 43;
/** From here to here a wedge of the dial belongs to its point. */
const TARGET = [15, 58];
const MOST_NAMED = 12;

/** @param {number} degrees @param {number} radius */
const place = (degrees, radius) => [Math.sin((degrees * Math.PI) / 180) * radius, -Math.cos((degrees * Math.PI) / 180) * radius];

/** @param {Dial} of @param {import("../types.js").Unit | undefined} unit @param {(line: string) => void} to */
export function dial(of, unit, to) {
  const turn = 360 / of.points;
  const angle = (/** @type {number | undefined} */ point) => (point ?? 0) * turn;
  const go = (/** @type {string | undefined} */ point) => {
    const key = point === undefined ? undefined : of.keys[point];
    if (key && !key.off) to(key.line);
  };
  return s(
    "svg",
    {
      class: "dial",
      viewBox: "-58 -58 116 116",
      role: "radiogroup",
      "aria-label": plain(of.legend),
      on: {
        pointermove: (/** @type {PointerEvent} */ event) => event.buttons === 1 && dragged(of, event, go),
        keydown: (/** @type {KeyboardEvent} */ event) => turned(of, event, go),
      },
    },
    s("circle", { class: "face", r: RADIUS }),
    of.course && [course(of.course[0], "was"), course(of.course[1], "now")],
    s("g", { class: "ghost", transform: `rotate(${angle(of.was)}) scale(1.1)` }, silhouettePaths(unit?.sil)),
    s(
      "g",
      { class: `unit-now ${unit?.side ?? ""}`, transform: `rotate(${angle(of.now)}) scale(1.1)` },
      silhouettePaths(unit?.sil),
    ),
    points(of).map((point) => pointMark(of, point, angle(point), go)),
  );
}

/** Points with a mark of their own: all of a clock or a hex, of a full circle every thirty degrees. @param {Dial} of */
function points(of) {
  const step = of.points > MOST_NAMED ? Math.ceil(of.points / MOST_NAMED) : 1;
  return Array.from({ length: Math.ceil(of.points / step) }, (_each, at) => (at + 1) * step);
}

/** @param {number} degrees @param {string} kind */
function course(degrees, kind) {
  const [x, y] = place(degrees, RADIUS - 8);
  const [ax, ay] = place(degrees, RADIUS - 4);
  return s(
    "g",
    { class: `course ${kind}` },
    s("path", { d: `M0 0L${x.toFixed(1)} ${y.toFixed(1)}` }),
    s("path", {
      class: "head",
      d: "M0-3L3.2 4H-3.2Z",
      transform: `translate(${ax.toFixed(1)} ${ay.toFixed(1)}) rotate(${degrees})`,
    }),
  );
}

/** @param {Dial} of @param {number} point @param {number} angle @param {(point: string) => void} go */
function pointMark(of, point, angle, go) {
  const key = of.keys[String(point)];
  const now = (of.now ?? -1) % of.points === point % of.points;
  const [x, y] = place(angle, RADIUS + 9);
  const label = t("dial_point", { legend: plain(of.legend), point });
  const said = key?.off
    ? t("cannot", { what: label, why: plain(key.off) })
    : key
      ? `${label}, ${plain(key.say ?? key.line)}`
      : label;
  return s(
    "g",
    {
      key: point,
      class: `point ${now ? "now" : ""} ${of.was === point ? "was" : ""} ${key && !key.off ? "can" : ""}`,
      role: "radio",
      "aria-checked": String(now),
      "aria-disabled": !now && (!key || !!key.off) && "true",
      "aria-label": said,
      tabindex: now ? 0 : -1,
      "data-point": point,
      on: { click: () => go(String(point)) },
    },
    s("title", null, said),
    s("path", { class: "hit", d: wedge(angle, 180 / points(of).length) }),
    s("circle", { class: "hover", cx: x.toFixed(1), cy: y.toFixed(1), r: 10 }),
    s("path", { class: "tick", d: tick(angle, point) }),
    now && s("circle", { class: "disc", cx: x.toFixed(1), cy: y.toFixed(1), r: 7.8 }),
    s("text", { x: x.toFixed(1), y: (y + 3.6).toFixed(1), "text-anchor": "middle" }, String(point)),
  );
}

/** @param {number} middle @param {number} half of its angle */
function wedge(middle, half) {
  const corners = TARGET.flatMap((radius, at) =>
    [middle - half, middle + half].map((angle) => place(at ? angle : 2 * middle - angle, radius)),
  );
  return `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** @param {number} angle @param {number} point */
function tick(angle, point) {
  const [a, b] = place(angle, RADIUS);
  const [c, d] = place(angle, RADIUS - (point % 3 ? 3 : 5));
  return `M${a.toFixed(1)} ${b.toFixed(1)}L${c.toFixed(1)} ${d.toFixed(1)}`;
}

/** @param {Dial} of @param {PointerEvent} event @param {(point: string) => void} go */
function dragged(of, event, go) {
  const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  const point = Math.round(((Math.atan2(x, -y) / Math.PI / 2) * of.points + of.points) % of.points) || of.points;
  if (point !== of.now) go(String(point));
}

/** The next point that way which has a key. @param {Dial} of @param {KeyboardEvent} event @param {(point: string) => void} go */
function turned(of, event, go) {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!way) return;
  event.preventDefault();
  for (let far = 1; far < of.points; far++) {
    const point = (((((of.now ?? 0) + way * far - 1) % of.points) + of.points) % of.points) + 1;
    const key = of.keys[String(point)];
    if (!key || key.off) continue;
    go(String(point));
    const host = /** @type {Element} */ (event.currentTarget);
    setTimeout(() => /** @type {SVGElement | null} */ (host.querySelector(`[data-point="${point}"]`))?.focus(), 0);
    return;
  }
}
