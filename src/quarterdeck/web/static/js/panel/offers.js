/** What a seat may do but need not: offers, each a small question of its own below the one that is asked. */

import { h } from "../dom.js";
import { dressOf } from "../store.js";
import { t } from "../words.js";
import { body, foot, header } from "./index.js";

/** @param {import("../app.js").App} app */
export function offers(app) {
  const found = app.state.update?.offers ?? [];
  if (!found.length) return null;
  return h(
    "section",
    { class: "offers", key: "offers", "aria-label": t("offers") },
    h("h3", null, t("offers")),
    found.map((offer) => one(app, offer)),
  );
}

/** @param {import("../app.js").App} app @param {import("../types.js").Offer} offer */
function one(app, offer) {
  const dress = dressOf(app.state, offer.dress.q) ?? offer.dress;
  return h(
    "details",
    { class: `offer ${dress.kind}`, key: offer.id },
    h("summary", null, header(dress, `offer-${offer.id}`)),
    body(app, dress),
    foot(app, dress, [], offer),
  );
}
