/** The list of what may be put in, by category, narrowed by words. */

import { h } from "../dom.js";
import { ruleLink } from "../text.js";
import { t } from "../words.js";

/** @typedef {import("./types.js").Part} Part */
/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk @param {string} query @param {(query: string) => void} search */
export function partsOf(desk, query, search) {
  const found = (desk.bench?.parts ?? []).filter((part) => fits(part, query));
  const categories = [...new Set(found.map((part) => part.category))];
  const input = (/** @type {Event} */ event) => search(/** @type {HTMLInputElement} */ (event.target).value);
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && found.length) put(desk, found[0]);
  };
  return [
    h(
      "label",
      { class: "find" },
      h("span", { class: "hear" }, t("ws_find")),
      h("input", { type: "search", placeholder: t("ws_find"), value: query, on: { input, keydown } }),
    ),
    h(
      "div",
      { class: "part-list", tabindex: 0, role: "region", "aria-label": t("ws_parts") },
      categories.map((category) => [
        h("h3", { key: `category ${category}` }, category),
        h("ul", { key: `list ${category}` }, found.filter((part) => part.category === category).map((part) => rowOf(desk, part))),
      ]),
      found.length ? null : h("p", { class: "dim", key: "none" }, t("ws_none")),
    ),
  ];
}

/** @param {Desk} desk @param {Part} part */
function rowOf(desk, part) {
  const click = () => put(desk, part);
  return h(
    "li",
    { key: part.key + part.t },
    h("button", { type: "button", on: { click } }, h("b", null, part.t), h("small", null, part.note)),
    ruleLink(part.rule),
  );
}

/** @param {Desk} desk @param {Part} part */
function put(desk, part) {
  desk.press((bench) => bench.parts.find((each) => each.key === part.key && each.t === part.t)?.edits);
}

/** @param {Part} part @param {string} query */
function fits(part, query) {
  const words = `${part.t} ${part.category} ${part.words}`.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => words.includes(word));
}
