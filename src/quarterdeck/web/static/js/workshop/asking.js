/** What the workshop asks in dialogs: which document to open, compare with or fight; text to read in; how to print. */

import { openDialog } from "../dialogs.js";
import { fill, h } from "../dom.js";
import { begin } from "../page/ask.js";
import { t } from "../words.js";
import { fetchFile, send } from "./desk.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {{title: string, note: string, id?: string, kind: string, document?: any}} Choice */

/** Say in a dialog what has failed. @param {HTMLElement} dialog @param {unknown} fault */
function failed(dialog, fault) {
  const words = fault instanceof Error ? fault.message : String(fault);
  const place = dialog.querySelector(".trouble") ?? dialog.appendChild(h("p", { class: "trouble", role: "alert" }));
  place.textContent = words;
}

/**
 * A dialog with documents to choose from: those saved, then those that come with the game.
 * @param {Desk} desk @param {Kind[]} kinds @param {string} title @param {(choice: Choice) => Promise<void>} take @param {{throwAway?: boolean, first?: Choice[]}} [how]
 */
export async function chooseDocument(desk, kinds, title, take, { throwAway = false, first = [] } = {}) {
  /** @type {Saved[]} */
  let saved = await send("GET", `${desk.api}/documents`);
  let query = "";
  const list = h("div", { class: "choices" });
  const search = h("input", {
    type: "search",
    placeholder: t("ws_find"),
    "aria-label": t("ws_find"),
    on: {
      input: (/** @type {Event} */ event) => {
        query = /** @type {HTMLInputElement} */ (event.target).value.toLowerCase();
        draw();
      },
    },
  });
  const dialog = openDialog(title, search, list);
  dialog.classList.add("choosing");
  const choose = (/** @type {Choice} */ choice) => async () => {
    try {
      const document = choice.document ?? (await send("GET", `${desk.api}/documents/${choice.id}`)).document;
      await take({ ...choice, document });
      dialog.close();
    } catch (fault) {
      failed(dialog, fault);
    }
  };
  const remove = (/** @type {Saved} */ each) => async () => {
    await send("DELETE", `${desk.api}/documents/${each.id}`);
    saved = saved.filter((other) => other.id !== each.id);
    if (desk.id === each.id) desk.id = "";
    draw();
  };
  const row = (/** @type {Choice} */ choice, /** @type {Saved | undefined} */ own) =>
    h(
      "li",
      { key: `${choice.id ?? ""} ${choice.title}` },
      h("button", { type: "button", class: "choice", on: { click: choose(choice) } }, h("i", { class: "ship" }, choice.title), h("small", null, choice.note)),
      own && throwAway && h("button", { type: "button", class: "link", on: { click: remove(own) }, "aria-label": t("ws_delete_it", { title: own.title }) }, t("ws_delete")),
    );
  const group = (/** @type {string} */ name, /** @type {(HTMLElement)[]} */ rows) => (rows.length ? [h("h3", null, name), h("ul", null, rows)] : null);
  const fits = (/** @type {Choice} */ choice) => `${choice.title} ${choice.note}`.toLowerCase().includes(query);
  function draw() {
    const own = saved.filter((each) => kinds.some((kind) => kind.key === each.kind));
    const mine = own.map((each) => ({ each, choice: { ...each, note: each.figure } })).filter(({ choice }) => fits(choice));
    const given = kinds.map((kind) => ({ kind, choices: kind.examples.map((each) => exampleOf(kind, each)).filter(fits) }));
    fill(
      list,
      group(t("ws_here"), first.filter(fits).map((choice) => row(choice, undefined))),
      group(t("ws_saved"), mine.map(({ each, choice }) => row(choice, each))),
      given.map(({ kind, choices }) => group(t("ws_given", { kind: kind.t }), choices.map((choice) => row(choice, undefined)))),
    );
  }
  draw();
}

/** @param {Kind} kind @param {any} document @returns {Choice} */
function exampleOf(kind, document) {
  const parts = Array.isArray(document.ships) ? document.ships.map((/** @type {any} */ ship) => ship.name).join(", ") : [document.class_name, document.navy].filter(Boolean).join(", ");
  return { title: document.name, note: parts, kind: kind.key, document };
}

