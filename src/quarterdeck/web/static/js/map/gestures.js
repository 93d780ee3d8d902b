// Mouse, touch and wheel: pan, pinch, zoom, click, hover, drag of what is placed.

/** @typedef {import("./view.js").Pixel} Pixel */
/**
 * @typedef {object} Hands  what gestures do
 * @property {(dx: number, dy: number) => void} pan
 * @property {(by: number, about: Pixel) => void} zoom
 * @property {(at: Pixel, target: Element | null) => void} click
 * @property {(at: Pixel, target: Element | null) => void} move
 * @property {(at: Pixel, target: Element | null) => boolean} grab   whether a drag from here moves a thing and not the map
 * @property {(at: Pixel) => void} drag
 * @property {(steps: number) => boolean} turn   whether the wheel with Shift turned something
 * @property {() => void} leave
 */

/** How far a pointer may stray in a click, in pixels. */
const CLICK = 5;

export class Gestures {
  /** @param {HTMLElement} root @param {Hands} hands */
  constructor(root, hands) {
    this.root = root;
    this.hands = hands;
    /** @type {Map<number, Pixel>} */ this.pointers = new Map();
    /** @type {{at: Pixel, target: Element | null, moved: boolean, grabbed: boolean} | null} */ this.press = null;
    const events = /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"]);
    for (const name of events) root.addEventListener(name, (event) => this[name](event));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {MouseEvent} event @returns {Pixel} */
  at(event) {
    const box = this.root.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {PointerEvent} event */
  pointerdown(event) {
    if (event.button > 1 || isTool(event.target)) return;
    const at = this.at(event), target = /** @type {Element} */ (event.target);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 1) this.press = { at, target, moved: false, grabbed: false };
    else if (this.press) this.press.moved = true;
  }

  /** @param {PointerEvent} event */
  pointermove(event) {
    const at = this.at(event), before = this.pointers.get(event.pointerId);
    if (!before) {
      if (!isTool(event.target)) this.hands.move(at, /** @type {Element} */ (event.target));
      return;
    }
    if (this.pointers.size > 1) this.pinch(event.pointerId, at, before);
    else this.dragged(event, at, before);
  }

  /** @param {PointerEvent} event @param {Pixel} at @param {Pixel} before */
  dragged(event, at, before) {
    const press = /** @type {NonNullable<typeof this.press>} */ (this.press);
    if (!press.moved) {
      if (Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) < CLICK) return;
      press.moved = true;
      press.grabbed = this.hands.grab(press.at, press.target);
      this.root.setPointerCapture(event.pointerId);
    }
    this.pointers.set(event.pointerId, at);
    if (press.grabbed) this.hands.drag(at);
    else this.hands.pan(at[0] - before[0], at[1] - before[1]);
  }

  /** @param {number} id @param {Pixel} at @param {Pixel} before */
  pinch(id, at, before) {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const apart = (/** @type {Pixel} */ p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    this.hands.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.hands.zoom(apart(at) / apart(before), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
    this.pointers.set(id, at);
  }

  /** @param {PointerEvent} event */
  pointerup(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    const press = this.press;
    this.press = null;
    if (press && !press.moved) this.hands.click(this.at(event), press.target);
  }

  /** @param {PointerEvent} event */
  pointercancel(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.press = null;
  }

  /** @param {PointerEvent} event */
  pointerleave(event) {
    if (!this.pointers.has(event.pointerId)) this.hands.leave();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (isTool(event.target)) return;
    event.preventDefault();
    const amount = event.deltaY * (event.deltaMode ? 30 : 1);
    if (event.shiftKey && this.hands.turn(Math.sign(amount || event.deltaX))) return;
    this.hands.zoom(Math.exp(-amount * (event.ctrlKey ? 0.008 : 0.0016)), this.at(event));
  }
}

/** @param {EventTarget | null} target */
const isTool = (target) => target instanceof Element && Boolean(target.closest(".map-tools"));
