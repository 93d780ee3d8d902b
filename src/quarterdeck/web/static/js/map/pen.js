// Drawing on a canvas in flat units: traces shapes, strokes and fills them.

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Flat} Flat */
/** @typedef {import("./view.js").Pixel} Pixel */
/** @typedef {import("./palette.js").Palette} Palette */

import { outline } from "./layout.js";

/** Degrees clockwise from up as the canvas counts. @param {number} degrees */
export const angle = (degrees) => ((degrees - 90) * Math.PI) / 180;
const ROUND = Math.PI * 2;
/** How many lines are stroked at once: long paths are slow. */
const CHUNK = 240;

export class Pen {
  /** @param {CanvasRenderingContext2D} g @param {View} view @param {Layout} layout @param {Palette} palette @param {number} margin drawn beyond the view, in pixels */
  constructor(g, view, layout, palette, margin) {
    this.g = g;
    this.view = view;
    this.layout = layout;
    this.palette = palette;
    this.margin = margin;
  }

  /** The box that is drawn. @returns {import("./view.js").Box} */
  seen() {
    const a = this.view.flat([-this.margin, -this.margin]), b = this.view.flat([this.view.w + this.margin, this.view.h + this.margin]);
    return { left: a[0], right: b[0], top: Math.min(a[1], b[1]), bottom: Math.max(a[1], b[1]) };
  }

  /** Whether something so large round a place is drawn at all. @param {Flat} at @param {number} flatRadius */
  reaches(at, flatRadius) {
    return this.view.sees(this.view.pixel(at), -this.margin - flatRadius * this.view.k);
  }

  /** @param {string} colour */
  flood(colour) {
    this.g.fillStyle = colour;
    this.g.fillRect(-this.margin, -this.margin, this.view.w + 2 * this.margin, this.view.h + 2 * this.margin);
  }

  /** @param {Flat[]} pts @param {boolean} [closed] */
  trace(pts, closed) {
    pts.forEach((p, i) => (i ? this.g.lineTo(...this.view.pixel(p)) : this.g.moveTo(...this.view.pixel(p))));
    if (closed) this.g.closePath();
  }

  /** @param {Flat[][]} loops */
  loops(loops) {
    this.g.beginPath();
    for (const loop of loops) this.trace(loop, true);
  }

  /** Strokes many short lines, those in view. @param {[Flat, Flat][]} lines */
  segments(lines) {
    const { g, view } = this;
    const seen = this.seen(), { k, down } = view, [x0, y0] = view.pixel([0, 0]);
    let count = 0;
    g.beginPath();
    for (const [a, b] of lines) {
      if (a[0] < seen.left - 1 || a[0] > seen.right + 1 || a[1] < seen.top - 1 || a[1] > seen.bottom + 1) continue;
      g.moveTo(x0 + a[0] * k, y0 + down * a[1] * k);
      g.lineTo(x0 + b[0] * k, y0 + down * b[1] * k);
      if (++count % CHUNK === 0) {
        g.stroke();
        g.beginPath();
      }
    }
    g.stroke();
  }

  /** Adds a disc where it is drawn. @param {Flat} at @param {number} radius pixels */
  dot(at, radius) {
    const p = this.view.pixel(at);
    if (!this.view.sees(p, -this.margin)) return;
    this.g.moveTo(p[0] + radius, p[1]);
    this.g.arc(p[0], p[1], radius, 0, ROUND);
  }

  /** @param {number} x @param {number} y0 @param {number} y1 pixels, put on half ones */
  upright(x, y0, y1) {
    this.g.moveTo(Math.round(x) + 0.5, y0);
    this.g.lineTo(Math.round(x) + 0.5, y1);
  }

  /** @param {number} y @param {number} x0 @param {number} x1 */
  level(y, x0, x1) {
    this.g.moveTo(x0, Math.round(y) + 0.5);
    this.g.lineTo(x1, Math.round(y) + 0.5);
  }

  /** @param {Pixel} p @param {number} r */
  cross(p, r) {
    const [x, y] = [Math.round(p[0]) + 0.5, Math.round(p[1]) + 0.5];
    this.g.moveTo(x - r, y);
    this.g.lineTo(x + r, y);
    this.g.moveTo(x, y - r);
    this.g.lineTo(x, y + r);
  }

  /** Traces a resolved shape, cells shrunk by a part of their size. @param {any} shape @param {number} [inset] */
  shape(shape, inset = 0) {
    const { g, view } = this;
    g.beginPath();
    if (shape.k === "poly") return this.trace(shape.pts, true);
    if (shape.k === "cells") return this.cells(shape.cells, inset);
    const [x, y] = view.pixel(shape.at), [r0, r1] = [(shape.r0 ?? 0) * view.k, shape.r * view.k];
    if (shape.to - shape.from >= 360) {
      g.arc(x, y, r1, 0, ROUND);
      if (r0) g.arc(x, y, r0, ROUND, 0, true);
      return;
    }
    g.arc(x, y, r1, angle(shape.from), angle(shape.to));
    if (r0) g.arc(x, y, r0, angle(shape.to), angle(shape.from), true);
    else g.lineTo(x, y);
    g.closePath();
  }

  /** @param {number[][]} cells @param {number} inset */
  cells(cells, inset) {
    if (!inset) return outline(this.layout, cells).forEach((loop) => this.trace(loop, true));
    for (const cell of cells) {
      const c = this.layout.flat(cell);
      if (this.reaches(c, 1)) this.trace(this.layout.shape.map((s) => [c[0] + s[0] * (1 - inset), c[1] + s[1] * (1 - inset)]), true);
    }
  }

  /** @param {string} colour @param {number} [strength] */
  fill(colour, strength = 1) {
    this.g.fillStyle = colour;
    this.g.globalAlpha = strength;
    this.g.fill();
    this.g.globalAlpha = 1;
  }

  /** @param {string} colour @param {number} [width] @param {number} [strength] @param {number[]} [dash] */
  stroke(colour, width = 1, strength = 1, dash = []) {
    const { g } = this;
    g.save();
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.globalAlpha = strength;
    g.lineJoin = "round";
    g.lineCap = dash.length && dash[0] < 2 ? "round" : "butt";
    g.setLineDash(dash);
    g.stroke();
    g.restore();
  }

  /** @param {Pixel} p @param {string} words @param {{colour: string, size?: number, halo?: boolean}} how */
  text(p, words, { colour, size = 10, halo }) {
    const { g, palette } = this;
    g.font = `400 ${size}px ${palette.sans}`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.lineJoin = "round";
    if (halo) {
      g.strokeStyle = palette.map;
      g.lineWidth = 3.5;
      g.strokeText(words, ...p);
    }
    g.fillStyle = colour;
    g.fillText(words, ...p);
  }
}
