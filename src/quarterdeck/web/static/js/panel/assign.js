/** Assign: slots down, choices across; or, for amounts, figures for each slot. Limits come as `off`, nothing is counted here. */

import { h } from "../dom.js";
import { icon, iconOf } from "../marks.js";
import { draftOf } from "../store.js";
import { mark, plain, text } from "../text.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").AssignDress} AssignDress */
/** @typedef {import("../types.js").AssignRow} AssignRow */
/** @typedef {import("../types.js").AssignCol} AssignCol */
/** @typedef {import("../types.js").AssignCell} AssignCell */
/** @typedef {import("../app.js").App} App */
/** A cell with its row and its column. @typedef {{row: AssignRow, col: AssignCol, cell: AssignCell}} At */

const MOST_COLUMNS = 6;
const MOST_FIGURES = 6;

/** @param {App} app @param {AssignDress} dress */
export function assign(app, dress) {
  const amounts = dress.step || !dress.cols?.length;
  return [
    amounts
      ? h(
          "div",
          { class: "amounts" },
          (dress.rows ?? []).map((row) => amountRow(app, dress, row)),
        )
      : table(app, dress),
  ];
}

/** The slot in hand. @param {App} app @param {AssignDress} dress */
function slotInHand(app, dress) {
  return dress.rows?.find((row) => row.slot === app.state.open[dress.q]) ?? dress.rows?.[0];
}

/** The cells of a row. @param {AssignDress} dress @param {AssignRow} row @returns {At[]} */
function cellsOf(dress, row) {
  const cells = dress.cells?.[dress.rows?.indexOf(row) ?? 0] ?? [];
  return (dress.cols ?? []).map((col, at) => ({ row, col, cell: cells[at] ?? {} }));
}

/** @param {App} app @param {AssignDress} dress */
function table(app, dress) {
  const hand = slotInHand(app, dress);
  const cols = dress.cols ?? [];
  return h(
    "div",
    { class: "assign-box" },
    h(
      "table",
      { class: `assign cols${Math.min(cols.length, MOST_COLUMNS)}` },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td", { class: "corner" }, text(dress.corner)),
          cols.map((col) => columnHead(app, col)),
        ),
      ),
      h(
        "tbody",
        null,
        dress.rows?.map((row) =>
          h(
            "tr",
            { key: row.slot, "data-at": row.ref, class: row === hand ? "cur" : "" },
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                {
                  "aria-pressed": String(row === hand),
                  title: plain(row.t),
                  on: { click: () => take(app, dress, row), ...app.hovers(row.ref) },
                },
                row.icon && iconOf(row.icon, 28),
                h("span", null, text(row.t), row.sub !== undefined && h("small", null, text(row.sub))),
              ),
            ),
            cellsOf(dress, row).map((at) => h("td", { key: at.col.choice }, cell(app, dress, at))),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        (dress.sums ?? []).map((name, at) => sumRow(dress, name, at)),
      ),
    ),
  );
}

/** @param {App} app @param {AssignCol} col */
function columnHead(app, col) {
  const on = !!col.ref && app.state.selected === col.ref;
  return h(
    "th",
    { key: col.choice, scope: "col", "data-at": col.ref, class: `${on ? "on" : ""} ${col.off ? "no" : ""}` },
    h(
      "button",
      { on: { click: () => col.ref && app.store.set({ selected: col.ref }), ...app.hovers(col.ref) } },
      text(col.t),
      h("small", null, mark(col.side), text(col.sub)),
    ),
  );
}

let chosen = "";

