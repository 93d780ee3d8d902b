/**
 * What crosses the wire, as types. Lengths are in game units, angles in degrees clockwise from up, probabilities from 0 to 1,
 * times in Unix milliseconds. A field that is absent has its default.
 */

// Words and marks

/** @typedef {{u: string, t?: string} | {side: string, t?: string} | {b: string} | {rule: string} | {die: number}} Pointer */
/** @typedef {string | Pointer} Part */
/** @typedef {string | Part[]} Text */
/** A unit, a mount (`am/w1`), a hex (`hex:7,3`) or an event (`e118`). @typedef {string} Ref */
/** @typedef {"ink" | "mid" | "plan" | "warn" | "bad" | "side"} Tone */
/** @typedef {{glyph: string, text?: string, arcs?: [number, number][], sectors?: 4 | 6 | 8}} Icon */
/** @typedef {{icon: Icon, tone: Tone, text?: Text, say: Text}} Badge */
/** @typedef {{k: "rows" | "pips" | "ticks" | "meter" | "steps", of: number | number[], left?: number | number[], at?: number, say?: Text}} Bar */

// The picture

/** @typedef {[number, number] | [number, number, number] | {of: Ref}} P */
/** @typedef {{at: P, from: number, to: number, inner?: number[], steps: [number, Text][]}} Bands */
/**
 * @typedef {{circle: [P, number]} | {sector: [P, number, number, number, number]} | {bands: Bands} | {poly: P[]}
 *   | {cells: ([number, number] | [number, number, number])[]}} Shape
 */
/**
 * @typedef {object} Plane
 * @property {"plane"} kind
 * @property {string} unit
 * @property {[number, number]} size
 * @property {number} [grid]
 * @property {number} [cross]
 * @property {number} [clock]
 * @property {number} [star]
 * @property {"euclid"} [metric]
 */
/**
 * @typedef {object} Tiles
 * @property {"hex" | "squares"} kind
 * @property {string} unit
 * @property {number} cols
 * @property {number} rows
 * @property {"hex" | "max" | "alternate"} [metric]
 * @property {[number, number][]} [holes]
 */
/** @typedef {Plane | Tiles | {kind: "cards"}} Ground */
/**
 * @typedef {object} ItemBase
 * @property {string} id
 * @property {string} [side]
 * @property {Ref} [ref]
 * @property {Ref[]} [also]
 * @property {Text} [say]
 * @property {"terrain" | "areas" | "tracks" | "vectors" | "ranges" | "names"} [layer]
 * @property {("sel" | "hover" | "asked")[]} [show]
 */
/** @typedef {ItemBase & {k: "terrain", pattern: string, shape: Shape, danger?: boolean, name?: Text, rot?: number}} Terrain */
/** @typedef {ItemBase & {k: "area", style: string, shape: Shape}} Area */
/**
 * @typedef {ItemBase & {k: "path", style: string, pts: P[], ticks?: boolean, text?: Text, at?: number,
 *   beside?: "port" | "starboard" | "on", strong?: boolean, blocked?: number}} Path
 */
/**
 * @typedef {ItemBase & {k: "token", style: string, sil: string, at: P, rot: number, size?: [number, number], count?: number,
 *   stack?: string, level?: "air" | "surface" | "under", name?: string, named?: boolean, pri?: number, bars?: Bar[],
 *   badges?: Badge[], ring?: "clock" | "plain" | "none"}} Token
 */
/** @typedef {ItemBase & {k: "label", at: P, text: Text, tone?: Tone}} Label */
/** @typedef {Terrain | Area | Path | Token | Label} Item */
/** @typedef {{map: Ground, items?: Item[]}} Scene */
/** @typedef {{id: string, name: string, note?: Text, you?: boolean}} Side */
/** @typedef {{n?: number, side: string, turn?: number, part?: number, h: number, k?: "hit" | "row" | "lost"}} Mark */
/** @typedef {{t: Text, state: "past" | "now" | "next" | "unused"}} Phase */
/** @typedef {{word: Text, at: number, of?: number, phases?: Phase[], marks?: Mark[]}} Progress */
/** @typedef {{ref: Ref, icon: Icon, t: Text, off?: Text}} Mount */
/**
 * @typedef {object} Unit
 * @property {string} id
 * @property {string} side
 * @property {string} name
 * @property {Text} kind
 * @property {string} sil
 * @property {{id: string, n: number}} [group]
 * @property {Bar[]} [bars]
 * @property {Text[]} [facts]
 * @property {Badge} [status]
 * @property {Mount[]} [mounts]
 * @property {boolean} [sheet]
 */
