/** The bar at the top: where one is, the turn and its phases, the seats, and the tools that are always there. */

import { fill, h, s } from "./dom.js";
import { icon } from "./marks.js";
import { pictureOf } from "./store.js";
import { mark, plain, text } from "./text.js";
import { t } from "./words.js";
import { confirmed, menuDialog } from "./dialogs.js";

/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./app.js").App} App */

const SECOND = 1000;
const MINUTE = 60;

/** @param {App} app @param {HTMLElement} host */
export function drawTopbar(app, host) {
  const { update } = app.state;
  const progress = pictureOf(app.state)?.progress;
  fill(
    host,
    h("a", { class: "brand", href: "/", "aria-label": t("all_battles") }, emblem(), h("span", null, "Quarterdeck")),
    h("div", { class: "what" }, h("b", null, app.data.title), h("span", null, app.data.systemTitle)),
    progress && turn(progress),
    h(
      "div",
      { class: "seats", role: "list", "aria-label": t("seats") },
      (update?.seats ?? []).map((each) => seat(app, each)),
    ),
    tools(app),
  );
}

function emblem() {
  return s(
    "svg",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: "M3 17V3A14 14 0 0 1 17 17Z" }),
    s("path", {
      d: "M3 8A9 9 0 0 1 12 17M6.6 3.5L6.1 5.6M10 4.9L8.9 6.8M12.9 7.1L11.3 8.7M15.1 10L13.2 11.1M16.5 13.4L14.4 13.9",
    }),
  );
}

/** @param {Progress} progress */
function turn({ word, at, of, phases = [] }) {
  return h(
    "div",
    { class: "turn" },
    h("h1", null, text(word), ` ${at} `, of && h("small", null, t("of_turn", { of }))),
    phases.length
      ? h(
          "ol",
          { class: "phases", "aria-label": t("phases") },
          phases.map(({ t: name, state }, n) =>
            h(
              "li",
              {
                key: n,
                class: state === "unused" ? "skip" : state,
                title: `${n + 1} ${plain(name)}`,
                "aria-current": state === "now" && "step",
              },
              state === "now" ? [h("b", null, n + 1), text(name)] : n + 1,
            ),
          ),
        )
      : null,
  );
}

/** @param {App} app @param {Seat} each */
function seat(app, each) {
  const you = each.id === app.data.seat;
  const side = app.state.update?.picture?.sides.find((one) => one.id === each.side);
  const who = you ? t("you") : each.name || plain(each.who);
  const left = each.due && each.waited ? clock(each.due - Date.now() - app.skew) : "";
  return h(
    "div",
    { class: "seat", role: "listitem", key: each.id, title: [side?.name, each.name].filter(Boolean).join(", ") },
    h("b", null, mark(each.side), h("span", null, side?.name ?? each.name)),
    h(
      "small",
      null,
      h("span", { class: "who" }, who),
      each.state !== undefined && [
        h("span", { class: "dot" }, "·"),
        each.icon && icon(each.icon),
        h("span", null, text(each.state)),
      ],
      left && h("span", null, left),
    ),
  );
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.max(0, Math.round(ms / SECOND));
  return t("left", { time: `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}` });
}

/** @param {App} app */
function tools(app) {
  const back = app.state.update?.can?.take_back;
  return h(
    "div",
    { class: "tools" },
    back !== undefined && tool("undo", t("take_back"), () => takeBack(app), "take-back"),
    h(
      "a",
      {
        class: "tool rules",
        href: app.data.rules,
        target: "_blank",
        rel: "noopener",
        "aria-label": t("rules"),
        title: t("rules"),
      },
      icon("rules"),
    ),
    tool("sun", t("theme"), () => switchTheme(app), "theme"),
    tool("menu", t("menu"), () => menuDialog(app), "menu"),
  );
}

/** @param {string} name @param {string} label @param {() => void} click @param {string} kind */
function tool(name, label, click, kind) {
  return h("button", { class: `tool ${kind}`, "aria-label": label, title: label, on: { click } }, icon(name));
}

/** Alone, or by asking the others: then it is said why not alone. @param {App} app */
export async function takeBack(app) {
  const can = app.state.update?.can?.take_back;
  if (can === undefined) return;
  if (can === true || (await confirmed(t("take_back"), text(can, { marked: true }), t("ask_all"))))
    app.drafts.act({ do: "take_back" });
}

/** @param {App} app */
export async function concede(app) {
  if (await confirmed(t("concede"), [t("concede_sure")], t("concede"))) app.drafts.act({ do: "concede" });
}

/** @param {App} app */
export function switchTheme(app) {
  const root = document.documentElement;
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  try {
    localStorage.setItem("quarterdeck.theme", theme);
  } catch {
    root.dataset.kept = "no";
  }
  app.map?.theme();
}
