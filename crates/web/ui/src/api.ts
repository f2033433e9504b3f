// Talking to the server: one door for requests, sentences for what goes wrong, and tables that must be solved first.

import { fill, h } from "./dom";

/** What the server refused, in its own sentence. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: { job?: string | number; game?: unknown } = {},
  ) {
    super(message);
  }
}

export interface Progress {
  done: number;
  total: number;
  what: string;
}

const token = keepToken();

/** `?token=` of the first load moves to this tab's storage, so that it does not stay in the address bar. */
function keepToken(): string | null {
  const here = new URL(location.href);
  const given = here.searchParams.get("token");
  if (given) {
    sessionStorage.setItem("fallible-token", given);
    here.searchParams.delete("token");
    history.replaceState(null, "", here);
  }
  return sessionStorage.getItem("fallible-token");
}

/** The token is written as in an address: headers hold no letters beyond Latin-1. */
function headers(body: BodyInit | undefined, type: string): HeadersInit {
  return {
    ...(token ? { Authorization: `Bearer ${encodeURIComponent(token)}` } : {}),
    ...(body === undefined ? {} : { "Content-Type": type }),
    "X-Fallible": "1",
  };
}

async function send(method: string, path: string, body?: string, type = "application/json", signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, body, headers: headers(body, type), signal, cache: "no-store" });
  } catch (error) {
    if (signal?.aborted) throw error;
    lost();
    throw new Refused(0, "The server does not answer. Is Fallible still running?");
  }
  found();
  if (answer.ok) return answer;
  let said: { error?: string; job?: string | number; game?: unknown } = {};
  try {
    said = await answer.json();
  } catch {
    // The status alone has to do.
  }
  throw new Refused(answer.status, said.error ?? `The server answered ${answer.status} ${answer.statusText}.`, said);
}

/** Asks for something. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send("GET", path, undefined, undefined, signal)).json();
}

/** Changes something. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const answer = await send("POST", path, JSON.stringify(body));
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
}

/** Sends a PGN; the answer is left to the caller, since it may be text. */
export const postText = (path: string, text: string, signal?: AbortSignal) => send("POST", path, text, "text/plain", signal);

/** Removes something. */
export const remove = (path: string, body?: unknown) => send("DELETE", path, body === undefined ? undefined : JSON.stringify(body));

/** Downloads a file through the same door, so that a token is sent too. */
export async function download(path: string, name: string) {
  save(await (await send("GET", path)).blob(), name);
}

/** Hands a file to the reader. */
export function save(content: Blob, name: string) {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Asks; where a table must be solved first, follows the work and asks again. */
export async function whenSolved<T>(path: string, progress: (now: Progress) => void, signal?: AbortSignal): Promise<T> {
  return solvedFirst(() => get<T>(path, signal), progress, signal);
}

/** The same for any request. */
export async function solvedFirst<T>(ask: () => Promise<T>, progress: (now: Progress) => void, signal?: AbortSignal): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503 || error.body.job === undefined || turn > 300) throw error;
      await follow(error.body.job, progress, signal);
    }
  }
}

/** Follows a job to its end; throws what the server says if it fails or is cancelled. */
export async function follow(job: string | number, progress: (now: Progress) => void, signal?: AbortSignal): Promise<void> {
  const cancelling = () => void cancel(job);
  signal?.addEventListener("abort", cancelling);
  try {
    const answer = await send("GET", `/jobs/${job}/events`);
    if (!answer.body) throw new Refused(0, "The server's progress cannot be read by this browser.");
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Refused(0, "The server stopped in the middle of its work. Try again.");
      rest += value.replaceAll("\r\n", "\n");
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const name = /^event: ?(.*)$/m.exec(event)?.[1];
        const data = JSON.parse(/^data: ?(.*)$/m.exec(event)?.[1] || "{}");
        if (name === "progress") progress(data);
        else if (name === "done") return void reader.cancel();
        else if (name === "failed") throw new Refused(500, data.error ?? "The work failed.");
        else if (name === "cancelled") throw new Refused(499, "Cancelled. Nothing was changed.");
      }
    }
  } finally {
    signal?.removeEventListener("abort", cancelling);
  }
}

/** Stops a job. */
const cancel = (job: string | number) => remove(`/jobs/${job}`).catch(() => undefined);

// --- the server gone, and back -------------------------------------------------------------------

let retry = 0;

function lost() {
  const banner = document.getElementById("banner");
  if (!banner || retry) return;
  fill(
    banner,
    h("span", null, "The server does not answer. Your game is kept; this page goes on when it is back."),
    h("button", { type: "button", onclick: () => void again() }, "Try now"),
  );
  banner.hidden = false;
  retry = window.setInterval(again, 2000);
}

async function again() {
  try {
    await fetch("/api/health", { headers: headers(undefined, ""), cache: "no-store" });
    found();
    window.dispatchEvent(new Event("server-back"));
  } catch {
    // Still gone: the next turn asks again.
  }
}

function found() {
  if (!retry) return;
  clearInterval(retry);
  retry = 0;
  const banner = document.getElementById("banner");
  if (banner) banner.hidden = true;
}
