/** The battle page: joins the line, the state, the map and the panels. */

import { App, pageData } from "./app.js";
import { $, fill, h } from "./dom.js";
import { keysDialog } from "./dialogs.js";
import { Drafts } from "./drafts.js";
import { drawFleets } from "./fleets.js";
import { handedOver } from "./handover.js";
import { listenToKeys } from "./keys.js";
import { drawLog, spoken } from "./log.js";
import { createMap, setArt } from "./map/index.js";
import { drawMap, pickedOnMap, pointedOnMap, turnedOnMap } from "./onmap.js";
import { drawMapTools } from "./maptools.js";
import { icon } from "./marks.js";
import { Net } from "./net.js";
import { showChosen } from "./panel/assign.js";
import { chooseTheOnly } from "./panel/choose.js";
import { drawTable } from "./panel/blocks.js";
import { questionPanel } from "./panel/index.js";
import { showOpened } from "./panel/plot.js";
import { Replay, replayPanel } from "./replay.js";
import { drawSheet } from "./sheet.js";
import { openSlate, pictureOf, shownDress, Store, unitAt } from "./store.js";
import { learnNames, plain, text } from "./text.js";
import { drawTimeline } from "./timeline.js";
import { concede, drawTopbar, switchTheme, takeBack } from "./topbar.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Effect} Effect */

const NARROW = matchMedia("(max-width: 1199px)");
const PHONE = matchMedia("(max-width: 699px)");
const SECOND = 1000;
/** @type {Picture} */
const NOTHING = { scene: { map: { kind: "cards" }, items: [] }, sides: [], progress: { word: "", at: 0 }, units: [] };

const data = pageData();
const store = new Store();
const net = new Net(`${data.api}/battles/${data.battle}/${data.seat}`);
const app = new App(data, store, net, new Drafts(store, net));

/** What the map shows: behind the update while its events are played. @type {Picture | null} */
let onMap = null;
/** The question for whose unit the map was brought near, where it had to be. */
let approached = "";

// What arrives

net.known = () => ({ n: store.state.update?.n ?? 0, rev: store.state.update?.rev ?? 0 });
net.onLine = (cut) => cut !== store.state.cut && store.set({ cut });
net.onClosed = () => store.set({ cut: false, said: t("not_yours") });
net.onUpdate = (update) => {
  const before = store.state.update;
  if (before && update.rev <= before.rev) return;
  if (handedOver(app, update)) return;
  update.picture ??= NOTHING;
  learnNames(update.picture, data.rules);
  app.skew = update.now - Date.now();
  const fresh = (update.events ?? []).filter((event) => event.n > (store.state.log.at(-1)?.n ?? 0));
  store.set({
    ...app.drafts.taken(update),
    update,
    ...heard(fresh, !before),
    ...chosen(update),
    log: [...store.state.log, ...fresh],
  });
  app.drafts.askOdds();
  for (const dress of openSlate(store.state)?.questions ?? []) chooseTheOnly(app, dress);
  present(
    before,
    update,
    fresh.flatMap((event) => event.fx ?? []),
  );
};

/** @param {import("./types.js").Event[]} fresh @param {boolean} first */
function heard(fresh, first) {
  return fresh.length && !first ? { told: { text: spoken(fresh), n: fresh[fresh.length - 1].n } } : {};
}

/** A new question turns to its unit, or to the first thing it asks about; the end of the battle to no weapon any more; at the beginning one's own first unit is chosen. @param {Update} update */
function chosen(update) {
  const before = store.state.update?.slate?.id;
  const asked = update.slate && update.slate.id !== before ? update.slate.questions[0] : undefined;
  const subject = asked?.subject ?? (store.state.update || asked?.kind !== "plot" ? unitAt(update.picture, firstOf(asked).split("/")[0])?.id : undefined);
  const mine = update.picture.sides.find((side) => side.you)?.id;
  const units = update.picture.units ?? [];
  const first =
    store.state.selected && units.some((unit) => unit.id === store.state.selected)
      ? undefined
      : (units.find((unit) => unit.side === mine) ?? units[0])?.id;
  const selected = unitAt(update.picture, subject)?.id ?? first;
  if (update.outcome && !store.state.update?.outcome) return { ...(selected ? { selected } : {}), mount: "" };
  const mount = asked?.kind === "assign" || asked?.kind === "place" ? firstOf(asked) : "";
  if (selected) return { selected, mount: mount.startsWith(`${selected}/`) ? mount : "" };
  return asked ? { mount: "" } : {};
}

