import { parse } from "tldts";
import type { SuffixList } from "./suffix-list";

/** The registrable part of a name, by the public suffix list. */

/** Hosts' own suffixes count, so that each of their customers is one site; for a suffix that is a site too, ICANN's. */
export function registrableDomain(host: string): string | null {
  const whole = parse(host, { allowPrivateDomains: true });
  return whole.domain ?? parse(host).domain;
}

/** Whether nobody registers this very name, because names are registered under it, or because its top level is none. */
export function isPublicSuffix(host: string): boolean {
  const { isIcann, domain } = parse(host);
  return isIcann !== true || domain === null;
}

/** The same, with hosts' own suffixes: what a wildcard must not stand for. */
export const isSharedSuffix = (host: string): boolean =>
  parse(host, { allowPrivateDomains: true }).domain === null;

/** The list as the gate asks it. Only what judges sites for a scan loads it: it is 45 KB of a function. */
export const PUBLIC_SUFFIXES: SuffixList = { registrableDomain, isPublicSuffix };
