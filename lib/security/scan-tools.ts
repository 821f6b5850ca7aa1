import { env } from "../env";
import { cacheStore } from "../store/redis";
import { createResolve, type Resolve } from "./dns/resolve";
import type { GateOptions, ScanTarget } from "./gate/judge-target";
import { createScanFetch, type ScanFetch } from "./scan-fetch";
import { scannerAgent } from "./scan-fetch/egress";
import { createSiteLimits, type SiteLimits } from "./site-limits";
import { scanSigner } from "./web-bot-auth/scan-key";

/** A scan's parts as the settings have them. */

/** Longer than any scan's call may take: a lease that outlives its scan only when a worker died. */
const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function resolveTarget(): Resolve {
  const { SCAN_DOH_FIRST_URL, SCAN_DOH_SECOND_URL, SCAN_DOH_TIMEOUT_MS } = env();
  return createResolve({
    fetch,
    resolvers: [SCAN_DOH_FIRST_URL, SCAN_DOH_SECOND_URL],
    timeoutMs: SCAN_DOH_TIMEOUT_MS,
  });
}

export function siteLimits(): SiteLimits {
  const { SCAN_SPACING_MS, SCAN_HOURLY_LIMIT } = env();
  return createSiteLimits(cacheStore, {
    leaseMs: LEASE_MS,
    spacingMs: SCAN_SPACING_MS,
    windowMs: HOUR_MS,
    perWindow: SCAN_HOURLY_LIMIT,
  });
}

/** The requests of one scan, at most `budget`, all of which end with `signal`. */
export function openScan(
  target: ScanTarget,
  gate: GateOptions,
  signal: AbortSignal,
  budget: number,
): ScanFetch {
  const { NEXT_PUBLIC_SERVICE_NAME, SCAN_ORIGIN, SCAN_REQUEST_TIMEOUT_MS } = env();
  return createScanFetch({
    target,
    gate,
    egress: { fetch, origin: SCAN_ORIGIN },
    userAgent: scannerAgent(NEXT_PUBLIC_SERVICE_NAME, gate.own.publicOrigin),
    sign: scanSigner(gate.own.publicOrigin),
    timeoutMs: SCAN_REQUEST_TIMEOUT_MS,
    signal,
    budget,
  });
}
