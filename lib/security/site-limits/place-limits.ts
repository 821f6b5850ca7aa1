import type { Redis } from "@upstash/redis";
import { keys } from "@/lib/store/keys";
import type { Place } from "./place";
import { ENTER, GROW, LEAVE } from "./place-scripts";

/** How much scans may burden one address and its network, over all instances. */
export interface PlaceLimitSettings {
  /** How long a scan counts as under way when nobody ends it, in milliseconds. */
  leaseMs: number;
  windowMs: number;
  /** Scans under way in a network, and requests under way to an address. */
  each: { scans: number; requests: number };
  /** The same where a platform serves many owners' sites. */
  platform: { scans: number; requests: number };
  /** Within `windowMs`, of an address that is no platform's. */
  perWindow: { scans: number; requests: number };
}

export type Entry =
  | { ok: true }
  /** `network_busy`: others are under way, for seconds. `network_used_up`: too much came within the window. */
  | { ok: false; reason: "network_busy" | "network_used_up"; waitMs: number };

/** A scan as limits know it. */
export interface CountedScan {
  id: string;
  /** The key of what pays for it; empty for the service's own audit of itself. */
  paymentKey: string;
  /** How many requests it may send. */
  budget: number;
}

/** Rejects when the store does not answer: then nothing may be scanned. */
export interface PlaceLimits {
  /** Takes room for a scan with one request under way in all places, or in none. */
  enter(places: readonly Place[], scan: CountedScan): Promise<Entry>;
  /** Counts the scan at its addresses. Returns how many requests it may have under way from now on: at least one. */
  grow(places: readonly Place[], scan: CountedScan): Promise<number>;
  /** Gives the room back; `sent` is how many requests the scan sent. */
  leave(places: readonly Place[], scan: CountedScan, sent: number): Promise<void>;
  /** Takes the scans of these payments out of what an address has had: they were not paid for. */
  forget(places: readonly Place[], isUnpaid: (paymentKey: string) => Promise<boolean>): Promise<boolean>;
}

/** Most requests that one scan has under way, wherever that is. */
const OF_ONE_SCAN = 6;

/** Of a member of a scanned address's set: what follows the scan's id and its requests. */
const paymentOf = (member: string): string => member.split(" ").slice(2).join(" ");

const REASONS = ["network_busy", "network_used_up"] as const;

/** The limits, kept in Redis. `store` is asked at each use and may throw. No places are no limit. */
export function createPlaceLimits(store: () => Redis, settings: PlaceLimitSettings): PlaceLimits {
  const { leaseMs, windowMs, each, platform, perWindow } = settings;
  const run = (script: string, places: readonly Place[], args: readonly (string | number)[]) =>
    store()
      .createScript<unknown>(script)
      .exec(
        places.flatMap(({ address, network }) => [
          ...[keys.scanRoom(network), keys.scanRequests(address), keys.scanAddress(address)],
        ]),
        args.map(String),
      );
  const rulesOf = ({ isPlatform }: Place): number[] =>
    isPlatform
      ? [platform.scans, platform.requests, 0, 0]
      : [each.scans, each.requests, perWindow.scans, perWindow.requests];
  const argsOf = (places: readonly Place[], scanId: string) => [
    ...[scanId, leaseMs, windowMs],
    ...places.flatMap(rulesOf),
  ];

  return {
    async enter(places, { id }) {
      if (places.length === 0) return { ok: true };
      const reply = await run(ENTER, places, argsOf(places, id));
      const [wait, why] = Array.isArray(reply) ? reply : [];
      const waitMs = Number(wait);
      if (waitMs === 0) return { ok: true };
      const reason = REASONS.find((known) => known === why);
      if (reason === undefined || !(waitMs > 0))
        throw new Error("the place limits' script answered something else");
      return { ok: false, reason, waitMs };
    },
    async grow(places, { id, paymentKey, budget }) {
      if (places.length === 0) return OF_ONE_SCAN;
      const own = Number(await run(GROW, places, [...argsOf(places, id), OF_ONE_SCAN, paymentKey, budget]));
      if (!(own >= 1)) throw new Error("the place limits' script answered something else");
      return own;
    },
    async leave(places, { id, paymentKey, budget }, sent) {
      if (places.length > 0) await run(LEAVE, places, [id, OF_ONE_SCAN, paymentKey, budget, sent]);
    },
    async forget(places, isUnpaid) {
      let forgot = false;
      for (const { address } of places) {
        const had: unknown[] = await store().zrange(keys.scanAddress(address), 0, -1);
        for (const member of had.map(String))
          if (await isUnpaid(paymentOf(member)))
            forgot = (await store().zrem(keys.scanAddress(address), member)) > 0 || forgot;
      }
      return forgot;
    },
  };
}
