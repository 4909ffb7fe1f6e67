/** What switches a page between dark and light, by the button `theme`, and remembers it; `one` finds an element by its id. */
export const THEME_SCRIPT = `const remembered = {
  get: () => { try { return localStorage.epsilabTheme; } catch { return undefined; } },
  set: (theme) => { try { localStorage.epsilabTheme = theme; } catch {} },
};
const root = document.documentElement;
if (remembered.get()) root.dataset.theme = remembered.get();
one("theme").addEventListener("click", () => {
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  remembered.set(root.dataset.theme);
});
`.trim();
