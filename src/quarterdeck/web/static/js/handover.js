/** Two at one screen: before what is secret to the other seat the page is left, and nothing of the battle stays in the document. */

/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./app.js").App} App */

/**
 * The other seat of this screen that is waited for, while this one has nothing to do, or that is asked to agree to a take-back.
 * @param {App} app @param {Update} update
 */
function next(app, update) {
  const ours = (document.body.dataset.seats ?? "").split(" ").filter((seat) => seat && seat !== app.data.seat);
  if (ours.length && update.can?.agree?.by === app.data.seat) return update.seats.find((seat) => ours.includes(seat.id));
  if (!ours.length || update.outcome || (update.slate && update.slate.state === "open")) return undefined;
  return update.seats.find((seat) => ours.includes(seat.id) && seat.waited);
}

/** Leave for the hand-over page if it is the other's turn; true if the page is being left. @param {App} app @param {Update} update */
export function handedOver(app, update) {
  const seat = next(app, update);
  if (!seat) return false;
  app.net.close();
  location.replace(`/battle/${app.data.battle}/${seat.id}/hand-over`);
  return true;
}
