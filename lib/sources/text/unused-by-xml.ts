/**
 * Stands in built functions for three packages that the XML parser brings and never uses here (next.config.ts), 9 KB of
 * gzip: `is-unsafe` and `@nodable/entities` decode entities, for which ours has a decoder of its own; `strnum` reads
 * numbers, and ours takes every value as text. If a new version called one of them, every document would fail here,
 * loudly, instead of being read in another way than the tests have seen.
 */
function unused(): never {
  throw new Error("the XML parser asked for a package that is not built in");
}

export const isUnsafe = unused;
export const EntityDecoder = unused;
/** As `strnum` exports it. */
export default unused;

/** Tables that are read while the parser is made, and of which nothing is taken. */
export const XML = {};
export const HTML = {};
export const CURRENCY = {};
export const COMMON_HTML = {};
export const ENTITY_ACTION = {};
