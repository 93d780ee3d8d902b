/** The figures of a document as things to press and type in. */

import { h, s } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Sector} Sector */
/** @typedef {import("./desk.js").Desk} Desk */

/** Up to so many picks stand side by side; more of them are a list to choose from. */
const MOST_KEYS = 6;
const [INNER, OUTER, GAP] = [17, 40, 4];

/** @param {Desk} desk @param {Figure} figure @returns {HTMLElement} */
export function figureOf(desk, figure) {
  const drawn = { amount: amountOf, choice: choiceOf, flag: flagOf, text: textOf, ring: ringOf }[figure.k](desk, figure);
  return h("div", { class: `figure ${figure.k}`, key: `${figure.at} ${figure.t}` }, drawn);
}

/** @param {Desk} desk @param {Figure} figure */
function textOf(desk, figure) {
  const input = (/** @type {Event} */ event) => desk.edit([{ at: figure.at, value: valueOf(event) }], figure.at);
  return h("label", null, h("span", null, figure.t), h("input", { value: desk.at(figure.at) ?? "", maxlength: 60, on: { input } }));
}

/** @param {Desk} desk @param {Figure} figure */
function flagOf(desk, figure) {
  const change = (/** @type {Event} */ event) =>
    desk.edit([{ at: figure.at, value: /** @type {HTMLInputElement} */ (event.target).checked }]);
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(desk.at(figure.at) ?? figure.value), on: { change } }), figure.t);
}

/** @param {Desk} desk @param {Figure} figure */
function amountOf(desk, figure) {
  const { at, min = 0, max, value } = figure;
  const now = Number(desk.at(at) ?? value);
  const put = (/** @type {number} */ amount) => {
    if (!Number.isInteger(amount) || amount < min || amount > (max ?? Infinity)) return;
    desk.edit([figure.optional && !amount ? { at, drop: true } : { at, value: amount }], at);
  };
  const typed = (/** @type {Event} */ event) => valueOf(event) !== "" && put(Number(valueOf(event)));
  const step = (/** @type {number} */ by, /** @type {string} */ sign) =>
    h(
      "button",
      {
        type: "button",
        class: "step",
        "aria-label": t(by < 0 ? "less" : "more", { what: figure.t }),
        "aria-disabled": String(now + by < min || now + by > (max ?? Infinity)),
        on: { click: () => put(now + by) },
      },
      sign,
    );
  const field = { type: "number", inputmode: "numeric", value: now, min, max, "aria-label": figure.t, on: { input: typed } };
  return [
    h("span", { class: "name" }, figure.t),
    h("span", { class: "stepper" }, step(-1, "−"), h("input", field), step(1, "+")),
    figure.picks && h("span", { class: "keys" }, figure.picks.map((pick) => keyOf(desk, figure, pick))),
  ];
}

/** @param {Desk} desk @param {Figure} figure */
function choiceOf(desk, figure) {
  const picks = figure.picks ?? [];
  if (picks.length <= MOST_KEYS && picks.every((pick) => pick.t.length <= 24))
    return h("div", { role: "group", "aria-label": figure.t }, h("span", { class: "name" }, figure.t), h("span", { class: "keys" }, picks.map((pick) => keyOf(desk, figure, pick))));
  const change = (/** @type {Event} */ event) => press(desk, figure, picks[Number(valueOf(event))].t);
  return h(
    "label",
    null,
    h("span", null, figure.t),
    h(
      "select",
      { value: String(picks.findIndex((pick) => pick.on)), on: { change } },
      picks.map((pick, n) => h("option", { value: n, selected: pick.on }, pick.t)),
    ),
  );
}

/** Press what the figure of that name now has under these words. @param {Desk} desk @param {Figure} figure @param {string} words */
function press(desk, figure, words) {
  desk.press((bench) => {
    const figures = [...bench.sections, ...bench.entries].flatMap((part) => part.figures);
    const found = figures.find((each) => each.at === figure.at && each.t === figure.t);
    return [...(found?.picks ?? []), ...(found?.sectors ?? [])].find((each) => each.t === words)?.edits;
  });
}

/** @param {Desk} desk @param {Figure} figure @param {Pick} pick */
function keyOf(desk, figure, pick) {
  const on = { click: () => press(desk, figure, pick.t) };
  return h("button", { type: "button", class: "pick", key: pick.t, "aria-pressed": String(Boolean(pick.on)), on }, pick.t);
}

// The ring

/** @param {Desk} desk @param {Figure} figure */
function ringOf(desk, figure) {
  const sectors = figure.sectors ?? [];
  const half = OUTER + 2;
  const ring = s(
    "svg",
    { class: "arcs", viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, role: "group", "aria-label": figure.t },
    sectors.map((sector) => sectorOf(desk, figure, sector)),
    s("path", { class: "bow", d: "M0-9L4 7H-4Z" }),
  );
  return [h("span", { class: "name" }, figure.t), ring, h("span", { class: "keys" }, (figure.picks ?? []).map((pick) => keyOf(desk, figure, pick)))];
}

/** @param {Desk} desk @param {Figure} figure @param {Sector} sector */
function sectorOf(desk, figure, sector) {
  const click = () => press(desk, figure, sector.t);
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click();
  };
  const [x, y] = point((sector.from + sector.to) / 2, (INNER + OUTER) / 2);
  return s(
    "g",
    {
      class: sector.on ? "sector on" : "sector",
      key: sector.t,
      role: "button",
      tabindex: 0,
      "aria-label": sector.t,
      "aria-pressed": String(Boolean(sector.on)),
      on: { click, keydown },
    },
    s("path", { d: wedge(sector.from + GAP / 2, sector.to - GAP / 2) }),
    s("text", { x, y: y + 3.5 }, sector.t),
  );
}

/** @param {number} degrees clockwise from ahead @param {number} radius @returns {[number, number]} */
function point(degrees, radius) {
  const angle = (degrees * Math.PI) / 180;
  return [Math.round(100 * radius * Math.sin(angle)) / 100, Math.round(-100 * radius * Math.cos(angle)) / 100];
}

/** @param {number} from @param {number} to */
function wedge(from, to) {
  const [a, b, c, d] = [point(from, OUTER), point(to, OUTER), point(to, INNER), point(from, INNER)];
  return `M${a}A${OUTER} ${OUTER} 0 0 1 ${b}L${c}A${INNER} ${INNER} 0 0 0 ${d}Z`;
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}
