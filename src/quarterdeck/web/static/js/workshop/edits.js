/** Changes of a document at a path (`systems[2].arcs`), as `quarterdeck.engine.edits` makes them. */

/** @typedef {{at: string, value?: any, drop?: boolean}} Edit */

/** @param {string} path @returns {(string | number)[]} */
export function stepsOf(path) {
  return [...path.matchAll(/\[(\d+)\]|\.?([^.[\]]+)/g)].map(([, place, name]) => (place === undefined ? name : Number(place)));
}

/** What stands at a path. @param {any} value @param {string} path */
export function foundAt(value, path) {
  for (const step of stepsOf(path)) value = value?.[step];
  return value;
}

/** The document with edits made, one after the other. @param {any} value @param {Edit[]} edits */
export function edited(value, edits) {
  for (const edit of edits) value = changed(value, stepsOf(edit.at), edit);
  return value;
}

/** @param {any} value @param {(string | number)[]} steps @param {Edit} edit @returns {any} */
function changed(value, steps, edit) {
  if (!steps.length) return edit.value;
  const [step, ...rest] = steps;
  if (typeof step === "number") return changedList(value ?? [], step, rest, edit);
  const whole = { ...value };
  if (edit.drop && !rest.length) delete whole[step];
  else whole[step] = changed(whole[step], rest, edit);
  return whole;
}

/** @param {any[]} list @param {number} place @param {(string | number)[]} rest @param {Edit} edit */
function changedList(list, place, rest, edit) {
  if (edit.drop && !rest.length) return list.filter((_each, n) => n !== place);
  return [...list.slice(0, place), changed(list[place], rest, edit), ...list.slice(place + 1)];
}

/** What a thing is called by in other documents, out of its name. @param {string} name */
export function slug(name) {
  const plain = name.normalize("NFD").toLowerCase().replace(/[\u0300-\u036f]/g, "");
  return (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, 40).replace(/-$/, "");
}
