/**
 * Stands in built functions for `is-unsafe` and `@nodable/entities` (next.config.ts), 8 KB of gzip that the XML parser
 * imports for decoding entities. Ours has a decoder of its own and never calls them; if a new version did, every
 * document would fail here, loudly, instead of being read in another way than the tests have seen.
 */
function unused(): never {
  throw new Error("the XML parser asked for a package that is not built in");
}

export const isUnsafe = unused;
export const EntityDecoder = unused;

/** Tables that are read while the parser is made, and of which nothing is taken. */
export const XML = {};
export const HTML = {};
export const CURRENCY = {};
export const COMMON_HTML = {};
export const ENTITY_ACTION = {};
