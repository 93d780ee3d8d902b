/** What lies on the map: whose arcs are shown, zoom, ruler, layers. */

import { fill, h } from "./dom.js";
import { icon, iconOf } from "./marks.js";
import { pictureOf } from "./store.js";
import { plain } from "./text.js";
import { t } from "./words.js";
import { openDialog } from "./dialogs.js";

/** @typedef {import("./app.js").App} App */

const ZOOM = 1.25;
const LAYERS = ["terrain", "areas", "tracks", "vectors", "ranges", "names"];

/** @param {App} app @param {HTMLElement} palette @param {HTMLElement} tools */
export function drawMapTools(app, palette, tools) {
  const { map, state } = app;
  const cards = pictureOf(state)?.scene.map.kind === "cards";
  fill(palette, arcs(app));
  palette.hidden = !palette.childElementCount;
  fill(
    tools,
    !cards && [
      tool("plus", "zoom_in", () => map?.zoom(ZOOM)),
      tool("minus", "zoom_out", () => map?.zoom(1 / ZOOM)),
      tool("fit", "fit", () => map?.fit()),
      tool("ruler", "ruler", () => app.commands.ruler(), state.ruler),
      tool("layers", "layers", () => layers(app)),
    ],
  );
}

/** @param {string} name @param {string} word @param {() => void} click @param {boolean} [on] */
function tool(name, word, click, on) {
  return h(
    "button",
    {
      class: `tool ${name} ${on ? "on" : ""}`,
      "aria-label": t(word),
      title: t(word),
      "aria-pressed": on === undefined ? undefined : String(on),
      on: { click },
    },
    icon(name),
  );
}

/** @param {App} app */
function arcs(app) {
  const unit = pictureOf(app.state)?.units?.find((each) => each.id === app.state.selected);
  if (!unit?.mounts?.length) return null;
  return [
    h("span", null, t("arcs_of")),
    unit.mounts.map((mount) => {
      const on = app.state.mount === mount.ref;
      return h(
        "button",
        {
          key: mount.ref,
          class: `${on ? "on" : ""} ${mount.off ? "off" : ""}`,
          "aria-pressed": String(on),
          "aria-label": plain(mount.t),
          title: [plain(mount.t), plain(mount.off)].filter(Boolean).join(": "),
          on: { click: () => app.store.set({ mount: on ? "" : mount.ref }) },
        },
        iconOf(mount.icon, 26),
      );
    }),
  ];
}

/** @param {App} app */
function layers(app) {
  const change = (/** @type {string} */ layer) => (/** @type {any} */ event) => {
    const others = app.state.hidden.filter((each) => each !== layer);
    app.store.set({ hidden: event.currentTarget.checked ? others : [...others, layer] });
  };
  openDialog(
    t("layers"),
    h(
      "div",
      { class: "checks" },
      LAYERS.map((layer) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", checked: !app.state.hidden.includes(layer), on: { change: change(layer) } }),
          t(`layer_${layer}`),
        ),
      ),
    ),
  );
}
