import { cleanLine, cleanText } from "@/lib/lounge/text";

/** More marks on one letter than any language writes; hundreds of them paint over what stands above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Creators' words as they may stand in a page. The service cleans them before they are published; they are cleaned here
 * again, since a page shows certificates from files as well. React writes all of it as text.
 */
export const inertLines = (text: string): string => cleanText(text).replace(STACKED_MARKS, "$1");
export const inertLine = (text: string): string => cleanLine(text).replace(STACKED_MARKS, "$1");
