/** A new battle: rules, scenario, who sits where. */

import { createMap, setArt } from "../map/index.js";
import { ask, begin, complain, element } from "./ask.js";

const map = createMap(/** @type {HTMLElement} */ (document.getElementById("chart")), {});
/** Systems whose drawings are there. @type {Set<string>} */
const drawn = new Set();

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
/** @type {any[]} */
const systems = await ask("/api/systems").catch((fault) => {
  complain(fault);
  return [];
});

/** The rule system that is chosen. */
const system = () => systems.find((each) => each.key === value("system")) ?? systems[0];
/** The scenario that is chosen. */
const scenario = () => system().scenarios.find((/** @type {any} */ each) => each.key === value("scenario")) ?? system().scenarios[0];
/** @param {string} name */
const value = (name) => String(new FormData(form).get(name) ?? "");

/** The scenario as it begins, on the chart beside the form. */
async function showChart() {
  const { key, art } = system();
  const chosen = scenario().key;
  if (!drawn.has(key)) setArt(key, await ask(art));
  drawn.add(key);
  const picture = await ask(`/api/systems/${key}/scenarios/${chosen}/picture`);
  if (scenario().key === chosen) map.draw(picture);
}

/** A radio button with what it stands for. @param {string} name @param {string} key @param {string} title @param {string} text @param {boolean} on */
function option(name, key, title, text, on) {
  const label = element("label");
  const input = /** @type {HTMLInputElement} */ (element("input", "", { type: "radio", name, value: key }));
  input.checked = on;
  const words = element("span", "", { class: "what" });
  words.append(element("b", title), element("span", text));
  label.append(input, words);
  return label;
}

/** @param {string} wanted */
function showSystems(wanted) {
  const chosen = systems.find((each) => each.key === wanted) ?? systems[0];
  const rows = systems.map((each) => option("system", each.key, each.title, "", each === chosen));
  document.getElementById("systems")?.replaceChildren(...rows);
}

/** @param {string} wanted */
function showScenarios(wanted) {
  const all = system().scenarios;
  const chosen = all.find((/** @type {any} */ each) => each.key === wanted) ?? all[0];
  const rows = all.map((/** @type {any} */ each) => option("scenario", each.key, each.title, each.text, each === chosen));
  document.getElementById("scenarios")?.replaceChildren(...rows);
}

function showFacts() {
  const { facts, switches, title } = scenario();
  showChart().catch(() => {});
  const name = document.getElementById("preview-title");
  if (name) name.textContent = title;
  document.getElementById("facts")?.replaceChildren(...facts.map((/** @type {string} */ fact) => element("li", fact)));
  const rows = switches.map((/** @type {any} */ each) => {
    const label = element("label");
    const input = /** @type {HTMLInputElement} */ (element("input", "", { type: "checkbox", name: `switch ${each.key}` }));
    input.checked = each.on;
    const rule = element("a", each.rule, { href: `/rules/${system().key}#${each.rule}`, target: "_blank", rel: "noopener" });
    const words = element("span", `${each.text[0].toUpperCase()}${each.text.slice(1)} `, { class: "what" });
    words.append(rule);
    label.append(input, words);
    return label;
  });
  document.getElementById("switches")?.replaceChildren(...rows);
  const place = document.getElementById("optional");
  if (place) place.hidden = !rows.length;
}

function showSeats() {
  const rows = Object.entries(scenario().seats).map(([seat, side], n) => {
    const row = element("p", "", { class: "seat" });
    const label = element("label");
    const name = element("span", "", { class: "of-side" });
    name.append(element("span", "", { class: `mk ${side}` }), scenario().sides[String(side)] ?? String(side));
    label.append(name);
    const select = element("select", "", { name: `player ${seat}` });
    select.append(element("option", "me, at this screen", { value: "me" }));
    select.append(element("option", "somebody with an invitation", { value: "person" }));
    const bots = scenario().bots[seat];
    for (const level of bots) select.append(element("option", `${level} (the computer)`, { value: level }));
    /** @type {HTMLSelectElement} */ (select).value = n ? bots[0] : "me";
    label.append(select);
    const called = nameField(seat);
    const show = () => (called.hidden = /** @type {HTMLSelectElement} */ (select).value !== "me");
    select.addEventListener("change", show);
    show();
    row.append(label, called);
    return row;
  });
  document.getElementById("seats")?.replaceChildren(...rows);
}

/** @param {string} seat */
function nameField(seat) {
  const label = element("label", "Name ");
  label.append(element("input", "", { name: `name ${seat}`, maxlength: "60" }));
  return label;
}

form.addEventListener("change", (event) => {
  const name = /** @type {HTMLInputElement} */ (event.target).name;
  if (name === "system") showScenarios("");
  if (name === "system" || name === "scenario") {
    showFacts();
    showSeats();
  }
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  start().catch(complain);
});

async function start() {
  const seats = Object.keys(scenario().seats);
  const who = Object.fromEntries(seats.map((seat) => [seat, value(`player ${seat}`)]));
  const players = Object.fromEntries(seats.map((seat) => [seat, who[seat] === "me" ? "person" : who[seat]]));
  const names = Object.fromEntries(seats.filter((seat) => who[seat] === "me").map((seat) => [seat, value(`name ${seat}`)]));
  const switches = Object.fromEntries(scenario().switches.map((/** @type {any} */ each) => [each.key, value(`switch ${each.key}`) === "on"]));
  const wish = { system: system().key, scenario: scenario().key, players, switches, dice: value("dice") };
  const begun = await begin(value("clock") ? { ...wish, clock: Number(value("clock")) } : wish, names);
  const way = `/battle/${begun.battle}/${begun.seat}`;
  if (!Object.keys(begun.invited).length) location.assign(way);
  else showInvitations(way, begun.invited);
}

/** @param {string} link */
function copyButton(link) {
  const button = element("button", "Copy", { type: "button" });
  button.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(link);
    button.textContent = "Copied";
  });
  return button;
}

/** @param {string} way @param {Record<string, string>} invited tokens by seat */
function showInvitations(way, invited) {
  const place = /** @type {HTMLElement} */ (document.getElementById("invited"));
  const rows = Object.entries(invited).map(([seat, token]) => {
    const item = element("li", `${scenario().sides[scenario().seats[seat]] ?? seat}: `);
    const link = `${location.origin}/join#${token}`;
    item.append(element("input", "", { readonly: "", value: link, "aria-label": `Invitation: ${scenario().sides[scenario().seats[seat]] ?? seat}` }));
    item.append(" ", copyButton(link));
    return item;
  });
  place.querySelector("ul")?.replaceChildren(...rows);
  document.getElementById("go")?.setAttribute("href", way);
  place.hidden = false;
  for (const part of form.querySelectorAll("fieldset, [type=submit]")) part.toggleAttribute("disabled", true);
  /** @type {HTMLElement | null} */ (document.getElementById("go"))?.focus();
}

if (systems.length) {
  showSystems(form.dataset.system ?? "");
  showScenarios(form.dataset.scenario ?? "");
  showFacts();
  showSeats();
}
