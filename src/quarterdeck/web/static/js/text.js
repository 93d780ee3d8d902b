/** Texts of the wire as nodes: names of units, sides with their mark, rules as links, figures in bold, dice. */

import { h } from "./dom.js";
import { die } from "./dice.js";

/** @typedef {import("./types.js").Text} Text */
/** @typedef {import("./types.js").Pointer} Pointer */

/** @type {Map<string, {name: string, side: string}>} */
const NAMES = new Map();
/** @type {Map<string, string>} */
const SIDES = new Map();
let rulesAt = "";

/** Remember what units and sides are called and where the rules are. @param {import("./types.js").Picture} picture @param {string} rules */
export function learnNames(picture, rules) {
  for (const unit of picture.units ?? []) NAMES.set(unit.id, { name: unit.name, side: unit.side });
  for (const side of picture.sides) SIDES.set(side.id, side.name);
  rulesAt = rules;
}

/** The mark of a side, which tells it without colour. @param {string | undefined} side */
export function mark(side) {
  return side ? h("span", { class: `mk ${side}`, "aria-hidden": "true" }) : null;
}

/** A unit's name as ships are set in print, with the mark of its side if `marked`. @param {string} id @param {{marked?: boolean, name?: string}} [how] */
export function unitName(id, { marked = false, name } = {}) {
  const known = NAMES.get(id);
  const set = h("i", { class: "ship" }, name ?? known?.name ?? id);
  return marked && known ? h("span", { class: "of-side" }, mark(known.side), set) : set;
}

/** The number of a rule as a link to its text. @param {string | undefined} id */
export function ruleLink(id) {
  if (!id) return null;
  return h("a", { class: "rule", href: `${rulesAt}#${id}`, target: "_blank", rel: "noopener" }, id);
}

/** @param {Text | undefined} words @param {{marked?: boolean}} [how] @returns {(Node | string)[]} */
export function text(words, how = {}) {
  if (words === undefined || words === null) return [];
  if (typeof words === "string") return [words];
  return words.map((part) => (typeof part === "string" ? part : pointer(part, how)));
}

/** @param {Pointer} part @param {{marked?: boolean}} how @returns {Node} */
function pointer(part, how) {
  if ("u" in part)
    return part.u.includes("/") ? document.createTextNode(spoken(part)) : unitName(part.u, { marked: how.marked, name: part.t });
  if ("side" in part) return h("span", { class: "of-side" }, mark(part.side), part.t ?? SIDES.get(part.side) ?? part.side);
  if ("b" in part) return h("b", null, part.b);
  if ("rule" in part) return /** @type {Node} */ (ruleLink(part.rule));
  return die({ v: part.die, s: "plain" });
}

/** The same as one string, for labels and for reading aloud. @param {Text | undefined} words @returns {string} */
export function plain(words) {
  if (words === undefined || words === null) return "";
  if (typeof words === "string") return words;
  return words.map((part) => (typeof part === "string" ? part : spoken(part))).join("");
}

/** @param {Pointer} part */
function spoken(part) {
  if ("u" in part) return part.t ?? NAMES.get(part.u)?.name ?? part.u;
  if ("side" in part) return part.t ?? SIDES.get(part.side) ?? part.side;
  if ("b" in part) return part.b;
  if ("rule" in part) return part.rule;
  return String(part.die);
}
