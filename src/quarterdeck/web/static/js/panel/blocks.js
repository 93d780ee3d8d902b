/** What any question may show beside its body: facts, tables, meters, chances as bars, accounts, panels of the picture, sheets. */

import { fill, h, s } from "../dom.js";
import { bar, badge, iconOf } from "../marks.js";
import { die } from "../dice.js";
import { pictureOf } from "../store.js";
import { mark, plain, ruleLink, text } from "../text.js";
import { t } from "../words.js";
import { sheetOf } from "../sheet.js";

/** @typedef {import("../types.js").Block} Block */
/** @typedef {import("../types.js").Dress} Dress */
/** @typedef {import("../types.js").PanelCell} PanelCell */
/** @typedef {import("../app.js").App} App */

const WIDTH = 364;
const LEFT = 46;
const HIGH = 44;
const BASE = 66;
/** How wide a letter of a name in a chart is. */
const LETTER = 5.4;

/** @param {App} app @param {Dress} dress */
export function blocks(app, dress) {
  const all = dress.blocks ?? [];
  const hand = chartInHand(app, all);
  return all.filter((each) => each.k !== "bars" || each === hand).map((each) => block(app, dress, each));
}

/** Of several charts the one of what is selected, else the first. @param {App} app @param {Block[]} all */
function chartInHand(app, all) {
  const charts = all.filter((each) => each.k === "bars");
  return charts.find((each) => each.k === "bars" && each.ref === app.state.selected) ?? charts[0];
}

/** @param {App} app @param {Dress} dress @param {Block} each */
function block(app, dress, each) {
  if (each.k === "facts") return facts(each.rows);
  if (each.k === "table") return table(app, each);
  if (each.k === "meter") return h("div", { class: "meter-box" }, meter(each));
  if (each.k === "bars") return bars(each);
  if (each.k === "account") return account(app, each);
  if (each.k === "sheet") return sheetOf(app, each.ref);
  const panel = pictureOf(app.state)?.panels?.find((one) => one.id === each.id);
  return panel && board(app, panel, dress);
}

/** Figures of what the draft leads to: old, arrow, new. @param {import("../types.js").Fact[] | undefined} rows */
export function facts(rows) {
  if (!rows?.length) return null;
  return h(
    "dl",
    { class: "res" },
    rows.map((row) =>
      h(
        "div",
        { key: plain(row.t) },
        h("dt", null, text(row.t)),
        h(
          "dd",
          null,
          row.was !== undefined && [h("s", null, text(row.was)), "→ "],
          text(row.v),
          row.unit !== undefined && h("span", { class: "mu" }, " ", text(row.unit)),
        ),
      ),
    ),
  );
}

/** @param {import("../types.js").Meter} of */
export function meter(of) {
  const used = of.parts.flatMap((part) => Array.from({ length: part.n }, () => part.s));
  const pips = Array.from({ length: Math.max(of.of, used.length) }, (_each, at) =>
    h("i", { class: at >= of.of ? "over" : (used[at] ?? "") }),
  );
  return [h("p", { class: "legend" }, text(of.t)), h("div", { class: "pips", "aria-hidden": "true" }, pips)];
}