/**
 * @typedef {object} PanelCell
 * @property {string} id
 * @property {Text} t
 * @property {"ready" | "later" | "empty" | "used"} state
 * @property {Text} [sub]
 * @property {number} [die]
 * @property {number} [n]
 * @property {Text} [why]
 * @property {Text[]} [lines]
 * @property {Bar[]} [bars]
 * @property {Badge[]} [badges]
 * @property {Ref} [ref]
 * @property {{offer?: string, q?: string, answer: unknown}} [give]
 */
/** @typedef {{id: string, title: Text, count?: Text, as: "cells" | "hand" | "cards" | "stations" | "score", cells: PanelCell[]}} Panel */
/** @typedef {{scene: Scene, sides: Side[], progress: Progress, units?: Unit[], panels?: Panel[]}} Picture */
/** @typedef {{set?: (Partial<Item> & {id: string})[], drop?: string[], n?: number}} Patch */
/**
 * @typedef {{fx: "move", id: string, via: P[], legs?: number, rot: [number, number]}
 *   | {fx: "shot", style: "beam" | "torpedo" | "missile" | "guns", a: P, b: P, hit?: boolean}
 *   | {fx: "hit" | "loss" | "appear" | "fade", id: string} | {fx: "blast", at: P, r: number}
 *   | {fx: "cross", ref: Ref, n?: number}} Effect
 */
/** @typedef {{v: number, s: "hit" | "miss" | "lost" | "plain", re?: boolean, sides?: number}} Die */
/** @typedef {{at: number[], line: string, cost?: number, say?: Text}} Reach */
/**
 * @typedef {object} Event
 * @property {number} n
 * @property {number} turn
 * @property {Text} [phase]
 * @property {string} [kind]
 * @property {string} [rule]
 * @property {Text} text
 * @property {{for?: Text, d: Die[]}[]} [dice]
 * @property {{rule?: string, text: Text}[]} [why]
 * @property {Ref[]} [refs]
 * @property {Effect[]} [fx]
 * @property {Mark} [mark]
 * @property {Patch} [patch]
 */
/** @typedef {{title: string, sub: string, figure: string, svg: string, notes?: {text: Text, rule?: string}[], tips?: Record<Ref, {t: Text, lines?: Text[]}>}} Sheet */
/** @typedef {{silhouettes: Record<string, {d: string, lines?: string}>, glyphs: Record<string, {d: string, fill?: boolean}>, emblem?: string}} Art */

// Questions

/** @typedef {{rule?: string, text: Text, at?: string | [number, number], nearest?: unknown}} Problem */
/** @typedef {{tone: Tone, icon?: Icon, text: Text, rule?: string}} Note */
/** @typedef {{t: Text, was?: Text, v: Text, unit?: Text}} Fact */
/** @typedef {{k: "give" | "passing" | "answer" | "suggest", t: Text, off?: Text, answer?: unknown}} Button */
/** @typedef {{n: number, s: "turn" | "burn" | "spent"}} MeterPart */
/** @typedef {{k: "meter", t: Text, of: number, parts: MeterPart[]}} Meter */
/** @typedef {{icon?: Icon, t: Text, sub?: Text, cells: Text[], off?: Text, ref?: Ref}} TableRow */
/** @typedef {{k: "bars", title: Text, rule?: string, xs: string[], p: number[], colour_from?: number, side?: string, lines?: {x: number, text: Text}[], label?: Text, ref?: Ref}} BarsBlock */
/**
 * @typedef {{k: "facts", rows: Fact[]} | {k: "table", cols: Text[], rows?: TableRow[]} | Meter | BarsBlock
 *   | {k: "account", rows: {t: Text, v: Text, rule?: string, tone?: Tone, ref?: Ref}[], total?: Text}
 *   | {k: "panel", id: string} | {k: "sheet", ref: Ref}} Block
 */
/**
 * A question dressed with a draft.
 * @typedef {object} DressBase
 * @property {string} q
 * @property {string} [rule]
 * @property {Ref} [subject]
 * @property {Text} title
 * @property {Text} [lead]
 * @property {{t?: Text, icon?: Icon, n: number, of: number}} [count]
 * @property {{t: Text, now?: boolean}[]} [steps]
 * @property {any} [draft]
 * @property {boolean} ready
 * @property {Problem[]} [problems]
 * @property {Note[]} [notes]
 * @property {boolean} [odds] whether the odds are in; absent: there are none
 * @property {string} [standing] the name under which a seat may pass beforehand
 * @property {Button[]} [buttons]
 * @property {Block[]} [blocks]
 * @property {Patch} [patch]
 */
