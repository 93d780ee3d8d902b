/** The question panel: what is asked, with its notes, problems and buttons; or who is waited for; or how the battle ended. */

import { h } from "../dom.js";
import { icon, iconOf } from "../marks.js";
import { dressOf, isBehind, openSlate, shownDress } from "../store.js";
import { mark, plain, ruleLink, text } from "../text.js";
import { t } from "../words.js";
import { assign } from "./assign.js";
import { blocks, boards } from "./blocks.js";
import { choose } from "./choose.js";
import { form } from "./form.js";
import { offers } from "./offers.js";
import { place } from "./place.js";
import { plot } from "./plot.js";

/** @typedef {import("../types.js").Dress} Dress */
/** @typedef {import("../types.js").Slate} Slate */
/** @typedef {import("../app.js").App} App */

const KINDS = { choose, place, plot, assign, form };

/** @param {App} app */
export function questionPanel(app) {
  const { update } = app.state;
  if (!update) return [];
  if (update.outcome) return ended(app, update.outcome);
  const dress = shownDress(app.state);
  const slate = openSlate(app.state);
  return [
    notices(app),
    agreement(app),
    slate && dress ? asked(app, slate, dress) : waiting(app),
    offers(app),
    boards(app, dress),
  ];
}

/** @param {App} app @param {Slate} slate @param {Dress} dress */
function asked(app, slate, dress) {
  return h(
    "section",
    { class: `q ${dress.kind}`, key: dress.q, "data-q": dress.q, "aria-busy": app.state.sending && "true", "aria-labelledby": "question-title" },
    several(app, slate, dress),
    header(dress),
    steps(dress),
    body(app, dress),
    standing(app, dress),
    foot(app, dress, slate.missing),
  );
}

/** The body of a dress of any kind, dim while its numbers are those of an older draft. @param {App} app @param {Dress} dress */
export function body(app, dress) {
  const kind = /** @type {(app: App, dress: Dress) => Node[]} */ (KINDS[dress.kind]);
  return h(
    "div",
    { class: `body ${isBehind(app.state, dress) ? "behind" : ""} ${dress.odds === false ? "unsure" : ""}` },
    kind(app, dress),
    problems(app, dress),
    notes(dress),
    blocks(app, dress),
  );
}

/** Where a slate has several questions: which there are, and which are ready. @param {App} app @param {Slate} slate @param {Dress} shown */
function several(app, slate, shown) {
  if (slate.questions.length < 2) return null;
  return h(
    "nav",
    { class: "several", "aria-label": t("question") },
    slate.questions.map(({ q }) => {
      const dress = dressOf(app.state, q);
      return (
        dress &&
        h(
          "button",
          {
            key: q,
            class: q === shown.q ? "on" : "",
            "aria-current": q === shown.q && "true",
            on: { click: () => app.store.set({ q }) },
          },
          text(dress.title),
          icon(dress.ready ? "tick" : "open"),
        )
      );
    }),
  );
}

/** @param {Dress} dress @param {string} [id] */
export function header(dress, id = "question-title") {
  return h(
    "header",
    null,
    h("h2", { id, tabindex: -1 }, text(dress.title)),
    count(dress),
    (dress.lead || dress.rule) && h("p", { class: "lead" }, h("span", null, text(dress.lead)), ruleLink(dress.rule)),
  );
}

/** @param {Dress} dress */
function count({ count: counted }) {
  if (!counted) return null;
  const pictures = counted.icon
    ? Array.from({ length: Math.min(counted.of, 6) }, () => iconOf(/** @type {any} */ (counted.icon), 18))
    : [];
  const figure = t("of", { n: counted.n, of: counted.of });
  return h(
    "span",
    { class: "count" },
    pictures.length ? [text(counted.t), ...pictures, h("b", null, figure)] : [figure, " ", text(counted.t)],
  );
}

/** @param {Dress} dress */
function steps(dress) {
  return (
    dress.steps &&
    h(
      "ol",
      { class: "steps" },
      dress.steps.map((each) => h("li", { class: each.now ? "on" : "", "aria-current": each.now && "step" }, text(each.t))),
    )
  );
}

