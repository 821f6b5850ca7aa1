import { hostProblems } from "./host-problems";
import type { ScanTarget } from "./judge-target";
import type { Problem } from "./problem";
import { isSharedSuffix, PUBLIC_SUFFIXES, registrableDomain } from "./public-suffix";

export const MAX_PATTERNS = 10;

export interface AllowlistVerdict {
  /** The first pattern that covers the target, as it was written; null when none does or one is wrong. */
  matchedPattern: string | null;
  /** Empty exactly when the target is covered. */
  problems: readonly Problem[];
}

const WILDCARD = "*.";

const quoted = (pattern: string): string => JSON.stringify(pattern.slice(0, 80));

/** What is wrong with one pattern: `host` or `*.domain`, of the target's registrable domain. */
function patternProblems(pattern: string, target: ScanTarget): Problem[] {
  const lower = pattern.toLowerCase();
  const isWildcard = lower.startsWith(WILDCARD);
  const base = isWildcard ? lower.slice(WILDCARD.length) : lower;
  const malformed = (why: string): Problem[] => [
    { code: "pattern_malformed", message: `${quoted(pattern)} ${why}` },
  ];
  if (/[^\x21-\x7e]/.test(pattern)) return malformed("holds a space or a character outside of ASCII.");
  if (base.includes("*")) return malformed("has a wildcard elsewhere than as its whole first label.");
  if (target.self && base === target.host) return [];
  if (base === "") return malformed("names no domain.");
  const wrong = hostProblems(base, PUBLIC_SUFFIXES);
  if ((isWildcard && isSharedSuffix(base)) || wrong.some(({ code }) => code === "public_suffix"))
    return [
      { code: "pattern_public_suffix", message: `${quoted(pattern)} covers names of more than one owner.` },
    ];
  if (wrong.length > 0) return malformed("is neither a public host name nor *. and a domain.");
  if (registrableDomain(base) !== target.registrableDomain)
    return [
      {
        code: "pattern_other_domain",
        message: `${quoted(pattern)} is not part of ${target.registrableDomain}, as the target is.`,
      },
    ];
  return [];
}

/** A wildcard covers names below its domain at any depth, and not the domain itself. */
function covers(pattern: string, host: string): boolean {
  const lower = pattern.toLowerCase();
  return lower.startsWith(WILDCARD) ? host.endsWith(lower.slice(1)) : host === lower;
}

/** Whether the caller's own list covers a target: 1 to 10 patterns, every one of them well formed. */
export function judgeAllowlist(patterns: readonly string[], target: ScanTarget): AllowlistVerdict {
  if (patterns.length === 0 || patterns.length > MAX_PATTERNS) {
    const message = `Send allowlist, 1 to ${MAX_PATTERNS} patterns such as ${target.host} or *.${target.registrableDomain}.`;
    return { matchedPattern: null, problems: [{ code: "allowlist_size", message }] };
  }
  const problems = patterns.flatMap((pattern) => patternProblems(pattern, target));
  if (problems.length > 0) return { matchedPattern: null, problems };
  const matchedPattern = patterns.find((pattern) => covers(pattern, target.host)) ?? null;
  if (matchedPattern !== null) return { matchedPattern, problems };
  const message = `No pattern covers ${target.host}. *.${target.registrableDomain} covers the names below it, not the domain itself.`;
  return { matchedPattern, problems: [{ code: "not_in_allowlist", message }] };
}
