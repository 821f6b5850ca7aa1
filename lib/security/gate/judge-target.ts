import { withoutDots } from "./host-length";
import { hostProblems } from "./host-problems";
import type { Problem } from "./problem";
import { rawProblems } from "./raw-target";
import type { SuffixList } from "./suffix-list";

/** A site that may be scanned as far as its name shows. Only its origin is kept of what the caller wrote. */
export interface ScanTarget {
  /** Such as `https://www.example.com`; another scheme or a port only when it is the service's own. */
  origin: string;
  host: string;
  /** What limits count by and what allowlists must share: `example.com`. The host itself for the service's own. */
  registrableDomain: string;
  /** Whether it is the service itself, asked for as such. */
  self: boolean;
}

export type TargetVerdict =
  | { ok: true; target: ScanTarget; /** Whether path, query or fragment were left out. */ shortened: boolean }
  | { ok: false; problems: readonly Problem[] };

export interface GateOptions {
  /** Where this service answers, from its settings; never from a request's Host. */
  own: {
    /** The one origin that `selfAudit` admits. */
    publicOrigin: string;
    /** Further origins that lead to this service. */
    aliases: readonly string[];
  };
  selfAudit: boolean;
  /** By what list a name is a site. */
  suffixes: SuffixList;
}

const refused = (...problems: readonly Problem[]): TargetVerdict => ({ ok: false, problems });

const parse = (raw: string): URL | null => (URL.canParse(raw) ? new URL(raw) : null);

const isShortened = (url: URL): boolean => url.pathname !== "/" || url.search !== "" || url.hash !== "";

function judgeOwn(raw: string, url: URL | null, publicOrigin: string): TargetVerdict {
  const own = new URL(publicOrigin);
  // A target that differs from its own parsed form in anything but path and case is not taken for ours.
  const same = url?.origin === own.origin && raw.toLowerCase().startsWith(own.origin.toLowerCase());
  if (!same)
    return refused({
      code: "not_own_host",
      message: `selfAudit is for ${own.origin} only. Leave it out to scan another site.`,
    });
  const target = { origin: own.origin, host: own.host, registrableDomain: own.hostname, self: true };
  return { ok: true, target, shortened: isShortened(url) };
}

/** One of the routes that judge a target takes it, and the others refuse the member by which it does. */
const OWN_HOST =
  "This is the service itself: only POST /api/svc-security-scan takes it, with selfAudit: true, for free.";

function ownHostProblems(host: string, { publicOrigin, aliases }: GateOptions["own"]): Problem[] {
  const hosts = [publicOrigin, ...aliases].map((origin) => withoutDots(new URL(origin).hostname));
  if (!hosts.includes(withoutDots(host))) return [];
  return [{ code: "own_host", message: OWN_HOST }];
}

function portProblems({ port }: URL): Problem[] {
  return port === "" ? [] : [{ code: "port", message: "Only the usual port of https is scanned." }];
}

/**
 * Judges a target by what is written alone: no DNS, no request. First the raw text, then the address as a WHATWG
 * parser understands it. Every problem is listed, so that a caller can correct all at once; an address on a private network
 * is forbidden however else it is wrong.
 */
export function judgeTarget(raw: string, { own, selfAudit, suffixes }: GateOptions): TargetVerdict {
  const url = parse(raw);
  if (selfAudit) return judgeOwn(raw, url, own.publicOrigin);
  const written = rawProblems(raw);
  if (url === null)
    return refused(
      ...(written.length > 0
        ? written
        : [{ code: "target_malformed", message: "The target is not a web address." } as const]),
    );
  const isWeb = url.protocol === "https:" || url.protocol === "http:"; // others' hosts are not normalised
  const found = isWeb
    ? [...ownHostProblems(url.hostname, own), ...hostProblems(url.hostname, suffixes), ...portProblems(url)]
    : [];
  const problems = [...written, ...found.filter(({ code }) => !written.some((known) => known.code === code))];
  // What is wrong already may be of any length, and whose it is matters no more.
  const domain = problems.length > 0 ? null : suffixes.registrableDomain(url.hostname);
  if (domain === null) return refused(...problems);
  const target = { origin: url.origin, host: url.hostname, registrableDomain: domain, self: false };
  return { ok: true, target, shortened: isShortened(url) };
}
