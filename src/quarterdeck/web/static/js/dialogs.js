/** What lies over the page for a moment: a question yes or no, the menu, the list of keys. */

import { h } from "./dom.js";
import { icon } from "./marks.js";
import { t } from "./words.js";
import { keysWork, setKeysWork } from "./keys.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./dom.js").Child} Child */

/** @param {string} title @param {...Child} children @returns {HTMLDialogElement} */
export function openDialog(title, ...children) {
  const made = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "dialog", "aria-label": title },
      h(
        "header",
        null,
        h("h2", null, title),
        h(
          "button",
          { class: "tool", "aria-label": t("close"), title: t("close"), on: { click: () => made.close() } },
          icon("cross"),
        ),
      ),
      ...children,
    )
  );
  made.onclose = () => made.remove();
  document.body.append(made);
  made.showModal();
  return made;
}

/** @param {string} title @param {Child[]} words @param {string} yes @returns {Promise<boolean>} */
export function confirmed(title, words, yes) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ given) => () => {
      resolve(given);
      made.close();
    };
    const made = openDialog(
      title,
      h("p", null, words),
      h(
        "div",
        { class: "foot" },
        h("button", { class: "btn pri", on: { click: answer(true) } }, yes),
        h("button", { class: "btn", on: { click: answer(false) } }, t("cancel")),
      ),
    );
    made.addEventListener("close", () => resolve(false));
  });
}

/** @param {App} app */
export function menuDialog(app) {
  const can = app.state.update?.can;
  const made = openDialog(
    t("menu"),
    h(
      "ul",
      { class: "menu" },
      entry("undo", t("take_back"), can?.take_back !== undefined && (() => app.commands.takeBack())),
      entry("flag", t("concede"), !!can?.concede && (() => app.commands.concede())),
      entry("play", t("replay"), () => app.replay?.start()),
      entry("rules", t("rules"), () => window.open(app.data.rules, "_blank", "noopener")),
      entry("sun", t("theme"), () => app.commands.theme()),
      entry("list", t("keys"), () => keysDialog()),
      entry("home", t("all_battles_short"), () => location.assign("/")),
    ),
  );
  made.addEventListener("click", (event) => /** @type {Element} */ (event.target).closest(".menu button") && made.close());
}

/** @param {string} name @param {string} label @param {false | (() => void)} act */
function entry(name, label, act) {
  return act && h("li", null, h("button", { on: { click: () => setTimeout(act, 0) } }, icon(name), label));
}

export function keysDialog() {
  const rows = [
    ["1 – 9", "key_options"],
    ["Enter", "key_enter"],
    ["[ ]", "key_units"],
    ["F", "key_fit"],
    ["+ −", "key_zoom"],
    ["R", "key_ruler"],
    ["L", "key_log"],
    ["Space", "key_play"],
    ["Esc", "key_escape"],
    ["?", "key_keys"],
  ];
  const change = (/** @type {any} */ event) => setKeysWork(event.currentTarget.checked);
  openDialog(
    t("keys"),
    h(
      "dl",
      { class: "keylist" },
      rows.map(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, t(what))]),
    ),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: keysWork(), on: { change } }), t("keys_on")),
  );
}
