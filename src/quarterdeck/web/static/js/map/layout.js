// The three kinds of map as one: where a point lies on the flat map, which cell is there, how far it is from here to there.

/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./view.js").Box} Box */
/** @typedef {number[]} Point  x, y of a plane; axial q, r of a hex; column, row of a square. */
/**
 * @typedef {object} Layout
 * @property {"plane" | "hex" | "squares"} kind
 * @property {any} map            as the picture gives it
 * @property {1 | -1} down        1 where y grows downwards
 * @property {Box | null} box     null on a plane without end
 * @property {number} across      from side to side of a cell, in flat units; 1 on a plane
 * @property {Flat[]} shape       corners of a cell round its middle; none on a plane
 * @property {(p: Point) => Flat} flat
 * @property {(p: Flat) => Point} point     the cell there, or the place on a plane
 * @property {(p: Point) => boolean} has
 * @property {() => Point[]} cells
 * @property {(a: Point, b: Point) => number} distance
 */

const ROOT3 = Math.sqrt(3);

/** @param {any} map the map of a picture @returns {Layout} */
export function layoutOf(map) {
  return map.kind === "hex" ? hexes(map) : map.kind === "squares" ? squares(map) : plane(map);
}

/** @param {any} map @returns {Layout} */
function plane(map) {
  const size = map.size;
  return {
    kind: "plane", map, down: -1, across: 1, shape: [],
    box: size ? { left: 0, top: 0, right: size[0], bottom: size[1] } : null,
    flat: (p) => [p[0], p[1]],
    point: (p) => [p[0], p[1]],
    has: (p) => !size || (p[0] >= 0 && p[1] >= 0 && p[0] <= size[0] && p[1] <= size[1]),
    cells: () => [],
    distance: (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]),
  };
}

/** Flat-topped hexes by axial q, r; odd columns stand half a hex lower. @param {any} map @returns {Layout} */
function hexes(map) {
  const holes = new Set((map.holes ?? []).map(String));
  const row = (/** @type {Point} */ p) => p[1] + Math.floor(p[0] / 2);
  const has = (/** @type {Point} */ p) => p[0] >= 0 && p[0] < map.cols && row(p) >= 0 && row(p) < map.rows && !holes.has(`${p[0]},${p[1]}`);
  return {
    kind: "hex", map, down: 1, across: ROOT3, shape: [0, 1, 2, 3, 4, 5].map((i) => corner(i)), has,
    box: { left: -1, top: -ROOT3 / 2, right: 1.5 * (map.cols - 1) + 1, bottom: ROOT3 * (map.rows - (map.cols > 1 ? 0 : 0.5)) },
    flat: (p) => [1.5 * p[0], ROOT3 * (p[1] + p[0] / 2)],
    point: (p) => nearestHex(p[0] / 1.5, p[1] / ROOT3 - p[0] / 3),
    cells: () => grid(map.cols, map.rows, (col, r) => [col, r - Math.floor(col / 2)]).filter(has),
    distance: (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[0] - b[0] + a[1] - b[1])),
  };
}

/** @param {number} i @returns {Flat} */
function corner(i) {
  return [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)];
}

/** @param {number} q @param {number} r fractions @returns {Point} */
function nearestHex(q, r) {
  const s = -q - r, whole = [Math.round(q), Math.round(r), Math.round(s)];
  const off = [Math.abs(whole[0] - q), Math.abs(whole[1] - r), Math.abs(whole[2] - s)];
  if (off[0] > off[1] && off[0] > off[2]) whole[0] = -whole[1] - whole[2];
  else if (off[1] > off[2]) whole[1] = -whole[0] - whole[2];
  return [whole[0] + 0, whole[1] + 0];
}

/** @param {any} map @returns {Layout} */
function squares(map) {
  const holes = new Set((map.holes ?? []).map(String));
  const has = (/** @type {Point} */ p) => p[0] >= 0 && p[0] < map.cols && p[1] >= 0 && p[1] < map.rows && !holes.has(`${p[0]},${p[1]}`);
  return {
    kind: "squares", map, down: 1, across: 1, shape: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], has,
    box: { left: 0, top: 0, right: map.cols, bottom: map.rows },
    flat: (p) => [p[0] + 0.5, p[1] + 0.5],
    point: (p) => [Math.floor(p[0]), Math.floor(p[1])],
    cells: () => grid(map.cols, map.rows, (col, row) => [col, row]).filter(has),
    distance: (a, b) => overSquares(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), map.metric),
  };
}

/** Each diagonal counts as one, or every second one as two. @param {number} x @param {number} y @param {string} metric */
function overSquares(x, y, metric) {
  const long = Math.max(x, y);
  return metric === "alternate" ? long + Math.floor(Math.min(x, y) / 2) : long;
}

/** @param {number} cols @param {number} rows @param {(col: number, row: number) => Point} cell */
function grid(cols, rows, cell) {
  return Array.from({ length: cols * rows }, (_, i) => cell(Math.floor(i / rows), i % rows));
}

/** The outer edges of cells as closed loops of flat points. @param {Layout} layout @param {Point[]} cells @returns {Flat[][]} */
export function outline(layout, cells) {
  /** @type {Map<string, [string, Flat, string]>} */ const edges = new Map();
  for (const cell of cells) {
    const c = layout.flat(cell), ends = layout.shape.map((s) => /** @type {Flat} */ ([c[0] + s[0], c[1] + s[1]])), keys = ends.map(keyOf);
    ends.forEach((end, i) => {
      const a = keys[i], b = keys[(i + 1) % keys.length];
      if (!edges.delete(`${b}|${a}`)) edges.set(`${a}|${b}`, [a, end, b]);
    });
  }
  return joined([...edges.values()]);
}

/** @param {Flat} p */
const keyOf = (p) => `${Math.round(p[0] * 100)},${Math.round(p[1] * 100)}`;

/** @param {[string, Flat, string][]} edges @returns {Flat[][]} */
function joined(edges) {
  /** @type {Map<string, [string, Flat, string][]>} */ const from = new Map();
  for (const edge of edges) from.set(edge[0], [...(from.get(edge[0]) ?? []), edge]);
  const take = (/** @type {string} */ key) => from.get(key)?.pop();
  const loops = [];
  for (const first of edges) {
    const loop = [];
    for (let edge = take(first[0]); edge; edge = take(edge[2])) loop.push(edge[1]);
    if (loop.length) loops.push(loop);
  }
  return loops;
}

/** Every edge between or round cells once, as pairs of flat points. @param {Layout} layout @returns {[Flat, Flat][]} */
export function gridLines(layout) {
  /** @type {Map<string, [Flat, Flat]>} */ const lines = new Map();
  for (const cell of layout.cells()) {
    const c = layout.flat(cell), ends = layout.shape.map((s) => /** @type {Flat} */ ([c[0] + s[0], c[1] + s[1]])), keys = ends.map(keyOf);
    ends.forEach((end, i) => {
      const j = (i + 1) % ends.length;
      if (!lines.has(`${keys[j]}|${keys[i]}`)) lines.set(`${keys[i]}|${keys[j]}`, [end, ends[j]]);
    });
  }
  return [...lines.values()];
}

/** From a to b in degrees clockwise from up. @param {Layout} layout @param {Flat} a @param {Flat} b */
export function bearing(layout, a, b) {
  return ((Math.atan2(b[0] - a[0], -layout.down * (b[1] - a[1])) * 180) / Math.PI + 360) % 360;
}
