/** Entity tags and their comparison, as RFC 9110 §8.8.3 and §13.1.2 have them. */

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const WHOLE = new RegExp(`^${TAG.source}$`);
const EACH = new RegExp(TAG.source, "g");

const opaque = (tag: string): string => tag.replace(/^W\//, "");

export const isEntityTag = (text: string): boolean => WHOLE.test(text);

/** Whether `If-None-Match` names the tag: `*`, or a list with it, by the weak comparison that the field asks for. */
export const matchesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.trim() === "*" ||
  (ifNoneMatch.match(EACH) ?? []).some((candidate) => opaque(candidate) === opaque(tag));
