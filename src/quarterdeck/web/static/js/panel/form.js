/** Form: named fields of every kind, among them dice typed in from a real table. */

import { h } from "../dom.js";
import { die } from "../dice.js";
import { icon } from "../marks.js";
import { draftOf } from "../store.js";
import { plain, text } from "../text.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").FormDress} FormDress */
/** @typedef {import("../types.js").FormRow} FormRow */
/** @typedef {import("../app.js").App} App */
/** @typedef {(value: any) => void} Write */

const SMALL_DIE = 12;

/** @param {App} app @param {FormDress} dress */
export function form(app, dress) {
  const draft = draftOf(app.state, dress) ?? {};
  return [
    h(
      "div",
      { class: "form" },
      (dress.rows ?? []).map((row) =>
        field(
          row,
          draft[row.key] ?? row.value,
          (value) => app.drafts.edit(dress, without({ ...draft, [row.key]: value }, row.key)),
          `${dress.q}-${row.key}`,
          dress.lists?.[row.key],
        ),
      ),
    ),
  ];
}

/** A field that was emptied is left out. @param {Record<string, any>} draft @param {string} key */
function without(draft, key) {
  const { [key]: value, ...others } = draft;
  return value === null || value === undefined || value === "" ? others : draft;
}

/** @param {FormRow} row @param {any} value @param {Write} write @param {string} id @param {FormRow[][]} [rows]  @returns {HTMLElement} */
function field(row, value, write, id, rows) {
  const grouped = ["choice", "reference", "flags", "dice", "list"].includes(row.k);
  return h(
    grouped ? "fieldset" : "div",
    { class: `field ${row.k}`, key: row.key, disabled: grouped && !!row.off },
    grouped ? h("legend", null, text(row.t)) : h("label", { for: id }, text(row.t)),
    control(row, value, write, id, rows),
    row.note && h("p", { class: "dim" }, text(row.note)),
    row.off && h("p", { class: "dim" }, text(row.off)),
  );
}

/** @param {FormRow} row @param {any} value @param {Write} write @param {string} id @param {FormRow[][]} [rows]  @returns {HTMLElement} */
function control(row, value, write, id, rows) {
  if (row.k === "choice" || row.k === "reference")
    return choices(
      row,
      (key) => key === value,
      (key) => write(key),
      "radio",
    );
  if (row.k === "flags")
    return choices(
      row,
      (key) => (value ?? []).includes(key),
      (key) => write(toggled(value ?? [], key)),
      "checkbox",
    );
  if (row.k === "dice") return dice(row, value ?? [], write);
  if (row.k === "list") return list(row, value ?? [], write, id, rows);
  if (row.k === "document") return documentField(row, value, write, id);
  return input(row, value, write, id);
}

/** @param {FormRow} row @param {any} value @param {Write} write @param {string} id */
function input(row, value, write, id) {
  const amount = row.k === "amount";
  const long = row.k === "text" && (row.max ?? 0) > 100;
  const read = (/** @type {any} */ event) =>
    write(
      amount
        ? Number.isFinite(event.currentTarget.valueAsNumber)
          ? event.currentTarget.valueAsNumber
          : null
        : event.currentTarget.value,
    );
  return h(long ? "textarea" : "input", {
    id,
    type: long ? undefined : amount ? "number" : "text",
    min: amount ? row.min : undefined,
    max: amount ? row.max : undefined,
    step: amount ? row.step : undefined,
    maxlength: amount ? undefined : (row.max ?? 2000),
    value: value ?? "",
    disabled: !!row.off,
    on: { input: read },
  });
}

/** @param {FormRow} row @param {(key: string) => boolean} on @param {(key: string) => void} pick @param {"radio" | "checkbox"} role */
function choices(row, on, pick, role) {
  return h(
    "div",
    { class: "choices" },
    (row.choices ?? []).map((each) =>
      h(
        "button",
        {
          key: each.key,
          class: `key word ${on(each.key) ? "on" : ""} ${each.off ? "off" : ""}`,
          role,
          "aria-checked": String(on(each.key)),
          "aria-disabled": each.off && "true",
          title: plain(each.off ?? each.sub),
          on: { click: () => !each.off && pick(each.key) },
        },
        text(each.t),
      ),
    ),
  );
}

/** @param {string[]} keys @param {string} key */
const toggled = (keys, key) => (keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]);

// Dice of a real table

/** @param {FormRow} row @param {number[]} typed @param {Write} write */
function dice(row, typed, write) {
  const count = row.count ?? 1;
  const sides = row.sides ?? 6;
  return h(
    "div",
    { class: "typed-dice", on: { keydown: (/** @type {KeyboardEvent} */ event) => digit(event, typed, count, sides, write) } },
    h(
      "div",
      { class: "slots" },
      Array.from({ length: count }, (_each, at) => slot(typed, at, sides, write)),
    ),
    sides <= SMALL_DIE ? faces(typed, count, sides, write) : number(typed, count, sides, write),
    h("p", { class: "dim", role: "status" }, t("typed", { n: typed.length, of: count })),
  );
}

