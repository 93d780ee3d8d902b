/** Elements without markup: making them, and bringing a tree in line with a newer one so that focus and caret stay. */

const SVG = "http://www.w3.org/2000/svg";
const OWN = new WeakSet();
/** @type {WeakMap<Node, Record<string, (event: any) => void>>} */
const HANDLERS = new WeakMap();
/** @type {WeakMap<Node, string>} */
const KEYS = new WeakMap();

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, any>} Props `on` holds handlers by event, `key` says which of its siblings an element is. */

/** An HTML element. @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {HTMLElement} */
export function h(tag, props, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), props, children));
}

/** An SVG element. @param {string} tag @param {Props | null} [props] @param {...Child} children @returns {SVGElement} */
export function s(tag, props, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), props, children));
}

/** @param {Element} element @param {Props | null | undefined} props @param {Child[]} children */
function filled(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") listen(element, value);
  else if (name === "key") KEYS.set(element, String(value));
  else if (name === "own") OWN.add(element);
  else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value;
  else if (name === "vars")
    for (const [each, it] of Object.entries(value)) /** @type {HTMLElement} */ (element).style.setProperty(each, it);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Element} element @param {Record<string, (event: any) => void>} handlers */
function listen(element, handlers) {
  HANDLERS.set(element, handlers);
  for (const [name, handler] of Object.entries(handlers)) /** @type {any} */ (element)["on" + name] = handler;
}

/** @param {Element | DocumentFragment} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
}

/** Give an element these children, keeping what is the same of those it has. @param {Element} host @param {...Child} children */
export function fill(host, ...children) {
  const next = document.createElement("div");
  append(next, children);
  patchChildren(host, next);
}

/** @param {Node} one @param {Node} other */
function same(one, other) {
  return one.nodeName === other.nodeName && KEYS.get(one) === KEYS.get(other);
}

/** @param {Element} old @param {Element} next */
function patchChildren(old, next) {
  let at = old.firstChild;
  for (const node of [...next.childNodes]) {
    const found = matching(at, node);
    if (!found) {
      old.insertBefore(node, at);
      continue;
    }
    while (at && at !== found) at = removed(at);
    patch(found, node);
    at = found.nextSibling;
  }
  while (at) at = removed(at);
}

/** @param {ChildNode | null} at @param {Node} node */
function matching(at, node) {
  if (at && same(at, node)) return at;
  if (KEYS.get(node) === undefined) return null;
  while (at && !same(at, node)) at = at.nextSibling;
  return at;
}

/** @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** @param {Node} old @param {Node} next */
function patch(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  patchHandlers(old, next);
  patchAttributes(old, next);
  if (OWN.has(old)) return;
  patchChildren(old, next);
  patchValue(old, next);
}

/** @param {Element} old @param {Element} next */
function patchHandlers(old, next) {
  for (const name of Object.keys(HANDLERS.get(old) ?? {})) /** @type {any} */ (old)["on" + name] = null;
  const handlers = HANDLERS.get(next);
  if (handlers) listen(old, handlers);
  else HANDLERS.delete(old);
}

/** @param {Element} old @param {Element} next */
function patchAttributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && name !== "style") old.removeAttribute(name);
  for (const { name, value } of [...next.attributes]) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const [had, has] = [/** @type {HTMLElement} */ (old).style, /** @type {HTMLElement} */ (next).style];
  if (had && has && had.cssText !== has.cssText) for (const name of has) had.setProperty(name, has.getPropertyValue(name));
}

/** Fields keep their caret: their value is only touched where it differs. @param {Element} old @param {Element} next */
function patchValue(old, next) {
  if (!(old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement || old instanceof HTMLSelectElement)) return;
  const value = /** @type {HTMLInputElement} */ (next).value;
  if (old.value !== value) old.value = value;
  if (old instanceof HTMLInputElement) old.checked = /** @type {HTMLInputElement} */ (next).hasAttribute("checked");
}

/** The element of that selector, which the page has. @param {string} selector @returns {HTMLElement} */
export function $(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}