/** @typedef {{key: string, t: Text, fact?: Text, sub?: Text, ref?: Ref, side?: string, icon?: Icon, off?: Text}} ChooseRow */
/** @typedef {DressBase & {kind: "choose", rows?: ChooseRow[], min?: number, max?: number, ordered?: boolean}} ChooseDress */
/** @typedef {{t: Text, v?: number, unit?: Text, edit: "range" | "x" | "y" | "heading"}} PlaceField */
/** @typedef {{unit: string, t?: Text, sil?: string, at?: number[], heading?: number, state?: "given" | "none" | "bad", fact?: Text, sub?: Text}} PlaceRow */
/** @typedef {{at: number[], heading?: number, level?: string}} Pose */
/**
 * @typedef {DressBase & {kind: "place", origin?: P, fields?: PlaceField[], rows?: PlaceRow[], grid?: number,
 *   headings?: "clock" | "free" | number[]}} PlaceDress
 */
/** @typedef {{t: Text, say?: Text, line: string, on?: boolean, cost?: number, off?: Text, icon?: Icon}} Key */
/** @typedef {{k: "dial", legend: Text, points: number, was?: number, now?: number, course?: [number, number], keys: Record<string, Key>}} Dial */
/** @typedef {Dial | {k: "keys", legend: Text, note?: Text, keys: Key[]} | Meter} Control */
/**
 * @typedef {object} PlotRow
 * @property {string} unit
 * @property {string} line
 * @property {string} [last]
 * @property {Text} [sub]
 * @property {"given" | "none" | "bad"} state
 * @property {Text} [gloss]
 * @property {string} [rule]
 * @property {{t: string, from: number, to: number, bad?: boolean}[]} [chips]
 * @property {Control[]} [controls]
 * @property {Fact[]} [facts]
 * @property {(Key & {key: string})[]} [flags]
 * @property {Reach[]} [to]
 */
/** @typedef {DressBase & {kind: "plot", rows?: PlotRow[], empty?: "allowed" | "purpose", purpose?: Text, drift?: string}} PlotDress */
/** @typedef {{slot: string, t: Text, sub?: Text, icon?: Icon, ref?: Ref, out?: Text, v?: any, amount?: [number, number, number]}} AssignRow */
/** @typedef {{key: string, t: Text, sub?: Text, off?: Text, on?: boolean}} Option */
/** @typedef {{choice: string, t: Text, sub?: Text, side?: string, ref?: Ref, off?: Text, sums?: Text[]}} AssignCol */
/** @typedef {{v?: Text, t?: Text, sub?: Text, on?: boolean, off?: Text, why?: Text, give?: any, options?: Option[]}} AssignCell */
/** @typedef {DressBase & {kind: "assign", rows?: AssignRow[], cols?: AssignCol[], sums?: Text[], cells?: AssignCell[][], step?: boolean, corner?: Text}} AssignDress */
/** @typedef {"choice" | "amount" | "dice" | "reference" | "text" | "flags" | "list" | "document"} FieldKind */
/**
 * @typedef {object} FormRow
 * @property {string} key
 * @property {Text} t
 * @property {FieldKind} k
 * @property {any} [value]
 * @property {Option[]} [choices]
 * @property {Text} [note]
 * @property {Text} [off]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {number} [sides]
 * @property {number} [count] of dice
 * @property {boolean} [need]
 * @property {FormRow[]} [of] the fields of a new row of a list
 */
/** @typedef {DressBase & {kind: "form", rows?: FormRow[], lists?: Record<string, FormRow[][]>}} FormDress */
/** @typedef {ChooseDress | PlaceDress | PlotDress | AssignDress | FormDress} Dress */
/** @typedef {{id: string, secret?: boolean, state: "open" | "closed", rev: number, title?: Text, count?: Text, missing?: Text[], questions: Dress[], due?: number}} Slate */
/** @typedef {{id: string, dress: Dress, until?: string}} Offer */

// Updates

/** @typedef {{id: string, side: string, name: string, who: Text, state?: Text, icon?: string, waited?: boolean, due?: number, here?: boolean}} Seat */
/** @typedef {{winners: string[], reason: Text, rule?: string, scores?: Record<string, number>}} Outcome */
/**
 * @typedef {object} Update
 * @property {string} battle
 * @property {string} seat
 * @property {number} rev
 * @property {number} now
 * @property {number} n
 * @property {string} [build]
 * @property {Event[]} events
 * @property {Slate} [slate]
 * @property {Offer[]} [offers]
 * @property {Seat[]} seats
 * @property {Picture} picture
 * @property {Outcome} [outcome]
 * @property {Text} [halted] why the battle cannot go on
 * @property {{take_back?: true | Text, agree?: {by: string, agreed: boolean}, concede?: boolean}} [can]
 */
/** @typedef {{error: string, text: Text, problems?: Problem[], rev?: number}} WireError */
/** @typedef {{pictures: {n: number, turn: number, picture: Picture}[], events: Event[]}} Replay */

export {};
