/** The hand-over page: one button. The seat is entered by replacing the page, so that going back does not show the other's. */

const button = /** @type {HTMLButtonElement} */ (document.querySelector("#take-seat"));
button.addEventListener("click", () => location.replace(button.dataset.next ?? "/"));
button.focus();
