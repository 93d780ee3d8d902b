/** A small map without names: tokens, vectors and tracks of a picture, as one SVG. */

const NS = "http://www.w3.org/2000/svg";

/** More tokens than these are drawn smaller; a ship with its ghost is two. */
const MANY = 12;

/** @param {string} tag @param {Record<string, string | number>} attributes @returns {SVGElement} */
function shape(tag, attributes) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** What is around these points. @param {number[][]} points @returns {[number, number]} */
function around(points) {
  return [Math.max(1, ...points.map((point) => point[0])), Math.max(1, ...points.map((point) => point[1]))];
}

/**
 * @param {any} picture a picture of the contract
 * @param {any} art silhouettes of its rule system
 * @param {number} width in pixels, of the widest place it is shown in
 * @returns {SVGElement}
 */
export function chart(picture, art, width) {
  const { map, items = [] } = picture.scene;
  const places = items.filter((/** @type {any} */ item) => Array.isArray(item.at)).map((/** @type {any} */ item) => item.at);
  const [w, h] = map.size ?? around(places);
  const svg = shape("svg", { viewBox: `0 0 ${w} ${h}`, class: "chart", "aria-hidden": "true" });
  const pixel = w / width, size = pixel * (places.length > MANY ? 0.4 : 0.5);
  for (let x = map.grid; map.grid && x < w; x += map.grid) svg.append(line([[x, 0], [x, h]], "grid", pixel));
  for (let y = map.grid; map.grid && y < h; y += map.grid) svg.append(line([[0, h - y], [w, h - y]], "grid", pixel));
  const flip = (/** @type {number[]} */ point) => [point[0], h - point[1]];
  for (const item of items) {
    if (item.show?.length) continue;
    if (item.k === "path" && item.pts.every(Array.isArray)) svg.append(line(item.pts.map(flip), `${item.style} side-${item.side}`, pixel));
    if (item.k === "token") svg.append(token(item, flip(item.at), art, size));
  }
  return svg;
}

/** @param {number[][]} points @param {string} name @param {number} pixel */
function line(points, name, pixel) {
  return shape("polyline", { points: points.map((point) => point.join(",")).join(" "), class: name, "stroke-width": pixel });
}

/** @param {any} item @param {number[]} at @param {any} art @param {number} size of a unit of its silhouette */
function token(item, at, art, size) {
  const drawn = art.silhouettes[item.sil];
  const place = `translate(${at[0]} ${at[1]}) rotate(${item.rot ?? 0}) scale(${size})`;
  return shape("path", { d: drawn?.d ?? "M0-6L4 5H-4Z", transform: place, class: `token ${item.style} side-${item.side}`, "fill-rule": "evenodd" });
}