/** Of many columns bring one that is chosen into view, when what is chosen has changed. @param {HTMLElement} host */
export function showChosen(host) {
  const box = host.querySelector(".assign-box");
  const on = [.../** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll(".assign td .on"))];
  const now = on.map((each) => each.textContent).join("|");
  if (!box || now === chosen) return;
  chosen = now;
  const edge = host.querySelector(".assign .corner")?.getBoundingClientRect().right ?? 0;
  const right = box.getBoundingClientRect().right;
  const boxes = on.map((each) => each.getBoundingClientRect());
  if (boxes.length && !boxes.some((each) => each.left >= edge && each.right <= right)) box.scrollLeft += boxes[0].left - edge;
}

/** Take a slot in hand: its arcs are shown. @param {App} app @param {AssignDress} dress @param {AssignRow} row */
function take(app, dress, row) {
  app.openRow(dress, row.slot);
  if (row.ref?.includes("/")) app.store.set({ mount: row.ref });
}

/** @param {At} at */
const given = ({ col, cell: of }) => of.give ?? col.choice;

/** What the draft holds, if it was changed here; else what the cell says. @param {App} app @param {AssignDress} dress @param {At} at */
function isOn(app, dress, at) {
  const draft = app.state.drafts[dress.q]?.draft;
  if (!draft || at.cell.options?.length) return !!at.cell.on;
  return JSON.stringify(draft[at.row.slot]) === JSON.stringify(given(at));
}

/** @param {App} app @param {AssignDress} dress @param {At} at */
function cell(app, dress, at) {
  const { row, col, cell: of } = at;
  const on = isOn(app, dress, at);
  if (of.off && !on) return h("span", { class: "x", title: plain(of.why) }, text(of.off));
  const name = `${plain(row.t)}, ${plain(col.t)}: `;
  if (of.options?.length) return options(app, dress, at, name);
  return h(
    "button",
    {
      class: on ? "on" : "",
      "aria-pressed": String(on),
      title: plain(of.why),
      on: { click: () => put(app, dress, row, on ? undefined : given(at)), ...app.hovers(col.ref) },
    },
    h("span", { class: "hear" }, name),
    h("span", null, text(of.t ?? col.t)),
    " ",
    of.sub !== undefined && h("em", null, text(of.sub)),
  );
}

/** Where several values fit one cell. @param {App} app @param {AssignDress} dress @param {At} at @param {string} name */
function options(app, dress, { row, cell: of }, name) {
  const held = draftOf(app.state, dress)?.[row.slot];
  const change = (/** @type {any} */ event) => put(app, dress, row, event.currentTarget.value || undefined);
  return h(
    "select",
    { class: of.options?.some((each) => each.key === held) ? "on" : "", "aria-label": name, on: { change } },
    h("option", { value: "" }, plain(of.t)),
    of.options?.map((each) =>
      h(
        "option",
        { key: each.key, value: each.key, selected: each.key === held, disabled: !!each.off },
        plain(each.t),
        each.off && `: ${plain(each.off)}`,
      ),
    ),
  );
}

/** @param {App} app @param {AssignDress} dress @param {AssignRow} row @param {unknown} value undefined: none */
function put(app, dress, row, value) {
  const { [row.slot]: _was, ...others } = draftOf(app.state, dress) ?? {};
  take(app, dress, row);
  app.drafts.edit(dress, value === undefined ? others : { ...others, [row.slot]: value });
}

/** Give the slot in hand what was picked on the map; true if it could. @param {App} app @param {AssignDress} dress @param {string} ref */
export function assignPicked(app, dress, ref) {
  const row = slotInHand(app, dress);
  const at = row && cellsOf(dress, row).find(({ col }) => col.ref === ref);
  if (!row || !at || at.cell.off || at.cell.options?.length) return false;
  put(app, dress, row, isOn(app, dress, at) ? undefined : given(at));
  return true;
}

/** @param {AssignDress} dress @param {import("../types.js").Text} name @param {number} at */
function sumRow(dress, name, at) {
  return h(
    "tr",
    { class: "sum" },
    h("th", { scope: "row" }, text(name)),
    dress.cols?.map((col) => {
      if (col.off) return at === 0 ? h("td", { class: "nofc", rowspan: dress.sums?.length }, text(col.off)) : null;
      return h("td", null, h("b", null, text(col.sums?.[at])));
    }),
  );
}

// Amounts

/** @param {App} app @param {AssignDress} dress @param {AssignRow} row */
function amountRow(app, dress, row) {
  const count = dress.cols?.length ?? 0;
  return h(
    "div",
    { key: row.slot, class: "step", role: "group", "aria-label": plain(row.t), on: row.ref ? app.hovers(row.ref) : {} },
    h(
      "span",
      { class: "head" },
      row.icon && iconOf(row.icon, 22),
      h("span", null, text(row.t), row.sub !== undefined && h("small", null, text(row.sub))),
    ),
    h(
      "span",
      { class: "figures" },
      count > MOST_FIGURES
        ? stepper(app, dress, row)
        : count
          ? cellsOf(dress, row).map((at) => figure(app, dress, at))
          : amountField(app, dress, row),
    ),
    h("b", null, text(row.out)),
  );
}

/** Whether it is the amount given; none is nought. @param {App} app @param {AssignDress} dress @param {At} at */
function isAmount(app, dress, at) {
  return isOn(app, dress, at) || (given(at) === 0 && !(at.row.slot in (draftOf(app.state, dress) ?? {})));
}

/** Many amounts: one less, one more. @param {App} app @param {AssignDress} dress @param {AssignRow} row */
function stepper(app, dress, row) {
  const all = cellsOf(dress, row);
  const now = all.findIndex((at) => isAmount(app, dress, at));
  const step = (/** @type {number} */ way) => {
    const at = all[now + way];
    const off = at ? plain(at.cell.off && (at.cell.why ?? at.cell.off)) : t("no_more");
    return stepKey(row, way, off, () => put(app, dress, row, given(at)));
  };
  return [step(-1), h("output", { class: now > 0 ? "some" : "" }, text(all[now]?.col.t)), step(1)];
}

/** @param {AssignRow} row @param {number} way @param {string} off why it goes no further @param {() => void} act */
function stepKey(row, way, off, act) {
  const name = t(way < 0 ? "less" : "more", { what: plain(row.t) });
  const said = off ? t("cannot", { what: name, why: off }) : name;
  return h(
    "button",
    {
      key: way,
      class: `key ${off ? "off" : ""}`,
      "aria-disabled": off && "true",
      title: said,
      "aria-label": said,
      on: { click: () => !off && act() },
    },
    icon(way < 0 ? "minus" : "plus"),
  );
}

/** @param {App} app @param {AssignDress} dress @param {At} at */
function figure(app, dress, at) {
  const { row, col, cell: of } = at;
  const on = isAmount(app, dress, at);
  const title = of.off ? t("cannot", { what: plain(col.t), why: plain(of.why ?? of.off) }) : plain(col.t);
  return h(
    "button",
    {
      key: col.choice,
      class: `key ${on ? "on" : ""} ${of.off ? "off" : ""}`,
      "aria-pressed": String(on),
      "aria-disabled": of.off && "true",
      title,
      "aria-label": `${plain(row.t)}: ${title}`,
      on: { click: () => !of.off && put(app, dress, row, given(at)) },
    },
    text(col.t),
  );
}

/** An amount of a range of its own: typed, or by one less, one more. @param {App} app @param {AssignDress} dress @param {AssignRow} row */
function amountField(app, dress, row) {
  const [min, max, step] = row.amount ?? [0, 0, 1];
  const now = draftOf(app.state, dress)?.[row.slot] ?? row.v ?? "";
  const to = (/** @type {number} */ value) => put(app, dress, row, Number.isFinite(value) ? value : undefined);
  const by = (/** @type {number} */ way) => {
    const next = (now === "" ? min : now) + way * step;
    return stepKey(row, way, next < min || next > max ? t("no_more") : "", () => to(next));
  };
  const change = (/** @type {any} */ event) => to(event.currentTarget.valueAsNumber);
  return [by(-1), h("input", { type: "number", min, max, step, value: now, "aria-label": plain(row.t), on: { change } }), by(1)];
}
