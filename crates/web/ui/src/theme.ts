// Light or dark: as the system says, until the reader says otherwise.

import { svg } from "./dom";
import { redrawPlots } from "./plots";
import { applySettings, showSettings } from "./settings";

type Theme = "light" | "dark";
const system = matchMedia("(prefers-color-scheme: dark)");

const chosen = (): Theme | null => localStorage.getItem("fallible-theme") as Theme | null;
const current = (): Theme => chosen() ?? (system.matches ? "dark" : "light");

function apply() {
  const theme = current();
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  button?.setAttribute("aria-label", theme === "dark" ? "Light colours" : "Dark colours");
  button?.setAttribute("title", theme === "dark" ? "Light colours" : "Dark colours");
  button?.replaceChildren(
    svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      theme === "dark"
        ? svg("path", { d: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1" })
        : svg("path", { d: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" }),
    ),
  );
  redrawPlots();
}

/** Colours the page and wires the button. */
export function theme() {
  apply();
  applySettings();
  document.getElementById("settings")?.addEventListener("click", showSettings);
  system.addEventListener("change", apply);
  document.getElementById("theme")?.addEventListener("click", () => {
    localStorage.setItem("fallible-theme", current() === "dark" ? "light" : "dark");
    apply();
  });
}
