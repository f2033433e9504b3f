// A PGN dropped or pasted anywhere goes to Assess: an export of Lichess or Chess.com needs no other way in.

const KEY = "fallible-assess";

/** Hands games to Assess. */
export function assess(pgn: string) {
  sessionStorage.setItem(KEY, pgn);
  if (location.hash === "#/assess") window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#/assess";
}

/** What was handed on, once. */
export function handed(): string | null {
  const pgn = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return pgn;
}

const isGame = (text: string) => /^\s*\[\w+ "/m.test(text) || /(^|\s)1\.\s*[a-hNBRQKO]/.test(text);
const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Listens on the whole page; places that take games themselves come first. */
export function takeGamesAnywhere() {
  const holdsFile = (event: DragEvent) => [...(event.dataTransfer?.items ?? [])].some((item) => item.kind === "file");
  window.addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault());
  window.addEventListener("drop", (event) => {
    if (event.defaultPrevented) return;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void file.text().then((text) => isGame(text) && assess(text));
  });
  window.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isField(event.target) || text.length < 12 || !isGame(text)) return;
    event.preventDefault();
    assess(text);
  });
}
