// A clock for practice: it runs while you are to move, and its flag ends nothing but your hurry.

import { announce, h } from "./dom";

export interface PracticeClock {
  element: HTMLElement;
  /** Runs or stands still. */
  run(on: boolean): void;
  destroy(): void;
}

/** So many minutes for a game; what is left of them is kept while the browser is open. */
export function practiceClock(id: string, minutes: number): PracticeClock {
  const key = `fallible-clock-${id}`;
  let left = Number(sessionStorage.getItem(key) ?? minutes * 60);
  let running = false;
  const shown = h("b", { id: "clock" });
  const note = h("span", { class: "small-print" });
  const element = h("p", { class: "clock" }, shown, " ", note);
  const show = () => {
    const seconds = Math.max(0, Math.ceil(left));
    shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    element.classList.toggle("low", left <= 20);
    note.textContent = left <= 0 ? "Your time is over. Play on without the clock, or resign." : "left on your clock";
  };
  let last = performance.now();
  const timer = window.setInterval(() => {
    const now = performance.now();
    if (running && left > 0) {
      left -= (now - last) / 1000;
      sessionStorage.setItem(key, String(left));
      if (left <= 0) announce("Your time is over.");
      show();
    }
    last = now;
  }, 200);
  show();
  return { element, run: (on) => ((running = on), (last = performance.now())), destroy: () => clearInterval(timer) };
}
