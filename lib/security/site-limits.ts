import type { Redis } from "@upstash/redis";
import { keys } from "../store/keys";
import type { ScanTarget } from "./gate/judge-target";
import { ADMIT, BEGIN, RELEASE } from "./site-limits/scripts";

/** How often a site may be scanned, over all callers. */
export interface SiteLimitSettings {
  /** How long a scan counts as under way when nobody ends it, in milliseconds: longer than any scan takes. */
  leaseMs: number;
  /** Least time between two starts, in milliseconds. */
  spacingMs: number;
  windowMs: number;
  /** Most starts within `windowMs`. */
  perWindow: number;
  /** Most starts that were refused before the scan proper: of a site within `spacingMs` and `windowMs`, of a caller within `windowMs`. */
  refused: { perSpacing: number; perWindow: number; perCaller: number };
}

export type Admission = { ok: true } | Refused;

export interface Refused {
  ok: false;
  reason: "in_flight" | "too_soon" | "too_many" | "refused";
  /** What must be left alone for `waitMs`: the registrable domain, or `your address` or `your wallet`. */
  subject: string;
  waitMs: number;
}

/**
 * One payer's audits of one site within the time between two visits, each kind once: together they are one start.
 * `by` is null where the payer is not known yet: then anybody's visit counts.
 */
export interface Visit {
  by: string | null;
  kind: string;
  /** Whose visit this one may take over, because nothing was paid for it. */
  over?: string;
}

/** What a start burdens, and whose it is. */
export interface SiteStart {
  domain: string;
  /** What refused starts count for: the domain's own name, its `www`, or all its other names together. */
  names: string;
  /** Null for the service's own audit of itself. */
  visit: Visit | null;
  /** Whom refused starts count for, by how they are told. */
  caller: Readonly<Record<string, string>>;
}

/** What of a start that is over still counts as a refused one: all of it, what the caller did, or nothing. */
export type Given = "refused" | "unreached" | "turned_away";

/** Rejects when the store does not answer: then nothing may be scanned. */
export interface SiteLimits {
  /** Whether there is room now; takes none. For what comes before the payment, so a scan under way is no matter. */
  look(start: SiteStart): Promise<Admission>;
  /** Reserves the site for a scan. Nothing but a refused start counts before `begin`. */
  reserve(start: SiteStart, scanId: string): Promise<Admission>;
  /** Counts a reserved scan as started, for the payment with this key; false where its lease has run out. */
  begin(start: SiteStart, scanId: string, paymentKey: string): Promise<boolean>;
  /** The scan is over; `given` matters to one that did not begin. */
  release(start: SiteStart, scanId: string, given: Given): Promise<void>;
  /** Who is on a visit to a domain, and the keys of the payments of the audits that it has had; null without a visit. */
  visitTo(domain: string): Promise<{ by: string; payments: readonly string[] } | null>;
}

/**
 * What refused starts of a host count for. A name under a domain that refuses every scan must not use up the budget of
 * those that people have scanned, the domain itself and its `www`.
 */
export const namesOf = ({
  host,
  registrableDomain,
}: Pick<ScanTarget, "host" | "registrableDomain">): string =>
  host === registrableDomain || host === `www.${registrableDomain}` ? host : `*.${registrableDomain}`;

const REASONS = ["in_flight", "too_soon", "too_many", "refused"] as const;
const GIVEN_BACK = { refused: "0", unreached: "1", turned_away: "9" } as const;
/** Keys that come before those of the caller's refused starts. */
const SITE_KEYS = 4;

function admission(reply: unknown, { domain, caller }: SiteStart): Admission {
  const [wait, why, key] = Array.isArray(reply) ? reply : [];
  const waitMs = Number(wait);
  if (waitMs === 0) return { ok: true };
  const reason = REASONS.find((known) => known === why);
  const subject = Number(key) > SITE_KEYS ? Object.keys(caller)[Number(key) - SITE_KEYS - 1] : domain;
  if (reason === undefined || subject === undefined || !(waitMs > 0))
    throw new Error("the scan limits' script answered something else");
  return { ok: false, reason, subject, waitMs };
}

/** The limits, kept in Redis. `store` is asked at each use and may throw. */
export function createSiteLimits(store: () => Redis, settings: SiteLimitSettings): SiteLimits {
  const { leaseMs, spacingMs, windowMs, perWindow, refused } = settings;
  const keysOf = ({ domain, names, caller }: SiteStart): string[] => [
    keys.scanStarts(domain),
    keys.scanLease(domain),
    keys.scanVisit(domain),
    keys.scanRefused(names),
    ...Object.entries(caller).map(([kind, whose]) => keys.scanRefused(`${kind} ${whose}`)),
  ];
  const run = (script: string, start: SiteStart, args: readonly (string | number)[]): Promise<unknown> =>
    store().createScript(script).exec(keysOf(start), args.map(String));
  const rules = [
    ...[leaseMs, spacingMs, windowMs, perWindow],
    ...[refused.perSpacing, refused.perWindow, refused.perCaller],
  ];

  async function admit(start: SiteStart, scanId: string, take: 0 | 1): Promise<Admission> {
    const { by = null, over = "", kind = "" } = start.visit ?? {};
    return admission(await run(ADMIT, start, [scanId, take, ...rules, by ?? "", over, kind]), start);
  }

  return {
    look: (start) => admit(start, "", 0),
    reserve: (start, scanId) => admit(start, scanId, 1),
    async begin(start, scanId, paymentKey) {
      const { by = null, over = "", kind = "" } = start.visit ?? {};
      const args = [scanId, spacingMs, windowMs, by ?? "", over, kind, paymentKey];
      return (await run(BEGIN, start, args)) === 1;
    },
    async release(start, scanId, given) {
      await run(RELEASE, start, [scanId, GIVEN_BACK[given]]);
    },
    async visitTo(domain) {
      const reply: unknown = await store().hgetall(keys.scanVisit(domain));
      // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
      const flat = Array.isArray(reply) ? reply.map(String) : [];
      const values = flat.filter((_, at) => at % 2 === 1);
      const at = flat.findIndex((field, index) => index % 2 === 0 && field === "by");
      const by = flat[at + 1];
      if (at < 0 || by === undefined) return null;
      const marks = values.filter((_, index) => index !== at / 2);
      return { by, payments: marks.map((mark) => mark.slice(mark.indexOf(" ") + 1)) };
    },
  };
}
