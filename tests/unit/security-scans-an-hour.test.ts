import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "@/lib/env";
import { REQUEST_BUDGET } from "@/lib/security/scan-fetch";
import { createSiteLimits, type SiteStart } from "@/lib/security/site-limits";
import { placeOf } from "@/lib/security/site-limits/place";
import { type CountedScan, createPlaceLimits } from "@/lib/security/site-limits/place-limits";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { type RedisRest, startRedisRest } from "@/sandbox/redis/rest-server";

/**
 * How many scans of different owners' sites the limits let through, with the settings as they are shipped and a buyer who always
 * waits: the scripts themselves run, in a Redis whose time the test moves.
 */
const { settings } = readSettings({ NETWORK: "testnet" });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A usual site: so long takes one request, and so many come before the others. */
const REQUEST_MS = 500;
const PREFLIGHT = 3;

let clock = Date.parse("2026-11-27T03:00:00Z");
let rest: RedisRest;
let redis: Redis;
let close: () => Promise<void>;
beforeAll(async () => {
  const engine = await embeddedEngine({ now: () => clock });
  rest = await startRedisRest({ port: 0, token: "t", engine });
  redis = new Redis({
    ...{ url: rest.url, token: "t", retry: false, automaticDeserialization: false, enableTelemetry: false },
  });
  close = async () => {
    await rest.close();
    engine.close();
  };
});
afterAll(() => close());

const sites = () =>
  createSiteLimits(() => redis, {
    ...{ leaseMs: 30 * SECOND, spacingMs: settings.SCAN_SPACING_MS, windowMs: HOUR },
    perWindow: settings.SCAN_HOURLY_LIMIT,
    refused: {
      perSpacing: settings.SCAN_REFUSED_LIMIT,
      perWindow: settings.SCAN_REFUSED_HOURLY_LIMIT,
      perCaller: settings.SCAN_CALLER_REFUSED_LIMIT,
    },
  });
const places = () =>
  createPlaceLimits(() => redis, {
    ...{ leaseMs: 30 * SECOND, windowMs: HOUR },
    each: { scans: settings.SCAN_NETWORK_SCANS, requests: settings.SCAN_ADDRESS_REQUESTS },
    platform: {
      scans: settings.SCAN_PLATFORM_NETWORK_SCANS,
      requests: settings.SCAN_PLATFORM_ADDRESS_REQUESTS,
    },
    perWindow: {
      scans: settings.SCAN_ADDRESS_HOURLY_SCANS,
      requests: settings.SCAN_ADDRESS_HOURLY_REQUESTS,
    },
  });

let number = 0;
interface Running {
  start: SiteStart;
  scan: CountedScan;
  begins: number;
  ends: number;
}

/** Returns how many scans end within `forMs` where a new one is tried whenever there is room, each of a domain of its own. */
async function scansWithin(forMs: number, addresses: readonly string[]): Promise<number> {
  const [site, place] = [sites(), places()];
  const end = clock + forMs;
  const running = new Map<Running, string>();
  let done = 0;
  for (; clock < end; clock += SECOND) {
    for (const [one, address] of running) {
      const at = [placeOf(address, new Map())];
      if (one.ends <= clock) {
        await Promise.all([
          site.release(one.start, one.scan.id, "refused"),
          place.leave(at, one.scan, REQUEST_BUDGET),
        ]);
        running.delete(one);
        done += 1;
      } else if (one.ends === Infinity && one.begins <= clock) {
        const [began, share] = await Promise.all([
          site.begin(one.start, one.scan.id, one.scan.paymentKey),
          place.grow(at, one.scan),
        ]);
        expect(began).toBe(true);
        one.ends = clock + Math.ceil((REQUEST_BUDGET - PREFLIGHT) / share) * REQUEST_MS;
      }
    }
    for (const address of addresses)
      for (;;) {
        const domain = `site-${(number += 1)}.com`;
        const scan = { id: `scan-${number}`, paymentKey: `payment-${number}`, budget: REQUEST_BUDGET };
        const start = {
          ...{ domain, names: domain, caller: { "your address": `45.1.${number >> 8}.${number & 255}` } },
          visit: { by: `payer-${number}`, kind: "scan" },
        };
        expect(await site.reserve(start, scan.id)).toEqual({ ok: true });
        const entry = await place.enter([placeOf(address, new Map())], scan);
        if (!entry.ok) {
          await site.release(start, scan.id, "turned_away");
          break;
        }
        running.set({ start, scan, begins: clock + PREFLIGHT * REQUEST_MS, ends: Infinity }, address);
      }
  }
  return done;
}

/** Six an hour were all that a cloud got when each scan counted for its whole network. */
const BEFORE = 6;

describe("within an hour the limits let through", () => {
  it("at one address that a platform's customers share, hundreds of times as many scans as before", async () => {
    const inThreeMinutes = await scansWithin(3 * MINUTE, ["76.76.21.21"]);
    expect(inThreeMinutes * 20).toBeGreaterThan(BEFORE * 200);
  });

  it("at a server of many names exactly as many scans as SCAN_ADDRESS_HOURLY_REQUESTS pays for", async () => {
    const most = Math.floor(settings.SCAN_ADDRESS_HOURLY_REQUESTS / REQUEST_BUDGET);
    const done = await scansWithin(10 * MINUTE, ["45.60.70.80"]);
    // A scan that runs is counted with all it may send, so that none begins beyond the budget but the last.
    expect([most, most + 1]).toContain(done);
  });
});
