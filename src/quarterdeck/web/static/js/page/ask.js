/**
 * Asks the API from the pages that do not play.
 */

import { Refusal, request } from "../request.js";

/** @param {string} path @param {unknown} [body] what is sent; without one it is a GET @returns {Promise<any>} */
export async function ask(path, body) {
  try {
    return await request(body === undefined ? "GET" : "POST", path, body);
  } catch (fault) {
    throw new Error(fault instanceof Refusal ? inWords(fault.body) : "The server does not answer.");
  }
}

/** @param {import("../types.js").WireError} body @returns {string} */
function inWords({ text, problems = [] }) {
  const said = problems.map((each) => (each.at ? `${each.text} (${each.at})` : `${each.text}`));
  return [...(problems[0]?.text === text ? [] : [text]), ...said].join(" ") || "The server does not answer as it should.";
}

/** A salt for the dice, of this browser's own making. @returns {string} */
export function salt() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Says what went wrong where the page has room for it. @param {unknown} fault */
export function complain(fault) {
  const place = /** @type {HTMLElement} */ (document.getElementById("trouble"));
  place.textContent = fault instanceof Error ? fault.message : String(fault);
  place.hidden = false;
}

/** @param {string} tag @param {string} [text] @param {Record<string, string>} [attributes] @returns {HTMLElement} */
export function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * Lays the table, sits down in some of its seats, and says what is left to give away.
 * @param {Record<string, any>} wish what is asked for, as the call `at` takes it
 * @param {Record<string, string>} names of those who sit down here, by seat
 * @param {string} [at]
 * @returns {Promise<{battle: string, seat: string, invited: Record<string, string>}>}
 */
export async function begin(wish, names, at = "/api/battles") {
  const table = await ask(at, wish);
  const seats = Object.keys(names);
  for (const seat of seats) await ask("/api/join", { token: table.tokens[seat], salt: salt(), name: names[seat] });
  const invited = Object.fromEntries(Object.entries(table.tokens).filter(([seat]) => !seats.includes(seat)));
  return { battle: table.battle, seat: seats[0] ?? "-", invited };
}