/** Read a file, or text that is pasted. @param {Desk} desk @param {(document: any) => void} take */
export function readIn(desk, take) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 12, "aria-label": t("ws_paste"), placeholder: t("ws_paste") }));
  const told = h("div", { class: "reading" });
  const file = h("input", {
    type: "file",
    "aria-label": t("ws_file"),
    on: { change: async (/** @type {Event} */ event) => (area.value = (await /** @type {HTMLInputElement} */ (event.target).files?.[0]?.text()) ?? "") },
  });
  const read = async () => {
    try {
      const found = await send("POST", `${desk.api}/${desk.kind}/open`, { text: area.value });
      if (!found.lines.some((/** @type {any} */ line) => line.unread)) {
        take(found.document);
        dialog.close();
        return;
      }
      fill(told, readingOf(found.lines), h("button", { type: "button", class: "btn pri", on: { click: () => (take(found.document), dialog.close()) } }, t("ws_take")));
    } catch (fault) {
      failed(dialog, fault);
    }
  };
  const foot = h("div", { class: "foot" }, h("button", { type: "button", class: "btn pri", on: { click: read } }, t("ws_read")), file);
  const dialog = openDialog(t("ws_import"), area, foot, told);
  dialog.classList.add("choosing");
  area.focus();
}

/** @param {{n: number, line: string, read?: string, unread?: string}[]} lines */
function readingOf(lines) {
  return h(
    "table",
    { class: "account" },
    h("caption", null, t("ws_lines")),
    h("tbody", null, lines.map((line) => h("tr", { class: line.unread ? "unread" : "" }, h("td", null, line.n), h("th", { scope: "row" }, line.line), h("td", null, line.read ?? "", " ", line.unread && h("b", null, line.unread))))),
  );
}

/** Give the document out as a file. @param {Desk} desk */
export function shareOut(desk) {
  const name = desk.document.key ?? desk.kind;
  const give = (/** @type {string} */ form) => async () => {
    try {
      save(await fetchFile(`${desk.api}/${desk.kind}/file`, { document: desk.document, form }), `${name}.${form}`);
      dialog.close();
    } catch (fault) {
      failed(dialog, fault);
    }
  };
  const button = (/** @type {string} */ form) => h("button", { type: "button", class: "btn", on: { click: give(form) } }, form.toUpperCase());
  const dialog = openDialog(t("ws_share"), h("p", null, t("ws_share_how")), h("div", { class: "foot" }, button("yaml"), button("json")));
}

/** Print the sheets. @param {Desk} desk */
export function printOut(desk) {
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "printing" },
      select("paper", t("ws_paper"), [["a4", "A4"], ["letter", "Letter"]]),
      select("per_page", t("ws_per_page"), ["2", "1", "3", "6", "8"].map((each) => [each, each])),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "account", checked: true }), t("ws_account")),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "markers" }), t("ws_markers")),
    )
  );
  const print = async () => {
    const said = new FormData(form);
    const wish = { document: desk.document, paper: said.get("paper"), per_page: Number(said.get("per_page")), account: said.has("account"), markers: said.has("markers") };
    try {
      save(await fetchFile(`${desk.api}/${desk.kind}/pdf`, wish), `${desk.document.key ?? desk.kind}.pdf`);
      dialog.close();
    } catch (fault) {
      failed(dialog, fault);
    }
  };
  const dialog = openDialog(t("ws_print"), form, h("div", { class: "foot" }, h("button", { type: "button", class: "btn pri", on: { click: print } }, t("ws_pdf"))));
}

/** @param {string} name @param {string} words @param {string[][]} options */
function select(name, words, options) {
  return h("label", null, h("span", null, words), h("select", { name }, options.map(([value, text]) => h("option", { value }, text))));
}

/** @param {Blob} file @param {string} name */
function save(file, name) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Fight the document: choose an enemy, and the battle begins. @param {Desk} desk @param {string} system @param {Kind[]} kinds @param {string} captain */
export function fight(desk, system, kinds, captain) {
  const mine = { kind: desk.kind, document: desk.document };
  const mirror = { title: desk.document.name ?? "", note: t("ws_mirror"), ...mine };
  const last = kinds.slice(-1);
  return chooseDocument(
    desk,
    desk.kind === last[0].key ? last : [...last, ...kinds.filter((kind) => kind.key === desk.kind)],
    t("ws_against", { title: desk.document.name ?? "" }),
    async (enemy) => {
      const players = { a: "person", b: captain };
      const wish = { sides: [mine, { kind: enemy.kind, document: enemy.document }], players };
      const begun = await begin(wish, { a: "" }, `/api/workshop/${system}/battles`);
      location.assign(`/battle/${begun.battle}/${begun.seat}`);
    },
    { first: [mirror] },
  );
}
