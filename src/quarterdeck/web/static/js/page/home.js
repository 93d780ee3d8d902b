/** The first page: play now, and battles to go on with. */

import { ask, begin, complain, element } from "./ask.js";
import { chart } from "./chart.js";
import { createMap, setArt } from "../map/index.js";

const hero = /** @type {HTMLElement} */ (document.querySelector(".hero"));
const { system = "", scenario = "" } = hero.dataset;

/** @type {Map<string, Promise<any>>} */
const arts = new Map();

/** The art of a rule system, fetched once. @param {string} key */
function artOf(key) {
  const known = arts.get(key) ?? ask("/api/systems").then((all) => ask(all.find((/** @type {any} */ each) => each.key === key).art));
  arts.set(key, known);
  return known;
}

async function drawHero() {
  const [picture, art] = await Promise.all([ask(`/api/systems/${system}/scenarios/${scenario}/picture`), artOf(system)]);
  setArt(system, art);
  const place = /** @type {HTMLElement} */ (document.getElementById("chart"));
  createMap(place, {}).draw(picture, { bare: true });
}

/** The first seat for whoever asks, the system's bot for it in each other one. */
async function play() {
  const all = await ask("/api/systems");
  const found = all.find((/** @type {any} */ each) => each.key === system);
  const { seats: sides, bots } = found.scenarios.find((/** @type {any} */ each) => each.key === scenario);
  const seats = Object.keys(sides);
  const players = Object.fromEntries(seats.map((seat, n) => [seat, n ? bots[seat][0] : "person"]));
  const begun = await begin({ system, scenario, players }, { [seats[0]]: "" });
  location.assign(`/battle/${begun.battle}/${begun.seat}`);
}

const button = /** @type {HTMLButtonElement} */ (document.getElementById("play"));
button.addEventListener("click", () => {
  button.disabled = true;
  play().catch((fault) => {
    button.disabled = false;
    complain(fault);
  });
});

/** @param {number} moved Unix ms @returns {string} */
function ago(moved) {
  const minutes = Math.round((Date.now() - moved) / 60_000);
  if (minutes < 60) return `${Math.max(minutes, 0)} min`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h`;
  return new Date(moved).toLocaleDateString("en", { day: "numeric", month: "short" });
}

/** One battle of the list. @param {any} battle @param {string} title of its rule system */
function entry(battle, title) {
  const item = element("li");
  const link = element("a", "", { href: `/battle/${battle.battle}/${battle.seat}` });
  const figure = element("span", "", { class: "thumb" });
  const words = element("span", "", { class: "words" });
  words.append(element(battle.yours ? "b" : "span", battle.title), element("small", `${title}${stage(battle)}`), status(battle));
  link.append(figure, words, element("time", ago(battle.moved)));
  item.append(link);
  Promise.all([ask(`/api/battles/${battle.battle}/${battle.seat}/picture`), artOf(battle.system)])
    .then(([picture, art]) => figure.append(chart(picture, art, 150)))
    .catch(() => {});
  return item;
}

/** @param {any} battle */
function stage(battle) {
  if (battle.at === undefined) return "";
  return ` · ${String(battle.word).toLowerCase()} ${battle.at}${battle.of ? ` of ${battle.of}` : ""}`;
}

/** @param {any} battle */
function status(battle) {
  if (battle.over) return ending(battle);
  if (battle.yours) {
    const yours = element("span");
    yours.append(element("span", "", { class: `mk ${battle.side}` }), "your turn");
    return yours;
  }
  return element("span", battle.waited.length ? "waiting for others" : "");
}

/** Who has won. @param {any} battle */
function ending({ won, side }) {
  const said = element("span", won.length ? "" : "a draw");
  for (const winner of won)
    said.append(element("span", "", { class: `mk ${winner.side}` }), winner.side === side ? "you have won " : `${winner.name} has won `);
  return said;
}

async function listBattles() {
  const [battles, systems] = await Promise.all([ask("/api/battles"), ask("/api/systems")]);
  const titles = Object.fromEntries(systems.map((/** @type {any} */ each) => [each.key, each.title]));
  document.getElementById("going")?.replaceChildren(...battles.slice(0, 12).map((/** @type {any} */ each) => entry(each, titles[each.system] ?? "")));
  const none = document.getElementById("none");
  if (none) none.hidden = battles.length > 0;
}

drawHero().catch(() => {});
listBattles().catch(complain);
