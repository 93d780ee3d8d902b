/** Single keys: outside fields only, and they can be switched off. */

import { pick } from "./panel/choose.js";
import { turn } from "./panel/place.js";
import { openRow } from "./panel/plot.js";
import { shownDress } from "./store.js";

/** @typedef {import("./app.js").App} App */

const KEPT = "quarterdeck.keys";
const ZOOM = 1.25;

export function keysWork() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} work */
export function setKeysWork(work) {
  try {
    localStorage.setItem(KEPT, work ? "on" : "off");
  } catch {
    document.documentElement.dataset.kept = "no";
  }
}

/** Whether what has the focus takes letters itself. @param {EventTarget | null} target */
function takesLetters(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || !!target.closest("dialog"))
  );
}

/** @param {EventTarget | null} target */
const onControl = (target) => target instanceof Element && !!target.closest("button, a, summary, [role=slider], [role=radio]");

/** @param {App} app */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return;
    const act = !keysWork() ? undefined : actOf(app, event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {App} app @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function actOf(app, event) {
  const { map, state } = app;
  if (/^[1-9]$/.test(event.key)) return option(app, Number(event.key));
  if (event.key === "Enter") return onControl(event.target) && !isOption(event.target) ? undefined : () => app.pressPrimary();
  if (event.key === " ")
    return onControl(event.target) ? undefined : () => (state.playing && !state.replay ? map?.skip() : app.replay?.toggle());
  /** @type {Record<string, () => void>} */
  const acts = {
    "[": () => nextUnit(app, -1),
    "]": () => nextUnit(app, 1),
    f: () => map?.fit(),
    "+": () => map?.zoom(ZOOM),
    "=": () => map?.zoom(ZOOM),
    "-": () => map?.zoom(1 / ZOOM),
    r: () => (turns(app) ? undefined : app.commands.ruler()),
    l: () => app.commands.log(),
    "?": () => app.commands.keys(),
    Escape: () => app.replay && state.replay && app.replay.leave(),
  };
  return acts[event.key.toLowerCase()] ?? acts[event.key];
}

/** @param {EventTarget | null} target */
const isOption = (target) => target instanceof Element && !!target.closest(".opt");

/** While units are placed R turns the one in hand. @param {App} app */
function turns(app) {
  const dress = shownDress(app.state);
  if (dress?.kind !== "place" || !dress.headings) return false;
  turn(app, dress, 1);
  return true;
}

/** @param {App} app @param {number} number */
function option(app, number) {
  const dress = shownDress(app.state);
  const row = dress?.kind === "choose" ? dress.rows?.[number - 1] : undefined;
  if (dress?.kind === "choose" && row) return () => pick(app, dress, row);
  const button = document.querySelector(`[data-option="${number}"]`);
  if (!(button instanceof HTMLElement)) return undefined;
  return () => {
    button.focus();
    button.click();
  };
}

/** The unit before or after: of the question where it has units, else of one's own side. @param {App} app @param {1 | -1} way */
function nextUnit(app, way) {
  const dress = shownDress(app.state);
  const picture = app.state.update?.picture;
  const mine = picture?.sides.find((side) => side.you)?.id;
  const units =
    dress?.kind === "plot"
      ? (dress.rows ?? []).map((row) => row.unit)
      : (picture?.units ?? []).filter((unit) => !mine || unit.side === mine).map((unit) => unit.id);
  const now = units.indexOf(dress?.kind === "plot" ? (openRow(app, dress)?.unit ?? "") : app.state.selected);
  const next = units[(now + way + units.length) % units.length];
  if (!next) return;
  if (dress?.kind === "plot") app.openRow(dress, next);
  app.select(next);
}
