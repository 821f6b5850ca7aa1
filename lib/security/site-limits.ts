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
  look(subjects: readonly string[]): Promise<Admission>;
  /** Takes room for a scan in all its subjects, or in none. */
  take(subjects: readonly string[], scanId: string): Promise<Admission>;
  /** The scan is over. Its start still counts. */
  release(subjects: readonly string[], scanId: string): Promise<void>;
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
  const pairs = (subjects: readonly string[]): string[] =>
    subjects.flatMap((subject) => [keys.scanStarts(subject), keys.scanLease(subject)]);
  const rules = [settings.leaseMs, settings.spacingMs, settings.windowMs, settings.perWindow].map(String);

  async function admit(subjects: readonly string[], scanId: string, take: "0" | "1"): Promise<Admission> {
    const reply: unknown = await store()
      .createScript(ADMIT)
      .exec(pairs(subjects), [scanId, take, ...rules]);
    return admission(reply, subjects);
  }

  return {
    look: (subjects) => admit(subjects, "", "0"),
    take: (subjects, scanId) => admit(subjects, scanId, "1"),
    async release(subjects, scanId) {
      await store().createScript(RELEASE).exec(pairs(subjects), [scanId]);
    },
  };
}
