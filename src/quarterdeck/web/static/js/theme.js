/** Sets the theme before anything is drawn: what the reader chose, else the system's choice. Loaded as a plain script. */
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("quarterdeck.theme");
  } catch {
    chosen = null;
  }
  document.documentElement.dataset.theme = chosen ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
})();
