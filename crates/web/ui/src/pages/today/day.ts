// The day by this browser's calendar.

/** Counted from 1970-01-01, in local time. */
export function today(): number {
  const now = new Date();
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);
}
