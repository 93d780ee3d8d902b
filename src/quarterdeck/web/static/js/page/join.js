/** Taking a seat by an invitation, whose token stands behind the # of the address. */

import { ask, complain, salt } from "./ask.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("join"));
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (!token) complain(new Error("The address lacks the invitation behind its #."));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const name = String(new FormData(form).get("name") ?? "");
    const taken = await ask("/api/join", { token, name, salt: salt() });
    location.replace(`/battle/${taken.battle}/${taken.seat}`);
  } catch (fault) {
    complain(fault);
  }
});