/** @param {number[]} typed @param {number} at @param {number} sides @param {Write} write */
function slot(typed, at, sides, write) {
  const value = typed[at];
  const label = value === undefined ? t("die_empty", { n: at + 1 }) : t("die_is", { n: at + 1, v: value });
  return h(
    "button",
    { key: at, class: "slot", "aria-label": label, title: label, on: { click: () => write(typed.slice(0, at)) } },
    value === undefined ? h("i") : die({ v: value, s: "plain", sides }),
  );
}

/** @param {number[]} typed @param {number} count @param {number} sides @param {Write} write */
function faces(typed, count, sides, write) {
  return h(
    "div",
    { class: "faces" },
    Array.from({ length: sides }, (_each, at) =>
      h(
        "button",
        {
          key: at,
          class: "key",
          "data-option": at + 1,
          "aria-label": String(at + 1),
          disabled: typed.length >= count,
          on: { click: () => write([...typed, at + 1]) },
        },
        die({ v: at + 1, s: "plain", sides }),
      ),
    ),
    h(
      "button",
      { class: "key", "aria-label": t("undo"), disabled: !typed.length, on: { click: () => write(typed.slice(0, -1)) } },
      icon("undo"),
    ),
  );
}

/** @param {number[]} typed @param {number} count @param {number} sides @param {Write} write */
function number(typed, count, sides, write) {
  const add = (/** @type {any} */ event) => {
    const value = event.currentTarget.valueAsNumber;
    if (value >= 1 && value <= sides && typed.length < count) write([...typed, value]);
    event.currentTarget.value = "";
  };
  return h("input", {
    type: "number",
    min: 1,
    max: sides,
    "aria-label": t("die_empty", { n: typed.length + 1 }),
    on: { change: add },
  });
}

/** @param {KeyboardEvent} event @param {number[]} typed @param {number} count @param {number} sides @param {Write} write */
function digit(event, typed, count, sides, write) {
  if (event.target instanceof HTMLInputElement) return;
  const value = Number(event.key);
  if (event.key === "Backspace") write(typed.slice(0, -1));
  else if (value >= 1 && value <= sides && typed.length < count) write([...typed, value]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// Lists and documents

/** @param {FormRow} row @param {any[]} items @param {Write} write @param {string} id @param {FormRow[][]} [rows]  @returns {HTMLElement} */
function list(row, items, write, id, rows) {
  const shapes = items.map((_item, at) => rows?.[at] ?? row.of ?? []);
  return h(
    "div",
    { class: "list" },
    items.map((item, at) =>
      h(
        "div",
        { class: "list-row", key: at },
        shapes[at].map((each) =>
          field(
            each,
            item?.[each.key] ?? each.value,
            (value) => write(items.map((one, place) => (place === at ? without({ ...one, [each.key]: value }, each.key) : one))),
            `${id}-${at}-${each.key}`,
          ),
        ),
        h(
          "button",
          {
            class: "tool",
            "aria-label": t("remove_row", { n: at + 1 }),
            title: t("remove_row", { n: at + 1 }),
            on: { click: () => write(items.filter((_one, place) => place !== at)) },
          },
          icon("cross"),
        ),
      ),
    ),
    h(
      "button",
      {
        class: "btn",
        disabled: row.max !== undefined && items.length >= row.max,
        on: { click: () => write([...items, fresh(row)]) },
      },
      icon("plus"),
      t("add_row"),
    ),
  );
}

/** @param {FormRow} row */
function fresh(row) {
  return Object.fromEntries((row.of ?? []).filter((each) => each.value !== undefined).map((each) => [each.key, each.value]));
}

/** @param {FormRow} row @param {any} value @param {Write} write @param {string} id */
function documentField(row, value, write, id) {
  const read = (/** @type {any} */ event) => {
    const box = /** @type {HTMLTextAreaElement} */ (event.currentTarget);
    try {
      const found = JSON.parse(box.value);
      box.setCustomValidity("");
      write(found);
    } catch (fault) {
      box.setCustomValidity(t("document_bad", { why: String(/** @type {Error} */ (fault).message) }));
      box.reportValidity();
    }
  };
  return h("textarea", {
    id,
    class: "mono",
    rows: 8,
    spellcheck: "false",
    "aria-label": `${plain(row.t)}. ${t("document")}`,
    value: JSON.stringify(value ?? {}, null, 2),
    on: { change: read },
  });
}
