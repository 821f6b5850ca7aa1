import { cleanText } from "@/lib/sources/text/clean-text";

const MAX_FOREIGN = 256;

/**
 * A string that a target supplied, as a report may show it: one line of plain text, nothing invisible, no markup, at
 * most 256 UTF-16 units. It is still a stranger's words.
 */
export function untrustedText(raw: string): string {
  const text = cleanText(raw);
  if (text.length <= MAX_FOREIGN) return text;
  const last = text.codePointAt(MAX_FOREIGN - 1) ?? 0;
  return text.slice(0, last > 0xffff ? MAX_FOREIGN - 1 : MAX_FOREIGN).trimEnd();
}
