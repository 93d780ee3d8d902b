/**
 * What a workshop sends, as `quarterdeck.engine.bench_wire` writes it.
 *
 * @typedef {import("./edits.js").Edit} Edit
 * @typedef {{t: string, edits: Edit[], on?: boolean}} Pick
 * @typedef {Pick & {from: number, to: number}} Sector
 * @typedef {{at: string, t: string, k: "amount" | "choice" | "flag" | "text" | "ring", value: any, min?: number, max?: number | null,
 *   optional?: boolean, picks?: Pick[], sectors?: Sector[], rule?: string}} Figure
 * @typedef {{at: string, t: string, note: string, rule: string, figures: Figure[]}} Entry
 * @typedef {{key: string, t: string, category: string, note: string, rule: string, words: string, edits: Edit[]}} Part
 * @typedef {{columns: string[], lines: {t: string, figures: Record<string, number>, rule: string}[], totals: Record<string, number>,
 *   limits: Record<string, number>}} Account
 * @typedef {{rule: string, text: string, at: string, remedy?: {t: string, edits: Edit[]}}} Problem
 * @typedef {{title: string, figure: string, sections: {t: string, below: boolean, figures: Figure[]}[], listed: string, entries: Entry[], parts: Part[],
 *   account: Account, problems: Problem[], notes: Problem[], sheet?: import("../types.js").Sheet}} Bench
 * @typedef {{key: string, t: string, blank: any, examples: any[]}} Kind
 * @typedef {{id: string, kind: string, title: string, figure: string, moved: number}} Saved
 */

export {};
