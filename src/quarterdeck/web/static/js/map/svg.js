// Elements of SVG: made, changed only where they differ, kept by key.

const NS = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | undefined | null>} Attributes */

/** @param {string} tag @param {Attributes} [attributes] @param {...(Node | string)} children @returns {SVGElement} */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  set(node, attributes);
  node.append(...children);
  return node;
}

/** Sets what differs; null and undefined take away. @param {Element} node @param {Attributes} attributes */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
  }
}

/** @param {[number, number]} p */
export const shift = (p) => `translate(${p[0].toFixed(1)} ${p[1].toFixed(1)})`;

/**
 * Children kept by key: a thing that stays keeps its element and its place, so that focus and hover stay too.
 * @template T
 */
export class Keyed {
  /** @param {Element} parent @param {(thing: T) => string} key @param {(thing: T) => SVGElement} make @param {(node: SVGElement, thing: T) => void} change */
  constructor(parent, key, make, change) {
    this.parent = parent;
    this.key = key;
    this.make = make;
    this.change = change;
    /** @type {Map<string, SVGElement>} */ this.nodes = new Map();
    /** @type {Map<string, T>} */ this.things = new Map();
  }

  /** @param {T[]} things in the order of drawing */
  draw(things) {
    const keys = new Set(things.map(this.key));
    for (const key of [...this.nodes.keys()]) if (!keys.has(key)) this.drop(key);
    /** @type {SVGElement | null} */ let next = null;
    for (const thing of [...things].reverse()) next = this.place(thing, next);
    this.things = new Map(things.map((thing) => [this.key(thing), thing]));
  }

  /** @param {T} thing @param {SVGElement | null} next */
  place(thing, next) {
    const key = this.key(thing);
    let node = this.nodes.get(key);
    if (!node) {
      node = this.make(thing);
      this.nodes.set(key, node);
      this.parent.insertBefore(node, next);
    }
    this.change(node, thing);
    return node;
  }

  /** @param {string} key */
  drop(key) {
    this.nodes.get(key)?.remove();
    this.nodes.delete(key);
  }
}
