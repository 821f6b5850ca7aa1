import { isSitemap } from "../sitemap";
import type { SiteResponse } from "../site-response";
import { readDocument, rowWithoutText } from "./answer";
import type { ProbeRow } from "./probe-row";

export const SITEMAP_PATH = "/sitemap.xml";

/** Tells whether a sitemap is served. */
export function judgeSitemap(answer: SiteResponse | null): ProbeRow {
  const read = readDocument(answer);
  if (read.kind === "none") return rowWithoutText("sitemap", SITEMAP_PATH, read);
  const row = { id: "sitemap", path: SITEMAP_PATH, findings: [] };
  return isSitemap(read.text, read.truncated)
    ? { ...row, status: "present", observed: "A sitemap." }
    : { ...row, status: "absent", observed: "The answer is not a sitemap." };
}
