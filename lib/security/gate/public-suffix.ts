import { parse } from "tldts";
import { coversTenants, tenantOf } from "./tenants";
import type { SuffixList } from "./suffix-list";

/** Of two names of which one ends in the other, the longer. */
const deeper = (one: string, other: string | null): string =>
  other !== null && other.length > one.length ? other : one;

/** The registrable part of a name, by the public suffix list. */

/**
 * Hosts' own suffixes count, so that each of their customers is one site, also where the list lacks the host; for a suffix that
 * is a site too, ICANN's.
 */
export function registrableDomain(host: string): string | null {
  const tenant = tenantOf(host);
  if (tenant !== null && parse(tenant, { allowPrivateDomains: true }).domain !== null)
    return deeper(tenant, parse(host, { allowPrivateDomains: true }).domain);
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
  parse(host, { allowPrivateDomains: true }).domain === null || coversTenants(host);

/** The list as the gate asks it. Only what judges sites for a scan loads it: it is 45 KB of a function. */
export const PUBLIC_SUFFIXES: SuffixList = { registrableDomain, isPublicSuffix };
