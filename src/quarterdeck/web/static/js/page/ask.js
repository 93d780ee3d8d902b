/**
 * Asks the API from the pages that do not play.
 */

/** What the API said when it did not do something. */
export class Trouble extends Error {
  /** @param {string} text @param {{text: string, at?: string}[]} problems */
  constructor(text, problems = []) {
    const said = problems.map((each) => (each.at ? `${each.text} (${each.at})` : each.text));
    super([...(problems[0]?.text === text ? [] : [text]), ...said].join(" "));
  }
}

/** @param {string} path @param {unknown} [body] what is sent; without one it is a GET @returns {Promise<any>} */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Trouble("The server does not answer.");
  }
  const said = await response.json().catch(() => ({ text: "The server does not answer as it should." }));
  if (!response.ok) throw new Trouble(said.text ?? "", said.problems ?? []);
  return said;
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
 * @param {{system: string, scenario: string, players: Record<string, string>, switches?: Record<string, boolean>, dice?: string, clock?: number}} wish
 * @param {Record<string, string>} names of those who sit down here, by seat
 * @returns {Promise<{battle: string, seat: string, invited: Record<string, string>}>}
 */
export async function begin(wish, names) {
  const table = await ask("/api/battles", wish);
  const seats = Object.keys(names);
  for (const seat of seats) await ask("/api/join", { token: table.tokens[seat], salt: salt(), name: names[seat] });
  const invited = Object.fromEntries(Object.entries(table.tokens).filter(([seat]) => !seats.includes(seat)));
  return { battle: table.battle, seat: seats[0] ?? "-", invited };
}
