/** Record sheets. Their drawing comes as SVG text; only what is listed here of it reaches the page. */

import { fill, h, s } from "./dom.js";
import { plain, ruleLink, text } from "./text.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./app.js").App} App */

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set([
  "svg",
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "title",
  "desc",
]);
const ATTRIBUTES = new Set([
  "aria-label",
  "class",
  "color",
  "cx",
  "cy",
  "d",
  "data-ref",
  "dominant-baseline",
  "dx",
  "dy",
  "fill",
  "fill-opacity",
  "fill-rule",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "height",
  "opacity",
  "points",
  "pointer-events",
  "r",
  "role",
  "rx",
  "ry",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "transform",
  "viewBox",
  "width",
  "x",
  "x1",
  "x2",
  "y",
  "y1",
  "y2",
]);

/** Anything that could reach outside the drawing. */
const OUTSIDE = /url\s*\(|javascript:|expression/i;

/** @type {{createHTML(text: string): any} | undefined} */
const POLICY = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("sheet", {
  createHTML: (/** @type {string} */ given) => given,
});

/** The drawing of a sheet as an element: parsed apart, copied by the lists above. @param {string} given @returns {Element | null} */
export function sheet(given) {
  const parsed = new DOMParser().parseFromString(POLICY ? POLICY.createHTML(given) : given, "image/svg+xml");
  const root = parsed.documentElement;
  return root.localName === "svg" && !parsed.querySelector("parsererror") ? copied(root) : null;
}

/** @param {Element} from @returns {Element} */
function copied(from) {
  const made = document.createElementNS(SVG, from.localName);
  for (const { name, value } of [...from.attributes])
    if (ATTRIBUTES.has(name) && !OUTSIDE.test(value)) made.setAttribute(name, value);
  for (const child of [...from.childNodes]) {
    if (child instanceof Text) made.append(child.data);
    else if (child instanceof Element && TAGS.has(child.localName)) made.append(copied(child));
  }
  return made;
}

// Which sheets there are

/** @type {Map<string, {n: string, sheet: Sheet | null, drawing: Element | null}>} */
const KNOWN = new Map();
/** @type {Set<string>} */
const ASKED = new Set();

/** @param {App} app @param {string} unit */
function known(app, unit) {
  const { replay, update } = app.state;
  const at = replay ? `?n=${replay.n}` : "";
  const n = `${at} ${update?.n ?? 0}`;
  const found = KNOWN.get(unit);
  if (unit && found?.n !== n && !ASKED.has(`${unit} ${n}`)) ask(app, unit, at, n);
  return found;
}

/** @param {App} app @param {string} unit @param {string} at the moment replayed @param {string} n under which it is kept */
async function ask(app, unit, at, n) {
  ASKED.add(`${unit} ${n}`);
  const found = await app.net.get(`/sheets/${unit}${at}`).catch(() => null);
  ASKED.delete(`${unit} ${n}`);
  const drawing = found && sheet(found.svg);
  if (drawing) labelled(drawing, found);
  KNOWN.set(unit, { n, sheet: found, drawing });
  app.store.set({ selected: app.state.selected });
}

/** @param {App} app @param {HTMLElement} host */
export function drawSheet(app, host) {
  fill(host, sheetOf(app, app.state.selected));
  frame(host, app.state.mount);
}

/** Round the mount whose arcs are shown. @param {HTMLElement} host @param {string} mount */
function frame(host, mount) {
  host.querySelector(".frame")?.remove();
  const part = mount && host.querySelector(`[data-ref="${CSS.escape(mount)}"]`);
  if (!(part instanceof SVGGraphicsElement)) return;
  const { x, y, width, height } = part.getBBox();
  part.append(s("rect", { class: "frame", x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 2 }));
}

/** @param {App} app @param {string} unit */
export function sheetOf(app, unit) {
  const found = known(app, unit);
  if (!unit || !found?.sheet) return unit && !found ? null : h("p", { class: "dim none" }, t("no_sheet"));
  const { title, sub, figure, notes } = found.sheet;
  const side = app.state.update?.picture.units?.find((each) => each.id === unit)?.side ?? "";
  return h(
    "section",
    { class: "record", key: `sheet ${unit}`, "aria-label": `${t("sheet")}: ${title}` },
    h("header", null, h("h2", null, h("i", { class: "ship" }, title)), h("span", { class: "mid" }, figure), h("p", null, sub)),
    h(
      "div",
      { class: `drawing ${side}`, key: `${unit} ${found.n}`, own: true, on: tips(app, found.sheet) },
      found.drawing?.cloneNode(true),
    ),
    notes?.length
      ? h(
          "div",
          { class: "remarks" },
          notes.map((note) => h("p", null, h("span", null, text(note.text)), ruleLink(note.rule))),
        )
      : null,
    !app.state.replay &&
      h(
        "p",
        { class: "printing" },
        h("a", { href: `${app.net.base}/sheets.pdf?unit=${encodeURIComponent(unit)}`, target: "_blank" }, t("print_sheet")),
        h("a", { href: `${app.net.base}/sheets.pdf?per_page=3`, target: "_blank" }, t("print_sheets")),
      ),
  );
}

/** What is pointed at or focused in the drawing explains itself, and is shown on the map. @param {App} app @param {Sheet} of */
function tips(app, of) {
  const over = (/** @type {Event} */ event) => show(app, of, /** @type {Element} */ (event.target));
  const off = () => {
    hide();
    app.hover(null);
  };
  return {
    mouseover: over,
    focusin: over,
    mouseleave: off,
    focusout: off,
    click: (/** @type {Event} */ event) => pick(app, /** @type {Element} */ (event.target)),
  };
}

/** @param {App} app @param {Element} target */
function pick(app, target) {
  const ref = target.closest("[data-ref]")?.getAttribute("data-ref") ?? "";
  const mounts = app.state.update?.picture.units?.flatMap((unit) => unit.mounts ?? []) ?? [];
  if (mounts.some((mount) => mount.ref === ref)) app.select(ref);
}

/** @param {App} app @param {Sheet} of @param {Element} target */
function show(app, of, target) {
  const at = target.closest("[data-ref]");
  const ref = at?.getAttribute("data-ref");
  hide();
  app.hover(ref ?? null);
  const tip = ref ? of.tips?.[ref] : undefined;
  if (!at || !tip) return;
  const box = at.getBoundingClientRect();
  const made = h(
    "div",
    { class: "tip", role: "tooltip" },
    h("b", null, text(tip.t)),
    (tip.lines ?? []).map((line) => h("p", null, text(line))),
  );
  document.body.append(made);
  const left = Math.max(8, Math.min(innerWidth - made.offsetWidth - 8, box.left + box.width / 2 - made.offsetWidth / 2));
  const top = box.top - made.offsetHeight - 8 > 0 ? box.top - made.offsetHeight - 8 : box.bottom + 8;
  made.style.setProperty("left", `${left}px`);
  made.style.setProperty("top", `${top}px`);
}

function hide() {
  for (const tip of document.querySelectorAll(".tip")) tip.remove();
}

/** Names of parts for those who do not see them: focusable parts with their tip as label. @param {Element} drawing @param {Sheet} of */
function labelled(drawing, of) {
  for (const part of drawing.querySelectorAll("[data-ref]")) {
    const tip = of.tips?.[part.getAttribute("data-ref") ?? ""];
    if (!tip) continue;
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "img");
    part.setAttribute("aria-label", [plain(tip.t), ...(tip.lines ?? []).map(plain)].join(". "));
    part.querySelector("title")?.remove();
  }
}
