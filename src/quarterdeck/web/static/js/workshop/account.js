/** The running account, what is wrong and how it is mended, and the account of another document beside it. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { ruleLink } from "../text.js";
import { t } from "../words.js";

/** @typedef {import("./types.js").Bench} Bench */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Bench} bench @param {string} [caption] */
export function accountOf(bench, caption) {
  const { columns, lines, totals, limits } = bench.account;
  const total = (/** @type {string} */ column) => h("td", { class: totals[column] > (limits[column] ?? Infinity) ? "over" : "" }, sum(totals[column], limits[column]));
  return h(
    "table",
    { class: "account", key: `account ${caption ?? ""}` },
    caption && h("caption", null, h("i", { class: "ship" }, caption)),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("ws_line")), columns.map((column) => h("th", { scope: "col" }, column)), h("th", { scope: "col" }, t("ws_rule")))),
    h(
      "tbody",
      null,
      lines.map((line) => h("tr", null, h("th", { scope: "row" }, line.t), columns.map((column) => h("td", null, line.figures[column] ?? "")), h("td", null, ruleLink(line.rule)))),
    ),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, t("ws_total")), columns.map(total), h("td", null))),
  );
}

/** @param {number} figure @param {number | undefined} limit */
function sum(figure, limit) {
  return limit === undefined ? figure : t("ws_of", { n: figure, of: limit });
}

/** How the totals of one differ from those of another. @param {Bench} mine @param {Bench} other */
export function differencesOf(mine, other) {
  const both = mine.account.columns.filter((column) => other.account.columns.includes(column));
  const rows = both.map((column) => `${column} ${signed(mine.account.totals[column] - other.account.totals[column])}`);
  return h("p", { class: "mid differences" }, t("ws_differs", { rows: rows.join(", ") }));
}

/** @param {number} n */
function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0";
}

/** @param {Desk} desk @param {Bench} bench */
export function problemsOf(desk, bench) {
  const problem = (/** @type {Problem} */ each, /** @type {string} */ kind) => {
    const { remedy } = each;
    return h(
      "li",
      { class: kind, key: `${kind} ${each.at} ${each.text}` },
      icon(kind === "bad" ? "cross" : "warn"),
      h("span", { class: "said" }, each.text, " ", ruleLink(each.rule)),
      remedy && h("button", { type: "button", class: "mend", on: { click: () => mend(desk, each) } }, remedy.t),
    );
  };
  return h("ul", { class: "problems" }, bench.problems.map((each) => problem(each, "bad")), bench.notes.map((each) => problem(each, "note")));
}

/** @param {Desk} desk @param {Problem} problem */
function mend(desk, problem) {
  desk.press((bench) => bench.problems.find((each) => each.at === problem.at && each.text === problem.text)?.remedy?.edits);
}

/** Whether the document is legal, in a few words. @param {Bench} bench */
export function verdictOf(bench) {
  const n = bench.problems.length;
  return n ? t(n === 1 ? "ws_problem" : "ws_problems", { n }) : t("ws_adds_up");
}
