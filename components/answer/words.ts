import { ageInWords } from "@/components/answer/age";

const UNITS = ["usd", "pct", "bps", "sec", "ms", "x"];
/** Initials that stay in capitals. */
const INITIALS = new Set([
  ...[
    "tvl",
    "apy",
    "apr",
    "ath",
    "rsi",
    "ema",
    "vwap",
    "atr",
    "cvd",
    "oi",
    "url",
    "id",
    "il",
    "vix",
    "hhi",
    "usd",
  ],
  ...["dex", "btc", "eth", "lp", "kol", "a2a", "mcp", "hsts", "csp"],
]);

/** A member's name for people: `volume24hUsd` → "Volume 24h", since its unit stands with the value. */
export function nameInWords(name: string): string {
  const parts = name
    .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
    .replace(/([0-9][a-z]?)([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase()
    .split(" ");
  if (parts.at(-1) === "value" && parts.at(-2) === "usd") parts.splice(-2);
  else if (parts.length > 1 && UNITS.includes(parts.at(-1) ?? "")) parts.pop();
  const words = parts.map((part) => (INITIALS.has(part) ? part.toUpperCase() : part)).join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 });
const plain = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 7 });

/** 142,312,450,118 → "142.3B"; what is below a million stays as it is, to six figures. */
export const numberInWords = (value: number): string =>
  (Math.abs(value) >= 1e6 ? compact : plain).format(value);

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether a value is a moment, as answers write them. */
export const isTime = (value: unknown): boolean => typeof value === "string" && ISO_TIME.test(value);

/** A moment where its column says that it is UTC. */
export const timeInTable = (iso: string): string => `${iso.slice(5, 10)} ${iso.slice(11, 16)}`;

const timeInWords = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

const isChange = (name: string): boolean => /change|chg|ret1|contribution|pnl|excess/i.test(name);

export interface ValueInWords {
  text: string;
  numeric: boolean;
  /** Which way a change went; it is said by sign and arrow, and only then by colour. */
  direction?: "up" | "down";
  href?: string;
  unknown?: true;
}

function figure(name: string, value: number): ValueInWords {
  if (/(Sec|^ageSec)$/.test(name)) return { text: ageInWords(Math.max(0, value)), numeric: true };
  if (/Ms$/.test(name) && value > 1e12)
    return { text: timeInWords(new Date(value).toISOString()), numeric: true };
  const change = isChange(name) && value !== 0;
  const size = numberInWords(change ? Math.abs(value) : value);
  const signed = change ? `${value > 0 ? "▲ +" : "▼ −"}` : "";
  const money = /Usd(Value)?$/.test(name);
  const rate = /(Pct|Pp|^apy)$/.test(name) ? " %" : /Bps$/.test(name) ? " bp" : "";
  const text = money
    ? `${signed}${value < 0 && !change ? "−" : ""}$${size.replace("-", "")}`
    : signed + size + rate;
  return { text, numeric: true, ...(change ? { direction: value > 0 ? "up" : "down" } : {}) };
}

/** A single value for people, by its member's name: the unit is part of that name. */
export function valueInWords(name: string, value: unknown): ValueInWords {
  if (value === null || value === undefined) return { text: "unknown", numeric: false, unknown: true };
  if (typeof value === "number") return figure(name, value);
  if (typeof value === "boolean") return { text: value ? "yes" : "no", numeric: false };
  const text = String(value);
  if (isTime(text)) return { text: timeInWords(text), numeric: true };
  if (/^https?:\/\//.test(text))
    return { text: text.replace(/^https?:\/\/(www\.)?/, ""), numeric: false, href: text };
  return { text, numeric: false };
}