/** What a question asks about first: what is still to be ordered or placed, the first slot. @param {import("./types.js").Dress | undefined} dress */
function firstOf(dress) {
  if (dress?.kind === "plot") return dress.rows?.find((row) => row.state !== "given")?.unit ?? "";
  if (dress?.kind === "place") return dress.rows?.find((row) => !row.at)?.unit ?? "";
  return dress?.kind === "assign" ? (dress.rows?.[0]?.ref ?? "") : "";
}

/** Play what happened, then draw what is. @param {Update | null} before @param {Update} update @param {Effect[]} effects */
async function present(before, update, effects) {
  if (before && effects.length && !document.hidden && !store.state.replay) await app.show(effects, onMap ?? before.picture);
  if (store.state.update === update || !store.state.playing) onMap = store.state.update?.picture ?? null;
  drawMap(app, onMap);
  const asked = openSlate(store.state)?.questions[0];
  if (asked?.kind === "plot" && asked.q !== approached) app.map?.approach(store.state.selected);
  approached = asked?.q ?? "";
}

app.show = async (effects, picture) => {
  onMap = picture;
  store.set({ playing: true });
  drawMap(app, picture);
  await app.map?.play(effects, store.state.speed);
  store.set({ playing: false });
};

// What is drawn

/** @type {Record<string, HTMLElement>} */
const parts = Object.fromEntries(
  [
    "top",
    "map",
    "table",
    "palette",
    "ctools",
    "reach",
    "time",
    "desk",
    "fleets",
    "log",
    "last",
    "side",
    "tabs",
    "question",
    "sheet",
    "say-question",
    "say-log",
  ].map((id) => [id, $(`#${id}`)]),
);

/** @param {Set<string>} changed */
function draw(changed) {
  const any = (/** @type {string[]} */ ...names) => names.some((name) => changed.has(name));
  document.body.dataset.tab = store.state.tab;
  if (any("update", "replay", "log")) drawTopbar(app, parts.top);
  if (any("update", "replay", "speed", "playing", "log", "tab")) drawTimeline(app, parts.time);
  if (any("update", "replay", "selected", "log")) drawFleets(app, parts.fleets);
  if (any("update", "replay", "why", "log")) drawLog(app, parts.log);
  if (any("update", "log", "tab")) drawLast();
  if (any("update", "replay", "drafts", "dresses")) drawTable(app, parts.table);
  if (any("update", "replay", "selected", "mount")) drawSheet(app, parts.sheet);
  if (!onlyPoints(changed)) drawQuestion();
  if (any("update", "tab", "drafts", "dresses")) drawTabs();
  if (any("update", "replay", "selected", "mount", "ruler", "playing")) drawMapTools(app, parts.palette, parts.ctools);
  pointAt(store.state.hover);
  if (any("tab")) parts.log.scrollTop = parts.log.scrollHeight;
  if (any("told")) parts["say-log"].textContent = store.state.told.text;
  if (!store.state.playing) drawMap(app, store.state.replay ? pictureOf(store.state) : onMap);
}

/** Pointing changes nothing in the question. @param {Set<string>} changed */
const onlyPoints = (changed) =>
  [...changed].every((name) => ["hover", "told", "why", "playing", "hidden", "ruler"].includes(name));

/** What is pointed at anywhere is marked everywhere. @param {string | null} ref */
function pointAt(ref) {
  for (const each of document.querySelectorAll(".at")) each.classList.remove("at");
  if (ref)
    for (const each of document.querySelectorAll(`[data-at="${CSS.escape(ref)}"], [data-ref="${CSS.escape(ref)}"]`))
      each.classList.add("at");
}

let saidQuestion = "";

function drawQuestion() {
  const panel = parts.question;
  const held = panel.contains(document.activeElement) && document.activeElement;
  const { replay } = store.state;
  fill(panel, replay ? replayPanel(app, replay) : questionPanel(app));
  showChosen(panel);
  showOpened(panel);
  if (held && !panel.contains(document.activeElement)) successor(panel, held)?.focus();
  const dress = shownDress(store.state);
  const said = dress ? [plain(dress.title), plain(dress.lead)].filter(Boolean).join(". ") : "";
  if (said !== saidQuestion) parts["say-question"].textContent = said;
  saidQuestion = said;
}

