// Texts handed over: to the clipboard, or marked to be copied by hand where a browser allows no more.

import { announce, h } from "./dom";

/** A button that copies what `text` gives and says so. */
export function copyButton(label: string, text: () => string | Promise<string>, id?: string): HTMLButtonElement {
  const button = h("button", { type: "button", id: id ?? null }, label);
  button.addEventListener("click", async () => {
    const content = await text();
    const copied = await copy(content);
    button.textContent = copied ? "Copied" : "Press Ctrl+C";
    announce(copied ? `${label}: copied` : "Press Control and C to copy");
    setTimeout(() => (button.textContent = label), 1800);
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection there is only the old way.
    const field = h("textarea", { value: text, class: "unseen", "aria-hidden": "true" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** An address of this workbench, whole. */
export const linkTo = (hash: string) => `${location.origin}${location.pathname}${hash}`;
