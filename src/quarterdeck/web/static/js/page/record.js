/** A record from a file: it is checked, kept, and then looked at like any battle. */

import { ask, complain } from "./ask.js";

const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const drop = /** @type {HTMLElement} */ (document.querySelector(".drop"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const MOST = 1_000_000;

/** @param {File | undefined} chosen */
async function open(chosen) {
  if (!chosen) return;
  /** @type {HTMLElement} */ (document.getElementById("trouble")).hidden = true;
  if (chosen.size > MOST) return complain(new Error(`${chosen.name} is longer than ${MOST} bytes.`));
  verdict.textContent = "The record is being checked.";
  try {
    const kept = await ask("/api/records", { text: await chosen.text() });
    location.assign(`/battle/${kept.battle}/${kept.seat}`);
  } catch (fault) {
    verdict.textContent = "";
    complain(fault);
  }
}

file.addEventListener("change", () => void open(file.files?.[0]));
for (const kind of ["dragover", "dragleave", "drop"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
    if (kind === "drop") void open(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  });
}
