/** Plot: a line in the notation of the game for each unit. A key says what the whole line becomes, so no grammar is known here. */

import { h } from "../dom.js";
import { icon, silhouette } from "../marks.js";
import { draftOf } from "../store.js";
import { plain, ruleLink, text, unitName } from "../text.js";
import { t } from "../words.js";
import { facts, meter } from "./blocks.js";
import { dial } from "./dial.js";

/** @typedef {import("../types.js").PlotDress} PlotDress */
/** @typedef {import("../types.js").PlotRow} PlotRow */
/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../app.js").App} App */

/** The row that is open: the one opened, else that of the unit selected, else the first without a line. @param {App} app @param {PlotDress} dress */
export function openRow(app, dress) {
  const key = app.state.open[dress.q];
  const by = (/** @type {string} */ unit) => dress.rows?.find((row) => row.unit === unit);
  return by(key) ?? by(app.state.selected) ?? dress.rows?.find((row) => row.state !== "given") ?? dress.rows?.[0];
}

/** @param {App} app @param {PlotDress} dress */
export function plot(app, dress) {
  const open = openRow(app, dress);
  return [
    h(
      "div",
      { class: "ships", role: "group" },
      dress.rows?.map((row) =>
        h(
          "button",
          { key: row.unit, class: row === open ? "on" : "", "aria-pressed": String(row === open), on: opens(app, dress, row) },
          unitName(row.unit),
          status(row),
        ),
      ),
    ),
    h(
      "div",
      { class: "rows" },
      dress.rows?.map((row) => [unitRow(app, dress, row, row === open), row === open && editor(app, dress, row)]),
    ),
  ];
}

let opened = "";

/** Bring the unit that was opened into view: its row with what is below it, and on a phone its tab. @param {HTMLElement} host */
export function showOpened(host) {
  const row = host.querySelector(".row.on");
  const now = `${host.querySelector(".q")?.getAttribute("data-q")} ${row?.getAttribute("data-at")}`;
  if (!row || now === opened) return;
  opened = now;
  const [box, tab] = [host.getBoundingClientRect(), host.querySelector(".ships .on")];
  const foot = host.querySelector(".q > .foot")?.getBoundingClientRect().height ?? 0;
  const below = (row.nextElementSibling ?? row).getBoundingClientRect().bottom - (box.bottom - foot);
  host.scrollTop += Math.min(Math.max(0, below), row.getBoundingClientRect().top - box.top);
  if (tab?.parentElement) tab.parentElement.scrollLeft += tab.getBoundingClientRect().left - box.left;
}

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row */
function opens(app, dress, row) {
  return {
    click: () => {
      app.openRow(dress, row.unit);
      app.select(row.unit);
    },
    ...app.hovers(row.unit),
  };
}

/** @param {PlotRow} row */
function status(row) {
  return icon(row.state === "given" ? "tick" : row.state === "bad" ? "cross" : "open", "", `state ${row.state}`);
}

/** @param {App} app @param {string} id */
export const unitOf = (app, id) => app.state.update?.picture.units?.find((unit) => unit.id === id);

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row @param {boolean} open */
function unitRow(app, dress, row, open) {
  const unit = unitOf(app, row.unit);
  const line = lineOf(app, dress, row);
  const given = dress.drift && line === dress.drift ? text(dress.purpose) : line;
  return h(
    "button",
    {
      key: `row ${row.unit}`,
      "data-at": row.unit,
      class: `row ${open ? "on" : ""}`,
      "aria-expanded": String(open),
      on: opens(app, dress, row),
    },
    silhouette(unit?.sil, { size: 26, rot: 60, side: unit?.side }),
    h("span", { class: "nm" }, unitName(row.unit), h("small", null, text(row.sub))),
    h(
      "span",
      { class: !line ? "od none" : line === dress.drift ? "od words" : "od" },
      open && line ? "" : line ? given : t("no_orders"),
    ),
    status(row),
  );
}

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row @returns {string} */
function lineOf(app, dress, row) {
  return draftOf(app.state, dress)?.[row.unit] ?? row.line ?? "";
}