/** What is wrong; that a unit has no line yet is said beside the button. @param {App} app @param {Dress} dress */
function problems(app, dress) {
  const rows = dress.kind === "plot" ? (dress.rows ?? []) : [];
  const empty = (/** @type {import("../types.js").Problem} */ { at }) =>
    rows.some((row) => row.unit === at && row.state === "none");
  const found = [...(dress.problems ?? []).filter((each) => !empty(each)), ...app.state.refused];
  return found.map((each) =>
    h(
      "div",
      { class: "note bad" },
      icon("cross"),
      h("span", null, text(each.text), " ", ruleLink(each.rule)),
      each.nearest !== undefined &&
        each.nearest !== null &&
        h(
          "button",
          { class: "link", on: { click: () => app.drafts.edit(dress, nearest(app, dress, each)) } },
          typeof each.nearest === "string" && each.nearest ? t("nearest", { what: each.nearest }) : t("nearest_plain"),
        ),
    ),
  );
}

/** The nearest legal answer, whole; where it is that of one slot, unit or field, put into the draft. @param {App} app @param {Dress} dress @param {import("../types.js").Problem} problem */
function nearest(app, dress, { at, nearest: value }) {
  const draft = app.state.drafts[dress.q]?.draft ?? dress.draft ?? {};
  const whole = typeof at !== "string" || dress.kind === "choose" || (value && typeof value === "object" && at in value);
  return whole ? value : { ...draft, [at]: value };
}

/** @param {Dress} dress */
function notes(dress) {
  return (dress.notes ?? []).map((each) =>
    h(
      "p",
      { class: `note ${each.tone}` },
      each.icon ? iconOf(each.icon, 14) : icon(each.tone === "warn" ? "warn" : each.tone === "bad" ? "cross" : "open"),
      h("span", null, text(each.text), " ", ruleLink(each.rule)),
    ),
  );
}

/** Buttons with the primary one at the left, and what is missing beside. @param {App} app @param {Dress} dress @param {import("../types.js").Text[]} [missing] @param {import("../types.js").Offer} [offer] */
export function foot(app, dress, missing = [], offer) {
  const buttons = dress.buttons ?? [];
  const off = buttons.find((each) => each.off)?.off;
  const lacks = missing.length ? missing : off ? [off] : [];
  return h(
    "div",
    { class: "foot" },
    buttons.map((each, at) => {
      const waits = !!each.off || (each.k === "give" && missing.length > 0);
      return h(
        "button",
        {
          key: `${each.k} ${plain(each.t)}`,
          class: `btn ${at === 0 ? "pri" : ""} ${waits ? "wait" : ""}`,
          "aria-disabled": (waits || app.state.sending) && "true",
          "aria-describedby": waits && `missing-${dress.q}`,
          on: { click: () => app.press(dress, waits && !each.off ? { ...each, off: missing[0] } : each, offer) },
        },
        h("span", null, app.state.sending && at === 0 ? t("sending") : text(each.t)),
      );
    }),
    h(
      "span",
      { class: "missing", id: `missing-${dress.q}` },
      lacks.map((each) => h("span", null, text(each), " ")),
    ),
  );
}

/** To pass beforehand whenever the same is asked again. @param {App} app @param {Dress} dress */
function standing(app, { standing: what }) {
  const word = plain(app.state.update?.picture.progress.word).toLowerCase();
  const pass = (/** @type {"round" | "battle"} */ until) => ({ click: () => app.drafts.act({ do: "standing", what, until }) });
  return (
    what &&
    h(
      "div",
      { class: "act" },
      h("button", { on: pass("round") }, icon("skip"), t("pass_round", { word })),
      h("button", { on: pass("battle") }, icon("skip"), t("pass_battle")),
    )
  );
}

