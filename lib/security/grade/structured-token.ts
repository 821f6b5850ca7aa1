const KEY = "[a-z*][a-z0-9_.*-]*";
const TOKEN = "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*";
const VALUE = `${TOKEN}|"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"|-?[0-9]{1,15}(?:\\.[0-9]{1,3})?|:[A-Za-z0-9+/=]*:|\\?[01]`;
const PARAMETERS = `(?:;[ ]*${KEY}(?:=(?:${VALUE}))?)*`;
/** Its parts begin with different characters, so there is one way to match and no backtracking. */
const ITEM = new RegExp(`^(${TOKEN})${PARAMETERS}$`);
const INNER_ITEM = `(?:${VALUE})${PARAMETERS}`;
const INNER_LIST = `\\([ ]*(?:${INNER_ITEM}(?:[ ]+${INNER_ITEM})*[ ]*)?\\)`;
/** One member of a dictionary and the comma behind it, to be matched one after another. */
const MEMBER = new RegExp(`${KEY}(?:=(?:${VALUE}|${INNER_LIST}))?${PARAMETERS}[ \\t]*(?:,[ \\t]*|$)`, "y");

const MAX_HEADER = 1_024;

/** The token of a structured field that is a token item (RFC 8941 §3.3), parameters aside; null for anything else. */
export function structuredToken(header: string): string | null {
  return ITEM.exec(header.slice(0, MAX_HEADER).trim())?.[1] ?? null;
}

const MAX_DICTIONARY = 8_192;

/** Whether a structured field is a dictionary (RFC 8941 §4.2.2) of at least one member; a single fault voids the whole. */
export function isDictionary(header: string): boolean {
  const text = header.trim();
  if (text === "" || text.length > MAX_DICTIONARY || text.endsWith(",")) return false;
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < text.length) if (!MEMBER.test(text)) return false;
  return true;
}
