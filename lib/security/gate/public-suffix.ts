import { PREVIEW_SUFFIXES } from "./preview-suffixes";
import { HOSTED_SUFFIXES, SECOND_LEVEL } from "./second-level-table";
import { suffixOf } from "./suffixes";

/**
 * Which part of a name somebody registered. These three functions are all that the desk asks of the public suffix
 * list, so that a library which carries the whole list can take the table's place.
 *
 * The table is a selection. Where a suffix is missing, the names below it count as one site: limits then cover more
 * than one owner, and an allowlist may name a neighbour of the target. No address becomes reachable by that: every
 * name is judged by its DNS answer, whatever it is called. A top-level label that does not exist is not noticed here
 * either, but by DNS.
 */

const topLevel = (host: string): string => host.slice(host.lastIndexOf(".") + 1);

const registrySuffix = (host: string): string => suffixOf(host, SECOND_LEVEL) ?? topLevel(host);

/** Suffixes count under which a host gives names to its customers, as each of these is a site of its own. */
const sharedSuffix = (host: string): string =>
  suffixOf(host, HOSTED_SUFFIXES) ?? suffixOf(host, PREVIEW_SUFFIXES) ?? registrySuffix(host);

/** Whether a registry registers names under this one, so that it is nobody's site. */
export const isPublicSuffix = (host: string): boolean => registrySuffix(host) === host;

/** Whether the names below this one belong to different owners. It may be a site itself, as a blog host's is. */
export const isSharedSuffix = (host: string): boolean => sharedSuffix(host) === host;

function oneLabelMore(host: string, suffix: string): string | null {
  if (suffix === host) return null;
  const before = host.slice(0, -suffix.length - 1);
  return `${before.slice(before.lastIndexOf(".") + 1)}.${suffix}`;
}

/** The suffix and one label more, such as `example.co.uk`; null for what a registry registers names under. */
export const registrableDomain = (host: string): string | null =>
  oneLabelMore(host, sharedSuffix(host)) ?? oneLabelMore(host, registrySuffix(host));