/** What the page has to say of itself. @param {App} app */
function notices(app) {
  const { cut, said, update, loading } = app.state;
  const renewed = update?.build && update.build !== app.data.build;
  return h(
    "div",
    { class: "notices", role: "status" },
    renewed &&
      h(
        "p",
        { class: "note warn" },
        icon("warn"),
        h("span", null, t("new_build")),
        h("button", { class: "link", on: { click: () => location.reload() } }, t("reload")),
      ),
    update?.halted !== undefined && h("p", { class: "note bad" }, icon("cross"), h("span", null, text(update.halted))),
    loading && h("p", { class: "note" }, icon("play"), h("span", null, t("loading"))),
    cut && h("p", { class: "note warn" }, icon("warn"), h("span", null, t("lost_line"))),
    said && h("p", { class: "note bad" }, icon("cross"), h("span", null, said)),
  );
}

/** Another seat asks for a take-back. @param {App} app */
function agreement(app) {
  const asks = app.state.update?.can?.agree;
  if (!asks) return null;
  const answer = (/** @type {"agree" | "refuse"} */ given) => () => app.drafts.act({ do: given });
  if (asks.agreed) {
    const withdraw = h("button", { class: "btn", on: { click: answer("refuse") } }, t("withdraw"));
    return h("div", { class: "agree" }, h("p", null, t("asked_back")), h("div", { class: "foot" }, withdraw));
  }
  const who = app.state.update?.seats.find((seat) => seat.id === asks.by)?.name ?? asks.by;
  return h(
    "div",
    { class: "agree" },
    h("p", null, t("asks_back", { who })),
    h(
      "div",
      { class: "foot" },
      h("button", { class: "btn", on: { click: answer("agree") } }, t("agree")),
      h("button", { class: "btn", on: { click: answer("refuse") } }, t("refuse")),
    ),
  );
}

/** @param {App} app */
function waiting(app) {
  const { update } = app.state;
  const waited = update?.seats.filter((seat) => seat.waited) ?? [];
  return h(
    "section",
    { class: "q waiting", key: "waiting", "aria-labelledby": "question-title" },
    h("header", null, h("h2", { id: "question-title", tabindex: -1 }, app.data.seat === "-" ? t("watching") : t("waiting"))),
    h(
      "ul",
      null,
      waited.map((seat) => h("li", null, mark(seat.side), seat.name, h("small", null, text(seat.state)))),
    ),
    !waited.length && h("p", { class: "lead" }, t("nothing_asked")),
  );
}

/** @param {App} app @param {import("../types.js").Outcome} outcome */
function ended(app, outcome) {
  return [
    notices(app),
    h(
      "section",
      { class: "q ended", key: "ended", "aria-labelledby": "question-title" },
      h(
        "header",
        null,
        h("h2", { id: "question-title", tabindex: -1 }, t("over")),
        h("p", { class: "lead" }, h("span", null, text(outcome.reason, { marked: true })), ruleLink(outcome.rule)),
      ),
      h(
        "ul",
        null,
        sidesByScore(app, outcome).map(({ side, score }) =>
          h(
            "li",
            null,
            mark(side.id),
            h("span", null, side.name, outcome.winners.includes(side.id) && h("b", null, " ", t("won"))),
            score !== undefined && h("em", null, score),
          ),
        ),
      ),
      h(
        "div",
        { class: "foot" },
        h("button", { class: "btn pri", on: { click: () => app.replay?.start() } }, t("replay_all")),
        h("a", { class: "btn", href: "/" }, t("all_battles_short")),
      ),
    ),
    boards(app, null),
  ];
}

/** @param {App} app @param {import("../types.js").Outcome} outcome */
function sidesByScore(app, { winners, scores = {} }) {
  const rank = (/** @type {string} */ id) => (winners.includes(id) ? Infinity : (scores[id] ?? 0));
  const { sides: all = [], units = [] } = app.state.update?.picture ?? {};
  const fought = all.filter((side) => units.some((unit) => unit.side === side.id));
  const sides = [...fought].sort((one, other) => rank(other.id) - rank(one.id) || 0);
  return sides.map((side) => ({ side, score: scores[side.id] }));
}
