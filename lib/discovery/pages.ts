import type { DocumentPath } from "./documents";

/** A page for people that stands at one address. */
export interface Page {
  path: string;
  /** The same content in Markdown, which a request for text/markdown gets at the page's own address. */
  markdown?: DocumentPath;
}

/** Every page whose address has no parameter. */
export const PAGES: readonly Page[] = [
  { path: "/", markdown: "/index.md" },
  { path: "/scanner" },
  { path: "/pay" },
];
