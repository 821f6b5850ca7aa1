import { isRecord } from "@/lib/is-record";

/** Readers of a file that anybody may have written: each takes any value, and gives one that a page can show. */

/** A report's longest words are its legal notice. */
const MAX_TEXT = 2_000;
const MAX_ROWS = 200;

/** Controls, and what turns or hides text: a report has lines, and nothing else of these. */
const INVISIBLE = /[^\P{C}\n]/gu;

export const asText = (value: unknown): string =>
  typeof value === "string" ? value.replace(INVISIBLE, "").slice(0, MAX_TEXT) : "";

export const asTextOrNull = (value: unknown): string | null => asText(value) || null;

export const asNumberOrNull = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** A number of things; 0 for anything that is none. */
export const asCount = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const asRecords = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.slice(0, MAX_ROWS).filter(isRecord) : [];

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .slice(0, MAX_ROWS)
        .map(asText)
        .filter((text) => text !== "")
    : [];

/** An address that a link may lead to; null for any other, such as one that runs a script. */
export function asLink(value: unknown): string | null {
  const text = asText(value);
  return URL.canParse(text) && new URL(text).protocol === "https:" ? text : null;
}