/** @param {App} app @param {Extract<Block, {k: "table"}>} of */
function table(app, of) {
  return h(
    "div",
    { class: "assign-box" },
    h(
      "table",
      { class: "assign shots" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          of.cols.map((col, at) => h(at ? "th" : "td", { scope: at ? "col" : undefined, class: at ? "" : "corner" }, text(col))),
        ),
      ),
      h(
        "tbody",
        null,
        (of.rows ?? []).map((row) =>
          h(
            "tr",
            { class: row.off ? "blk" : "", on: row.ref ? app.hovers(row.ref) : {} },
            h(
              "th",
              { scope: "row" },
              h(
                "span",
                { class: "head" },
                row.icon && iconOf(row.icon, 30),
                h("span", null, text(row.t), row.sub && h("small", null, text(row.sub, { marked: true }))),
              ),
            ),
            row.off
              ? h("td", { colspan: of.cols.length - 1 }, text(row.off))
              : row.cells.map((cell) => h("td", null, text(cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} p */
function percent(p) {
  return p > 0.995 && p < 1 ? "99%" : p < 0.005 && p > 0 ? "<1%" : `${Math.round(p * 100)}%`;
}

/** An exact distribution. @param {import("../types.js").BarsBlock} of */
function bars(of) {
  const [step, most] = [(WIDTH - LEFT) / of.xs.length, Math.max(...of.p, 1e-9)];
  const limits = named((of.lines ?? []).map((line) => ({ x: LEFT + line.x * step - 1, words: plain(line.text) })));
  const said = of.xs.map((x, at) => `${x}: ${percent(of.p[at] ?? 0)}`).join(", ");
  return h(
    "figure",
    { class: `hist ${of.side ?? ""}` },
    h("figcaption", null, h("span", null, mark(of.side), text(of.title)), ruleLink(of.rule)),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} 84`, role: "img", "aria-label": `${plain(of.title)}. ${t("chances")}: ${said}` },
      of.xs.map((x, at) => column(of, x, at, step, most)),
      s("path", { class: "axis", d: `M${LEFT - 4} ${BASE + 0.5}H${WIDTH}` }),
      limits.map(limit),
      s("text", { class: "axis-name", x: 0, y: 79 }, plain(of.label)),
    ),
  );
}

/** @param {import("../types.js").BarsBlock} of @param {string} x @param {number} at @param {number} step @param {number} most */
function column(of, x, at, step, most) {
  const [high, left] = [((of.p[at] ?? 0) / most) * HIGH, LEFT + at * step];
  const coloured = of.colour_from !== undefined && at >= of.colour_from;
  return [
    s(
      "rect",
      {
        class: coloured ? "over" : "",
        x: left.toFixed(1),
        y: (BASE - high).toFixed(1),
        width: (step - 2).toFixed(1),
        height: Math.max(high, 0.6).toFixed(1),
      },
      s("title", null, `${x}: ${percent(of.p[at] ?? 0)}`),
    ),
    s("text", { x: (left + step / 2 - 1).toFixed(1), y: 79, "text-anchor": "middle" }, x),
  ];
}

/** @typedef {{x: number, words: string}} Limit */

/** Limits with the row in which the name of each finds room beside those before it; -1 where it finds none. @param {Limit[]} limits */
function named(limits) {
  const ends = [-Infinity, -Infinity];
  return limits.map(({ x, words }) => {
    const [right, wide] = [x > WIDTH - 90, words.length * LETTER];
    const row = ends.findIndex((end) => (right ? x - 5 - wide : x + 5) > end + 4);
    if (row >= 0) ends[row] = right ? x - 5 : x + 5 + wide;
    return { x, words, right, row };
  });
}

/** @param {Limit & {right: boolean, row: number}} of */
function limit({ x, words, right, row }) {
  const at = { x: (right ? x - 5 : x + 5).toFixed(1), y: 9 + 12 * row, "text-anchor": right ? "end" : "start" };
  return [
    s("path", { class: "limit", d: `M${x.toFixed(1)} 2V70` }),
    row >= 0 && s("text", { class: "limit-name", ...at }, words),
  ];
}

/** @param {App} app @param {Extract<Block, {k: "account"}>} of */
function account(app, of) {
  return h(
    "table",
    { class: "account" },
    h(
      "tbody",
      null,
      of.rows.map((row) =>
        h(
          "tr",
          { class: row.tone ?? "", on: row.ref ? app.hovers(row.ref) : {} },
          h("th", { scope: "row" }, text(row.t), " ", ruleLink(row.rule)),
          h("td", null, text(row.v)),
        ),
      ),
    ),
    of.total !== undefined &&
      h("tfoot", null, h("tr", null, h("th", { scope: "row" }), h("td", null, h("b", null, text(of.total))))),
  );
}

// Panels of the picture: a board, a hand, cards, stations, the score

/** Those no block of the question has placed, where they do not lie on the table. @param {App} app @param {Dress | null} dress */
export function boards(app, dress) {
  return isTable(app) ? [] : loose(app, dress);
}

/** Where there is no map the panels lie in its place. @param {App} app */
const isTable = (app) => pictureOf(app.state)?.scene.map.kind === "cards";

/** @param {App} app @param {HTMLElement} host */
export function drawTable(app, host) {
  host.hidden = !isTable(app);
  const asked = app.state.update?.slate?.questions[0] ?? null;
  fill(host, host.hidden ? [] : [h("div", { class: "flow" }, loose(app, asked))]);
}

/** @param {App} app @param {Dress | null} dress */
function loose(app, dress) {
  const placed = (dress?.blocks ?? []).flatMap((each) => (each.k === "panel" ? [each.id] : []));
  return (pictureOf(app.state)?.panels ?? [])
    .filter((panel) => !placed.includes(panel.id))
    .map((panel) => board(app, panel, dress));
}

/** @param {App} app @param {import("../types.js").Panel} panel @param {Dress | null} dress */
function board(app, panel, dress) {
  return h(
    "section",
    { class: `board as-${panel.as}`, key: `panel ${panel.id}`, "aria-label": plain(panel.title) },
    h("h3", null, text(panel.title), panel.count !== undefined && h("small", null, text(panel.count))),
    h(
      "div",
      { class: "cells" },
      panel.cells.map((cell) => boardCell(app, cell, dress)),
    ),
  );
}

/** @param {App} app @param {PanelCell} cell @param {Dress | null} dress */
function boardCell(app, cell, dress) {
  const can = cell.give && cell.state === "ready";
  return h(
    can ? "button" : "div",
    {
      key: cell.id,
      class: `cell ${cell.state}`,
      title: plain(cell.why),
      on: { ...(can && { click: () => give(app, cell, dress) }), ...app.hovers(cell.ref) },
    },
    h(
      "span",
      { class: "k" },
      cell.die !== undefined && die({ v: cell.die, s: cell.state === "ready" ? "hit" : "miss" }),
      cell.n !== undefined && cell.n !== 1 && h("em", null, cell.n ? `×${cell.n}` : t("none")),
      (cell.badges ?? []).map((each) => badge(each)),
    ),
    h("b", null, text(cell.t)),
    cell.sub !== undefined && h("small", null, text(cell.sub)),
    (cell.lines ?? []).map((line) => h("p", null, text(line))),
    (cell.bars ?? []).map((each) => bar(each, 76)),
    cell.why !== undefined && h("small", { class: "dim" }, text(cell.why)),
  );
}

/** @param {App} app @param {PanelCell} cell @param {Dress | null} dress */
function give(app, { give: given }, dress) {
  if (given?.offer) return app.drafts.act({ do: "offer", offer: given.offer, answer: given.answer });
  if (given && dress && given.q === dress.q) return app.drafts.edit(dress, given.answer);
  return undefined;
}
