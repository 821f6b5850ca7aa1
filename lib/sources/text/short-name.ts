import { cleanText } from "./clean-text";

const MAX_NAME = 20;

/** A token's own name for itself as a short line of plain text; null when nothing of it can be shown. */
export function shortName(raw: string): string | null {
  const text = Array.from(cleanText(raw)).slice(0, MAX_NAME).join("").trim();
  return text === "" ? null : text;
}
