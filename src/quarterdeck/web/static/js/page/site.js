/** What every page has: the switch between dark and light. */
document.getElementById("theme")?.addEventListener("click", () => {
  const root = document.documentElement;
  const theme = root.dataset.theme === "light" ? "dark" : "light";
  root.dataset.theme = theme;
  try {
    localStorage.setItem("quarterdeck.theme", theme);
  } catch {
    // A browser that keeps nothing still shows it.
  }
});