/** @param {App} app @param {PlotDress} dress @param {string} unit @param {string} line */
export function write(app, dress, unit, line) {
  const { [unit]: _was, ...others } = draftOf(app.state, dress) ?? {};
  app.drafts.edit(dress, line ? { ...others, [unit]: line } : others);
}

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row */
function editor(app, dress, row) {
  const to = (/** @type {string} */ line) => write(app, dress, row.unit, line);
  return h(
    "div",
    { class: "edit", key: `edit ${row.unit}` },
    lineField(app, dress, row),
    h("p", { class: "gloss" }, h("span", null, text(row.gloss)), ruleLink(row.rule)),
    controls(app, row, to),
    flags(row, to),
    facts(row.facts),
    shortcuts(app, dress, row, to),
  );
}

/** The line as chips; as text while it is typed. @param {App} app @param {PlotDress} dress @param {PlotRow} row */
function lineField(app, dress, row) {
  const line = lineOf(app, dress, row);
  const shown =
    line === row.line && row.chips?.length ? row.chips : line ? [{ t: line, from: 0, to: line.length, bad: false }] : [];
  return h(
    "div",
    { class: `line ${row.state === "bad" ? "wrong" : ""}` },
    h(
      "span",
      { class: "chips", "aria-hidden": "true" },
      shown.map((chip, at) =>
        h("button", { key: at, tabindex: -1, class: chip.bad ? "chip bad" : "chip", on: { click: edits(chip) } }, chip.t),
      ),
    ),
    h("input", {
      type: "text",
      value: line,
      maxlength: 400,
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "characters",
      "aria-label": t("line_of", { unit: unitOf(app, row.unit)?.name ?? row.unit }),
      "aria-invalid": row.state === "bad" && "true",
      on: {
        input: (/** @type {any} */ event) => write(app, dress, row.unit, event.currentTarget.value),
        keydown: (/** @type {KeyboardEvent} */ event) => nextOnEnter(app, dress, row, event),
      },
    }),
    h(
      "button",
      {
        class: "tool",
        "aria-label": t("undo"),
        title: t("undo"),
        "aria-disabled": !app.drafts.canUndo(dress) && "true",
        on: { click: () => app.drafts.undo(dress) },
      },
      icon("undo"),
    ),
    h(
      "button",
      { class: "tool", "aria-label": t("clear"), title: t("clear"), on: { click: () => write(app, dress, row.unit, "") } },
      icon("cross"),
    ),
  );
}

/** @param {{from: number, to: number}} chip */
function edits({ from, to }) {
  return (/** @type {any} */ event) => {
    const input = event.currentTarget.closest(".line").querySelector("input");
    input.focus();
    input.setSelectionRange(from, to);
  };
}

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row @param {KeyboardEvent} event */
function nextOnEnter(app, dress, row, event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const next = dress.rows?.find((each) => each !== row && !lineOf(app, dress, each));
  if (next) app.openRow(dress, next.unit);
  else app.pressPrimary();
}

/**
 * All that changes the line: keys before the dial as rows over the whole width; few short ones after the Main Drive in a column of their own.
 * @param {App} app @param {PlotRow} row @param {(line: string) => void} to
 */
function controls(app, row, to) {
  const all = row.controls ?? [];
  const dialAt = all.findIndex((each) => each.k === "dial");
  const before = all.slice(0, Math.max(0, dialAt));
  const aside = all.filter((each, at) => at > dialAt + 1 && each.k === "keys" && each.keys.length <= 3 && isShort(each));
  const draw = (/** @type {Control} */ each) => control(app, row, each, to);
  const others = all.filter((each) => each.k !== "meter" && !before.includes(each) && !aside.includes(each));
  return h(
    "div",
    { class: "ctl" },
    before.length ? h("div", { class: "before" }, before.map(draw)) : null,
    others.map(draw),
    aside.length ? h("div", { class: "aside" }, aside.map(draw)) : null,
    all.filter((each) => each.k === "meter").map(draw),
  );
}

