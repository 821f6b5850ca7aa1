import { compactUsd } from "@/lib/desks/compact-usd";

/** Figures as an answer writes them. Unknown is said, never 0. */

const UNKNOWN = "unknown";

const grouped = (value: number, digits: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** As many decimals as a price of that size needs: below a cent those of four figures, since a token's may begin anywhere. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || size >= 1) return 2;
  return size >= 0.01 ? 4 : Math.min(20, 3 - Math.floor(Math.log10(size)));
}

export const price = (value: number | null, currency: "USD" | "points" = "USD"): string =>
  value === null
    ? UNKNOWN
    : currency === "USD"
      ? `$${grouped(value, digitsOf(value))}`
      : `${grouped(value, 2)} points`;

export const dollars = (value: number | null): string =>
  value === null ? UNKNOWN : `${value < 0 ? "−" : ""}${compactUsd(Math.abs(value))}`;

/** Signed, since it says which way. */
export const change = (value: number | null): string =>
  value === null ? UNKNOWN : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}%`;

export const percent = (value: number | null, digits = 2): string =>
  value === null ? UNKNOWN : `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}%`;

export const plain = (value: number | null, digits = 2): string =>
  value === null ? UNKNOWN : `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;

export const signed = (value: number | null, digits = 2): string =>
  value === null ? UNKNOWN : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/** `14:06 UTC` of the same day, else with its date. */
export function clock(time: string | null, now: Date): string {
  if (time === null) return "at an unknown time";
  if (time.length === 10) return time;
  const [day, hour] = [time.slice(0, 10), `${time.slice(11, 16)} UTC`];
  return day === now.toISOString().slice(0, 10) ? hour : `${day} ${hour}`;
}

export const clockMs = (time: number | null, now: Date): string =>
  clock(time === null ? null : new Date(time).toISOString(), now);

export function age(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** “As its maker wrote it”, in quotation marks, so that nobody takes it for ours. */
export const quoted = (text: string): string => `“${text.replace(/[“”]/gu, '"')}”`;

/** What a ticker or a name of a market may look like: letters of any script and digits, a few marks, three words. */
const TICKER = /^[\p{L}\p{N}$&][\p{L}\p{N}._$&+/'-]{0,23}(?: [\p{L}\p{N}._$&+/'-]{1,23}){0,3}$/u;
const LONGEST_NAME = 40;

/** A stranger's name for a pool, a token or a protocol; one that is a sentence or an address on the web is not repeated. */
export const strangersName = (name: string | null): string =>
  name !== null && name.length <= LONGEST_NAME && TICKER.test(name) && !/\.[a-z]{2,}(?:\/|$)/i.test(name)
    ? quoted(name)
    : "(a name that is no ticker, not repeated)";

/** a, b and c. */
export const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
