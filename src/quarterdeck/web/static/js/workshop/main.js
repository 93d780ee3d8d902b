/** The workshop: a page on which a ship, a fleet or whatever a rule system offers is written, with its account always at hand. */

import { $, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { sheet } from "../sheet.js";
import { learnNames, ruleLink } from "../text.js";
import { t } from "../words.js";
import { accountOf, differencesOf, problemsOf, verdictOf } from "./account.js";
import { chooseDocument, fight, printOut, readIn, shareOut } from "./asking.js";
import { Desk, remembered, send } from "./desk.js";
import { figureOf } from "./figures.js";
import { partsOf } from "./parts.js";

/** @typedef {import("./types.js").Bench} Bench */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Kind} Kind */

const { system = "", kind: kindKey = "", captain = "" } = document.body.dataset;
const TABS = ["parts", "document", "verdict"];

/** @type {Kind[]} */
let kinds = [];
/** @type {Desk} */
let desk;
/** @type {{title: string, bench: Bench} | null} */
let other = null;
let query = "";
let open = "";

async function start() {
  learnNames({ sides: [], scene: { map: { kind: "cards" } }, progress: /** @type {any} */ ({}) }, `/rules/${system}`);
  kinds = (await send("GET", `/api/workshop/${system}`)).kinds;
  const kind = /** @type {Kind} */ (kinds.find((each) => each.key === kindKey));
  desk = new Desk(system, kindKey, kind.blank, draw);
  const kept = remembered(desk.store);
  if (kept) [desk.document, desk.id, desk.saved] = [kept.document, kept.id, kept.saved];
  document.addEventListener("keydown", keyed);
  await desk.refresh();
}

/** Ctrl+Z and Ctrl+Y outside of words that are being typed. @param {KeyboardEvent} event */
function keyed(event) {
  const writes = event.target instanceof HTMLTextAreaElement || (event.target instanceof HTMLInputElement && event.target.type === "search");
  if (!(event.ctrlKey || event.metaKey) || writes) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) desk.undo();
  else if (key === "y" || key === "z") desk.redo();
  else if (key === "s") save();
  else return;
  event.preventDefault();
}

// Drawing

function draw() {
  const bench = desk.bench;
  if (desk.appended) open = desk.appended;
  desk.appended = "";
  document.body.classList.toggle("unsettled", !desk.settled);
  drawHead(bench);
  if (!bench) return;
  fill($("#parts"), h("h2", null, t("ws_parts")), partsOf(desk, query, (words) => {
    query = words;
    draw();
  }));
  const sections = (/** @type {boolean} */ below) => bench.sections.filter((each) => each.below === below).map((each) => sectionOf(each));
  fill($("#document"), sections(false), h("section", { class: "section", key: "list" }, h("h2", null, bench.listed), entriesOf(bench)), sections(true));
  fill($("#verdict"), verdictPane(bench));
}

/** @param {Bench | null} bench */
function drawHead(bench) {
  const legal = bench && !bench.problems.length;
  fill(
    $("#head"),
    h(
      "div",
      { class: "named" },
      h("h1", null, h("i", { class: "ship" }, desk.document.name || t("ws_unnamed"))),
      h("p", { class: "figures" }, bench && h("b", null, bench.figure), bench && h("span", { class: legal ? "good" : "bad" }, icon(legal ? "tick" : "cross"), verdictOf(bench))),
    ),
    h("div", { class: "tools", role: "toolbar", "aria-label": t("ws_tools") }, tools()),
    desk.trouble && h("p", { class: "trouble", role: "alert" }, desk.trouble),
  );
  fill($("#tabs"), TABS.map((tab) => h("button", { type: "button", "aria-pressed": String(document.body.dataset.tab === tab), key: tab, on: { click: () => show(tab) } }, t(`ws_tab_${tab}`))));
}

/** @param {string} tab */
function show(tab) {
  document.body.dataset.tab = tab;
  scrollTo(0, 0);
  draw();
}

