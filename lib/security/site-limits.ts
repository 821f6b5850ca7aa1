import type { Redis } from "@upstash/redis";
import { keys } from "../store/keys";
import type { ScanTarget } from "./gate/judge-target";
import { neighbourhood } from "./gate/public-address";
import { ADMIT, RELEASE } from "./site-limits/scripts";

/** How often a site or a network may be scanned, over all callers. */
export interface SiteLimitSettings {
  /** How long a scan counts as under way when nobody ends it, in milliseconds: longer than any scan takes. */
  leaseMs: number;
  /** Least time between two starts, in milliseconds. */
  spacingMs: number;
  windowMs: number;
  /** Most starts within `windowMs`. */
  perWindow: number;
}

export type Admission =
  | { ok: true }
  /** `subject` is the site or network that must be left alone for `waitMs`. */
  | { ok: false; reason: "in_flight" | "too_soon" | "too_many"; subject: string; waitMs: number };

/** Rejects when the store does not answer: then nothing may be scanned. */
export interface SiteLimits {
  /** Whether there is room now; takes none. For what comes before the payment. */
  look(subjects: readonly string[], visit: Visit): Promise<Admission>;
  /** Takes room for a scan in all its subjects, or in none. */
  take(subjects: readonly string[], scanId: string, visit: Visit | null): Promise<Admission>;
  /** The scan is over. Its start still counts; `giveBack` is a kind of audit that its visit may still have. */
  release(subjects: readonly string[], scanId: string, giveBack: string | null): Promise<void>;
}

/**
 * One payer's audits of one site within the time between two visits, each kind once: together they are one start.
 * `by` is null where the payer is not known yet: then anybody's visit counts.
 */
export interface Visit {
  by: string | null;
  kind: string;
}

/**
 * What a scan burdens: the site, by its registrable domain, and each network that it was found in, so that neither many
 * names of one owner nor many names on one server multiply what a caller can send there.
 */
export function subjectsOf(target: ScanTarget, addresses: readonly string[]): string[] {
  const networks = addresses.flatMap((address) => neighbourhood(address) ?? []);
  return [target.registrableDomain, ...new Set(networks)];
}

const REASONS = ["in_flight", "too_soon", "too_many"] as const;

function admission(reply: unknown, subjects: readonly string[]): Admission {
  const [wait, why, pair] = Array.isArray(reply) ? reply : [];
  const waitMs = Number(wait);
  if (waitMs === 0) return { ok: true };
  const reason = REASONS.find((known) => known === why);
  const subject = subjects[Number(pair) - 1];
  if (reason === undefined || subject === undefined || !(waitMs > 0))
    throw new Error("the scan limits' script answered something else");
  return { ok: false, reason, subject, waitMs };
}

/** The limits, kept in Redis. `store` is asked at each use and may throw. */
export function createSiteLimits(store: () => Redis, settings: SiteLimitSettings): SiteLimits {
  const keysOf = (subjects: readonly string[]): string[] =>
    subjects.flatMap((subject) => [
      keys.scanStarts(subject),
      keys.scanLease(subject),
      keys.scanVisit(subject),
    ]);
  const rules = [settings.leaseMs, settings.spacingMs, settings.windowMs, settings.perWindow].map(String);

  async function admit(
    subjects: readonly string[],
    scanId: string,
    take: "0" | "1",
    visit: Visit | null,
  ): Promise<Admission> {
    const reply: unknown = await store()
      .createScript(ADMIT)
      .exec(keysOf(subjects), [scanId, take, ...rules, visit?.by ?? "", visit?.kind ?? ""]);
    return admission(reply, subjects);
  }

  return {
    look: (subjects, visit) => admit(subjects, "", "0", visit),
    take: (subjects, scanId, visit) => admit(subjects, scanId, "1", visit),
    async release(subjects, scanId, giveBack) {
      await store()
        .createScript(RELEASE)
        .exec(keysOf(subjects), [scanId, giveBack ?? ""]);
    },
  };
}
