import type { catalog } from "./index";
import type { PublishedRoute } from "./document";
import { DOCUMENTATION } from "./documentation.generated";

/** The documentation of each entry, in the same order: the list compiles only if it is that. */
type DocumentationOf<Entries extends readonly unknown[]> = {
  readonly [Index in keyof Entries]: PublishedRoute & Entries[Index];
};

/**
 * The catalog with the documentation of each route. Documents, lists, pages and tests read it; a function that serves
 * a route never does, except the list of what is for sale, which shows the samples.
 */
export const published = DOCUMENTATION satisfies DocumentationOf<typeof catalog>;