function tools() {
  const tool = (/** @type {string} */ key, /** @type {() => void} */ click, /** @type {{off?: boolean, pri?: boolean}} */ { off = false, pri = false } = {}) =>
    h("button", { type: "button", class: pri ? "btn pri" : "btn", key, disabled: off, on: { click } }, t(`ws_${key}`));
  return [
    tool("fight", () => trying(fight(desk, system, kinds, captain)), { pri: true, off: !desk.bench || desk.bench.problems.length > 0 }),
    tool("undo", () => desk.undo(), { off: !desk.past.length }),
    tool("redo", () => desk.redo(), { off: !desk.future.length }),
    tool("new", () => desk.open(kind().blank)),
    tool("open", () => trying(chooseDocument(desk, [kind()], t("ws_open"), async (choice) => desk.open(choice.document, choice.id), { throwAway: true }))),
    tool("save", save, { off: desk.saved && desk.id !== "" }),
    tool("import", () => readIn(desk, (found) => desk.open(found))),
    tool("share", () => shareOut(desk)),
    tool("compare", () => trying(chooseDocument(desk, [kind()], t("ws_compare"), compare))),
    tool("print", () => printOut(desk)),
  ];
}

function kind() {
  return /** @type {Kind} */ (kinds.find((each) => each.key === kindKey));
}

function save() {
  trying(desk.save());
}

/** Say on the page what has failed. @param {Promise<void>} done */
function trying(done) {
  done.catch((fault) => {
    desk.trouble = fault instanceof Error ? fault.message : String(fault);
    draw();
  });
}

/** @param {{title: string, document?: any}} choice */
async function compare(choice) {
  other = { title: choice.title, bench: await send("POST", `${desk.api}/${kindKey}/bench`, { document: choice.document }) };
  document.body.dataset.tab = "verdict";
  draw();
}

/** @param {{t: string, figures: import("./types.js").Figure[]}} section */
function sectionOf(section) {
  return h("section", { class: "section", key: `section ${section.t}` }, h("h2", null, section.t), h("div", { class: "figures" }, section.figures.map((figure) => figureOf(desk, figure))));
}

/** @param {Bench} bench */
function entriesOf(bench) {
  if (!bench.entries.length) return h("p", { class: "dim", key: "no entries" }, t("ws_empty"));
  return h("ul", { class: "entries", key: "entries" }, bench.entries.map((entry) => entryOf(bench, entry)));
}

/** An entry; one opens at a time, the others say in a line what they are. @param {Bench} bench @param {Entry} entry */
function entryOf(bench, entry) {
  const wrong = bench.problems.filter((problem) => problem.at === entry.at || problem.at.startsWith(`${entry.at}.`));
  const toggle = () => {
    open = open === entry.at ? "" : entry.at;
    draw();
  };
  const drop = () => desk.press((now) => dropping(now, entry));
  const shown = open === entry.at && entry.figures.length > 0;
  return h(
    "li",
    { class: shown ? "entry on" : "entry", key: entry.at },
    h(
      "div",
      { class: "line" },
      h("button", { type: "button", class: "what", "aria-expanded": String(shown), on: { click: toggle } }, icon(shown ? "chevd" : "chev"), h("b", null, entry.t), h("small", null, entry.note)),
      ruleLink(entry.rule),
      h("button", { type: "button", class: "tool", "aria-label": t("ws_take_out", { what: entry.t }), title: t("ws_take_out", { what: entry.t }), on: { click: drop } }, icon("cross")),
    ),
    wrong.map((problem) => h("p", { class: "wrong" }, icon("cross"), problem.text)),
    shown && h("div", { class: "figures" }, entry.figures.map((figure) => figureOf(desk, figure))),
  );
}

/** What takes an entry out, wherever in the list it stands by now. @param {Bench} bench @param {Entry} entry */
function dropping(bench, entry) {
  const alike = bench.entries.filter((each) => each.t === entry.t);
  const found = alike.find((each) => each.at === entry.at) ?? alike[0];
  return found && [{ at: found.at, drop: true }];
}

/** @param {Bench} bench */
function verdictPane(bench) {
  const drawing = bench.sheet && sheet(bench.sheet.svg);
  const close = () => {
    other = null;
    draw();
  };
  return [
    drawing && h("section", { class: "sheet-of", key: `sheet ${bench.sheet?.svg.length}` }, h("p", { class: "mid" }, bench.sheet?.sub), h("div", { class: "drawing", key: bench.sheet?.svg ?? "" }, drawing)),
    problemsOf(desk, bench),
    other && h("div", { class: "compared", key: "compared" }, differencesOf(bench, other.bench), h("button", { type: "button", class: "link", on: { click: close } }, t("ws_compare_end"))),
    h(
      "div",
      { class: other ? "accounts two" : "accounts", key: "accounts" },
      accountOf(bench, other ? desk.document.name : undefined),
      other && accountOf(other.bench, other.title),
    ),
  ];
}

start().catch((fault) => {
  fill($("#head"), h("p", { class: "trouble", role: "alert" }, fault instanceof Error ? fault.message : String(fault)));
});
