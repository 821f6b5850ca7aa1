import type { Finding } from "../finding";
import { type ShownAnswer, whereShown } from "./shown-answer";

/** Indexes as servers print them: a heading that names the directory, in the title too, over a list of links. */
const INDEX_TITLE =
  /<title>\s*(?:Index of|Directory listing for|Listing directory|Files within) ?\/?[^<]{0,255}<\/title>/i;
const INDEX_HEADING =
  /<h[12][^>]{0,64}>\s*(?:Index of|Directory listing for|Listing directory) ?\/|\[To Parent Directory\]/i;
const LINK = /<a [^>]{0,255}href=/i;

const isIndex = ({ status, text }: ShownAnswer): boolean =>
  status === 200 && INDEX_TITLE.test(text) && INDEX_HEADING.test(text) && LINK.test(text);

/** A whole answer that lists a store's objects (S3 and those that speak as it does, Azure). */
const isBucket = ({ status, text }: ShownAnswer): boolean =>
  status === 200 &&
  /^\uFEFF?\s*(?:<\?xml[^>]{0,128}\?>\s*)?<(?:ListBucketResult|EnumerationResults)[\s>]/.test(text);

/** What lists files that nobody linked to. */
export function listingFindings(answers: readonly ShownAnswer[]): readonly Finding[] {
  const indexes = answers.filter(isIndex);
  const buckets = answers.filter(isBucket);
  const findings: Finding[] = [];
  if (buckets.length > 0)
    findings.push({
      category: "exposedFiles",
      severity: "medium",
      title: "Object store lists its content",
      detail: `${whereShown(buckets)}: the store answers with the names of its objects, which anybody can then ask for.`,
      remediation: "Allow anonymous readers to get objects, not to list them.",
    });
  if (indexes.length > 0)
    findings.push({
      category: "exposedFiles",
      severity: "low",
      title: "Directory index is public",
      detail: `${whereShown(indexes)}: the server lists the files of a directory.`,
      remediation: "Switch automatic indexes off, unless the list is meant for everyone.",
    });
  return findings;
}