/** @param {Extract<Control, {k: "keys"}>} keys */
const isShort = ({ keys }) => keys.every((key) => plain(key.t).length <= SHORT);

/** @param {App} app @param {PlotRow} row @param {Control} each @param {(line: string) => void} to */
function control(app, row, each, to) {
  if (each.k === "meter") return h("div", { class: "meter-box" }, meter(each));
  if (each.k === "dial")
    return h("fieldset", { class: "dial-box" }, h("legend", null, text(each.legend)), dial(each, unitOf(app, row.unit), to));
  const place = each.keys.length > MANY ? " many" : isShort(each) ? "" : " words";
  return h(
    "fieldset",
    { class: `keys-box${place}` },
    h("legend", null, text(each.legend)),
    h(
      "div",
      { class: "keys", on: { keydown: byArrow } },
      each.keys.map((key) => keyButton(key, to)),
    ),
    each.note && h("p", { class: "dim" }, text(each.note)),
  );
}

/** More keys than these lie over the whole width; as many as there are sizes of a burn do not. */
const MANY = 12;
/** How many letters fit on a key of the narrow column. */
const SHORT = 4;

/** The arrow keys that press keys with these signs. @type {Record<string, string>} */
const ARROWS = { port: "ArrowLeft", up: "ArrowUp", stbd: "ArrowRight" };

/** @param {any} event */
function byArrow(event) {
  const button = event.currentTarget.querySelector(`[data-arrow="${event.key}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}

/** @param {Key} key @param {(line: string) => void} to */
function keyButton(key, to) {
  const said = plain(key.say ?? key.t);
  const title = key.off
    ? t("cannot", { what: said, why: plain(key.off) })
    : key.cost === undefined
      ? said
      : `${said}, ${t("costs", { n: key.cost })}`;
  return h(
    "button",
    {
      key: plain(key.t),
      class: `key ${key.on ? "on" : ""} ${key.off ? "off" : ""}`,
      "aria-pressed": String(!!key.on),
      "aria-disabled": key.off && "true",
      "data-arrow": key.icon && ARROWS[key.icon.glyph],
      "aria-label": title,
      title,
      on: { click: () => !key.off && to(key.line) },
    },
    key.icon ? icon(key.icon.glyph) : null,
    plain(key.t) === "×" ? icon("cross") : text(key.t),
  );
}

/** @param {PlotRow} row @param {(line: string) => void} to */
function flags(row, to) {
  return row.flags?.length
    ? h(
        "div",
        { class: "flags" },
        row.flags.map((flag) =>
          h(
            "button",
            {
              key: flag.key,
              class: `key ${flag.on ? "on" : ""}`,
              "aria-pressed": String(!!flag.on),
              on: { click: () => to(flag.line) },
            },
            text(flag.t),
          ),
        ),
      )
    : null;
}

/** @param {App} app @param {PlotDress} dress @param {PlotRow} row @param {(line: string) => void} to */
function shortcuts(app, dress, row, to) {
  const word = plain(app.state.update?.picture.progress.word).toLowerCase();
  return h(
    "div",
    { class: "act" },
    row.last &&
      h(
        "button",
        { title: row.last, on: { click: () => to(/** @type {string} */ (row.last)) } },
        icon("copy"),
        t("copy_last", { word }),
      ),
    dress.drift !== undefined &&
      h(
        "button",
        { "aria-pressed": String(lineOf(app, dress, row) === dress.drift), on: { click: () => to(dress.drift ?? "") } },
        icon("drift"),
        text(dress.purpose),
      ),
  );
}
