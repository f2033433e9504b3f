// The workbench starts here: colours, the pages, and which of them the address names.

import "./style/index.css";
import { fill, h, svg } from "./dom";
import { takeGamesAnywhere } from "./handed-game";
import { complaint } from "./parts";
import { theme } from "./theme";

/** What a page hands back: how to leave it. */
export type Leave = () => void;
export interface Page {
  mount(root: HTMLElement, path: string[], query: URLSearchParams): Leave | void | Promise<Leave | void>;
}

/** `under` names the tab of a page that has none of its own. */
const PAGES: { id: string; name: string; icon: string; under?: string; load: () => Promise<Page> }[] = [
  { id: "today", name: "Practise", icon: "M8 21h8M9 18c0-5 2-6.5 2-10h2c0 3.5 2 5 2 10zM12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z", load: () => import("./pages/today") },
  { id: "practise", name: "Practise", icon: "", under: "today", load: () => import("./pages/practise") },
  { id: "sets", name: "Position sets", icon: "", under: "today", load: () => import("./pages/sets") },
  { id: "play", name: "Play", icon: "M4 4h16v16H4zM4 12h16M12 4v16M4 4h8v8H4zM12 12h8v8h-8z", load: () => import("./pages/play") },
  { id: "explore", name: "Explore", icon: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5", load: () => import("./pages/explore") },
  { id: "assess", name: "Assess", icon: "M4 20V9M10 20V4M16 20v-7M21 20H3", load: () => import("./pages/assess") },
  { id: "endgames", name: "Endgames", icon: "M4 5h16M4 12h16M4 19h16", load: () => import("./pages/endgames") },
  { id: "random", name: "Random games", icon: "M4 6h4l8 12h4M4 18h4l8-12h4M18 3l3 3-3 3M18 15l3 3-3 3", load: () => import("./pages/random") },
  { id: "network", name: "Network", icon: "M5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM19 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.5 6.5l4 4M6.5 17.5l4-4M14 12h3", load: () => import("./pages/network") },
  { id: "progress", name: "Progress", icon: "M3 17l6-6 4 4 8-9M15 6h6v6", load: () => import("./pages/progress") },
];

let leave: Leave | void;
let visit = 0;

async function go() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [id, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const page = PAGES.find((one) => one.id === id) ?? PAGES[0];
  const main = document.getElementById("main");
  if (!main) return;
  const mine = ++visit;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav.tabs a"))
    if (link.dataset.page === (page.under ?? page.id)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.title = `${page.name} · Fallible`;
  leave?.();
  leave = undefined;
  try {
    const { mount } = await page.load();
    if (mine !== visit) return;
    // Each visit has ground of its own: a page still waiting for the server when the reader moves on draws where nobody looks.
    const root = h("div", { class: page.id }, h("p", { class: "quiet loading" }, "One moment …"));
    fill(main, root);
    const left = await mount(root, rest, new URLSearchParams(query));
    if (mine === visit) leave = left;
    else left?.();
  } catch (error) {
    if (mine === visit) fill(main, complaint(error, () => void go()));
  }
}

/** The tabs. */
function tabs() {
  const nav = document.querySelector("nav.tabs");
  if (!nav) return;
  fill(
    nav,
    PAGES.filter((page) => !page.under).map(({ id, name, icon }) => {
      // Of two words a narrow window has room for the first.
      const [first, ...more] = name.split(" ");
      const drawing = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icon }));
      return h("a", { href: `#/${id}`, "data-page": id }, drawing, h("span", null, first, more.length ? h("span", { class: "hide-narrow" }, ` ${more.join(" ")}`) : null));
    }),
  );
}

theme();
tabs();
takeGamesAnywhere();
window.addEventListener("hashchange", () => {
  void go();
  window.scrollTo(0, 0);
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main")?.focus();
});
void go();
