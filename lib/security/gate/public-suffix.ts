import { PREVIEW_SUFFIXES } from "./preview-suffixes";
import { HOSTED_SUFFIXES, SECOND_LEVEL } from "./second-level-table";
import { suffixOf } from "./suffixes";

/**
 * Which part of a name somebody registered. These two functions are all that the desk asks of the public suffix list,
 * so that a library which carries the whole list can take the table's place.
 *
 * The table is a selection. Where a suffix is missing, the names below it count as one site: limits then cover more
 * than one owner, and an allowlist may name a neighbour of the target. No address becomes reachable by that: every
 * name is judged by its DNS answer, whatever it is called.
 */

/** The longest suffix of a host under which names are registered; the top-level label when no other is known. */
function publicSuffix(host: string): string {
  return (
    suffixOf(host, HOSTED_SUFFIXES) ??
    suffixOf(host, PREVIEW_SUFFIXES) ??
    suffixOf(host, SECOND_LEVEL) ??
    host.slice(host.lastIndexOf(".") + 1)
  );
}

/** Whether nobody registers this very name, because names are registered under it. */
export const isPublicSuffix = (host: string): boolean => publicSuffix(host) === host;

/** The suffix and one label more, such as `example.co.uk`; null for a suffix itself. */
export function registrableDomain(host: string): string | null {
  const suffix = publicSuffix(host);
  if (suffix === host) return null;
  const before = host.slice(0, -suffix.length - 1);
  return `${before.slice(before.lastIndexOf(".") + 1)}.${suffix}`;
}
