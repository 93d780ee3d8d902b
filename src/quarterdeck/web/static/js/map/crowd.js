// Boxes in a grid of buckets: how much of a box lies over others, each by its weight.

/** @typedef {[number, number, number, number]} Rect left, top, right, bottom */

const BUCKET = 64;

export class Crowd {
  constructor() {
    /** @type {Map<number, {box: Rect, weight: number, seen: number}[]>} */ this.buckets = new Map();
    this.asked = 0;
  }

  /** @param {Rect} box @param {number} weight what a pixel of overlap costs */
  add(box, weight) {
    const entry = { box, weight, seen: 0 };
    for (const key of keys(box)) {
      const there = this.buckets.get(key);
      if (there) there.push(entry);
      else this.buckets.set(key, [entry]);
    }
  }

  /** @param {Rect} box */
  overlap(box) {
    this.asked++;
    let sum = 0;
    for (const key of keys(box))
      for (const entry of this.buckets.get(key) ?? []) {
        if (entry.seen === this.asked) continue;
        entry.seen = this.asked;
        const wide = Math.min(box[2], entry.box[2]) - Math.max(box[0], entry.box[0]), high = Math.min(box[3], entry.box[3]) - Math.max(box[1], entry.box[1]);
        if (wide > 0 && high > 0) sum += wide * high * entry.weight;
      }
    return sum;
  }
}

/** @param {Rect} box */
function keys([l, t, r, b]) {
  const found = [];
  for (let x = Math.floor(l / BUCKET); x <= Math.floor(r / BUCKET); x++) for (let y = Math.floor(t / BUCKET); y <= Math.floor(b / BUCKET); y++) found.push(x * 4096 + y);
  return found;
}
