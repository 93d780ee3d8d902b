/** Choose: rows with a number key. Hovering one shows it on the map, a click selects it, Enter gives it. */

import { h } from "../dom.js";
import { iconOf } from "../marks.js";
import { draftOf } from "../store.js";
import { mark, text } from "../text.js";

/** @typedef {import("../types.js").ChooseDress} ChooseDress */
/** @typedef {import("../types.js").ChooseRow} ChooseRow */
/** @typedef {import("../app.js").App} App */

/** @param {App} app @param {ChooseDress} dress */
export function choose(app, dress) {
  const chosen = /** @type {string[]} */ (draftOf(app.state, dress) ?? []);
  const one = (dress.max ?? 1) === 1;
  return [
    h(
      "div",
      { class: "opts", role: one ? "radiogroup" : "group", "aria-labelledby": "question-title" },
      (dress.rows ?? []).map((row, at) => {
        const place = chosen.indexOf(row.key);
        const number = dress.ordered && place >= 0 ? `${place + 1}.` : at < 9 ? at + 1 : "";
        return h(
          "button",
          {
            key: row.key,
            class: `opt ${place >= 0 ? "on" : ""} ${row.off ? "off" : ""}`,
            role: one ? "radio" : "checkbox",
            "data-option": at + 1,
            "data-at": row.ref,
            "aria-checked": String(place >= 0),
            "aria-disabled": row.off && "true",
            on: { click: () => pick(app, dress, row), dblclick: () => one && app.pressPrimary(), ...app.hovers(row.ref) },
          },
          h("kbd", null, number),
          row.icon && iconOf(row.icon, 22),
          h("span", { class: "words" }, mark(row.side), text(row.t)),
          h("em", null, text(row.fact)),
          (row.off || row.sub) && h("small", null, text(row.off ?? row.sub)),
        );
      }),
    ),
  ];
}

/** Where there is one choice only, it is made, so that it need but be given. @param {App} app @param {import("../types.js").Dress} dress */
export function chooseTheOnly(app, dress) {
  if (dress.kind !== "choose" || draftOf(app.state, dress)?.length) return;
  if (dress.min === 0 && !dress.buttons?.some((each) => each.k === "passing")) return;
  const [first, ...others] = (dress.rows ?? []).filter((row) => !row.off);
  if (first && !others.length) app.drafts.edit(dress, [first.key]);
}

/** @param {App} app @param {ChooseDress} dress @param {ChooseRow} row */
export function pick(app, dress, row) {
  if (row.off) return;
  const chosen = /** @type {string[]} */ (draftOf(app.state, dress) ?? []);
  if (row.ref) app.select(row.ref);
  if ((dress.max ?? 1) === 1) app.drafts.edit(dress, [row.key]);
  else if (chosen.includes(row.key))
    app.drafts.edit(
      dress,
      chosen.filter((key) => key !== row.key),
    );
  else if (chosen.length < (dress.max ?? 1)) app.drafts.edit(dress, inOrder(dress, [...chosen, row.key]));
}

/** @param {ChooseDress} dress @param {string[]} chosen */
function inOrder(dress, chosen) {
  return dress.ordered ? chosen : (dress.rows ?? []).map((row) => row.key).filter((key) => chosen.includes(key));
}
