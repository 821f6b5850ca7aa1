const KEY = "[a-z*][a-z0-9_.*-]*";
const TOKEN = "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*";
const VALUE = `${TOKEN}|"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"|-?[0-9]{1,15}(?:\\.[0-9]{1,3})?|:[A-Za-z0-9+/=]*:|\\?[01]`;
/** Its parts begin with different characters, so there is one way to match and no backtracking. */
const ITEM = new RegExp(`^(${TOKEN})(?:;[ ]*${KEY}(?:=(?:${VALUE}))?)*$`);

const MAX_HEADER = 1_024;

/** The token of a structured field that is a token item (RFC 8941 §3.3), parameters aside; null for anything else. */
export function structuredToken(header: string): string | null {
  return ITEM.exec(header.slice(0, MAX_HEADER).trim())?.[1] ?? null;
}