/** What takes the focus of something that went: a line that of the line before, else the title. @param {HTMLElement} panel @param {Element} gone */
function successor(panel, gone) {
  const line = gone.matches(".line input") ? panel.querySelector(".line input") : null;
  return /** @type {HTMLElement | null} */ (line ?? panel.querySelector("h2"));
}

/** The last entry, where the log itself has no room. */
function drawLast() {
  const event = store.state.log.at(-1);
  fill(
    parts.last,
    event &&
      h(
        "button",
        { "aria-label": t("log"), on: { click: () => app.commands.log() } },
        h("span", null, text(event.text, { marked: true })),
        icon("chevu"),
      ),
  );
}

function drawTabs() {
  const dress = shownDress(store.state);
  const count = dress?.count ? `${dress.count.n}/${dress.count.of}` : "";
  fill(
    parts.tabs,
    [
      ["question", "pen", "question", count],
      ["sheet", "sheet", "sheet", ""],
      ["fleets", "ship", "fleets", ""],
      ["log", "list", "log", ""],
    ].map(([id, drawn, word, more]) => {
      const on = store.state.tab === id;
      return h(
        "button",
        {
          key: id,
          role: "tab",
          id: `tab-${id}`,
          class: on ? "on" : "",
          "aria-selected": String(on),
          "aria-controls": id,
          tabindex: on ? 0 : -1,
          on: { click: () => store.set({ tab: id }), keydown: alongTabs },
        },
        icon(drawn),
        h("span", null, t(word)),
        more && h("b", null, more),
      );
    }),
  );
}

/** @param {KeyboardEvent} event */
function alongTabs(event) {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way) return;
  const all = [...parts.tabs.children];
  const next = all[(all.indexOf(/** @type {Element} */ (event.currentTarget)) + way + all.length) % all.length];
  /** @type {HTMLElement} */ (next).click();
  /** @type {HTMLElement} */ (next).focus();
}

/** Where there is less room, fleets and log are tabs of the side; on a phone the time line is with the log. */
function arrange() {
  const narrow = NARROW.matches;
  (narrow ? parts.side : parts.desk).append(parts.fleets, parts.log);
  for (const id of ["question", "sheet", "fleets", "log"]) parts[id].toggleAttribute("data-panel", narrow);
  if (PHONE.matches) parts.side.append(parts.time, parts.tabs);
  else {
    parts.desk.before(parts.time);
    parts.side.prepend(parts.tabs);
  }
  if (store.state.update) draw(new Set(["update", "tab"]));
}

/** The drawings of the rule system come first: what is drawn without them would have to be drawn again. */
async function learnArt() {
  const art =
    data.art &&
    (await fetch(data.art)
      .then((answer) => answer.json())
      .catch(() => null));
  if (art) setArt(data.systemKey, art);
}

// What can be done from anywhere

app.commands = {
  takeBack: () => takeBack(app),
  concede: () => concede(app),
  theme: () => switchTheme(app),
  keys: () => keysDialog(),
  ruler: () => {
    store.set({ ruler: !store.state.ruler });
    app.map?.ruler(store.state.ruler);
  },
  log: () => {
    store.set({ tab: "log" });
    parts.log.focus();
  },
};
app.replay = new Replay(app);
app.map = createMap(parts.map, {
  pick: (ref) => pickedOnMap(app, ref),
  hover: (ref) => app.hover(ref),
  point: (at, how, ref) => pointedOnMap(app, { at, how, ref }, parts.reach),
  turn: (steps) => turnedOnMap(app, steps),
  ruler: (on) => on !== store.state.ruler && store.set({ ruler: on }),
  leave: () => parts.question.querySelector("h2")?.focus(),
});

store.subscribe(draw);
listenToKeys(app);
NARROW.addEventListener("change", arrange);
PHONE.addEventListener("change", arrange);
addEventListener("resize", () => drawTimeline(app, parts.time));
document.addEventListener("visibilitychange", () => document.hidden || net.open());
setInterval(() => store.state.update?.seats.some((seat) => seat.due) && drawTopbar(app, parts.top), SECOND);
addEventListener("beforeunload", (event) => openSlate(store.state) && store.state.sending && event.preventDefault());
arrange();
await learnArt();
net.open();
