/** The log: a sentence an event, its dice, and on request why; what is pointed at here is shown on the map. */

import { dice } from "./dice.js";
import { fill, h } from "./dom.js";
import { plain, ruleLink, text } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./app.js").App} App */

const SPOKEN = 3;
const SHOWN = 150;

let shown = SHOWN;

/** @param {App} app @param {HTMLElement} host */
export function drawLog(app, host) {
  const stays = host.scrollHeight - host.scrollTop - host.clientHeight < 40;
  const events = app.state.replay?.events ?? app.state.log;
  const more =
    events.length > shown &&
    h(
      "li",
      null,
      h(
        "button",
        {
          class: "link",
          on: {
            click: () => {
              shown += SHOWN;
              drawLog(app, host);
            },
          },
        },
        t("earlier"),
      ),
    );
  fill(host, h("ol", null, more, events.length ? entries(app, events.slice(-shown)) : h("li", { class: "none" }, t("no_log"))));
  if (stays) host.scrollTop = host.scrollHeight;
}

/** @param {App} app @param {Event[]} events */
function entries(app, events) {
  let head = "";
  return events.flatMap((event) => {
    const next = headOf(app, event);
    const heads = next === head ? [] : [h("li", { class: "hd", key: `hd ${event.n}` }, next)];
    head = next;
    return [...heads, entry(app, event), app.state.why === event.n && reasons(event)];
  });
}

/** @param {App} app @param {Event} event */
function headOf(app, event) {
  const word = plain(app.state.update?.picture.progress.word);
  const phase = plain(event.phase);
  return phase ? t("turn_phase", { word, turn: event.turn, phase }) : t("turn_only", { word, turn: event.turn });
}

/** Whether the entry is the one in hand. @param {App} app @param {Event} event */
const isOn = (app, event) => app.state.why === event.n || app.state.replay?.n === event.n;

/** @param {App} app @param {Event} event */
function entry(app, event) {
  const why = event.why?.length || event.rule;
  const open = app.state.why === event.n;
  return h(
    "li",
    { class: `e ${isOn(app, event) ? "on" : ""}`, key: event.n, "data-at": `e${event.n}`, on: app.hovers(`e${event.n}`) },
    h("span", { class: "said" }, text(event.text, { marked: true })),
    dice(event.dice),
    why
      ? h(
          "button",
          {
            class: "why",
            "aria-expanded": String(open),
            "aria-label": t("why_of", { what: plain(event.text) }),
            on: { click: () => app.store.set({ why: open ? null : event.n }), ...app.hovers(`e${event.n}`) },
          },
          t("why"),
        )
      : h("span"),
  );
}

/** The rule, then each modifier in words. @param {Event} event */
function reasons(event) {
  const why = event.why?.length ? event.why : [{ rule: event.rule, text: "" }];
  return h(
    "li",
    { class: "why-box", key: `why ${event.n}` },
    why.map((each) => h("span", null, ruleLink(each.rule), " ", text(each.text))),
  );
}

/** What is read aloud of new events: a burst of them is one sentence. @param {Event[]} events */
export function spoken(events) {
  return events
    .slice(-SPOKEN)
    .map((event) => plain(event.text))
    .join(" ");
}
