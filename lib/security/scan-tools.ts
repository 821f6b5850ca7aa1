import { env } from "../env";
import { cacheStore } from "../store/redis";
import { createResolve, type Resolve } from "./dns/resolve";
import type { GateOptions, ScanTarget } from "./gate/judge-target";
import { createScanFetch, type ScanFetch } from "./scan-fetch";
import { connect } from "./scan-fetch/connection";
import { type Connection, scannerAgent } from "./scan-fetch/egress";
import { platformConnection } from "./scan-fetch/platform-connection";
import type { ScanFailure } from "./scan-fetch/failure";
import { Turns } from "./scan-fetch/turns";
import { createSiteLimits, type SiteLimits } from "./site-limits";
import { createPlaceLimits, type PlaceLimits } from "./site-limits/place-limits";
import { scanSigner } from "./web-bot-auth/scan-key";

/** A scan's parts as the settings have them. */

/** Longer than any scan's call may take: a lease that outlives its scan only when a worker died. */
const LEASE_MS = 30_000;
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
  const { SCAN_SPACING_MS, SCAN_HOURLY_LIMIT, SCAN_REFUSED_LIMIT } = env();
  const { SCAN_REFUSED_HOURLY_LIMIT, SCAN_CALLER_REFUSED_LIMIT } = env();
  return createSiteLimits(cacheStore, {
    leaseMs: LEASE_MS,
    spacingMs: SCAN_SPACING_MS,
    windowMs: HOUR_MS,
    perWindow: SCAN_HOURLY_LIMIT,
    refused: {
      perSpacing: SCAN_REFUSED_LIMIT,
      perWindow: SCAN_REFUSED_HOURLY_LIMIT,
      perCaller: SCAN_CALLER_REFUSED_LIMIT,
    },
  });
}

export function placeLimits(): PlaceLimits {
  const { SCAN_ADDRESS_REQUESTS, SCAN_PLATFORM_ADDRESS_REQUESTS, SCAN_NETWORK_SCANS } = env();
  const { SCAN_PLATFORM_NETWORK_SCANS, SCAN_ADDRESS_HOURLY_SCANS, SCAN_ADDRESS_HOURLY_REQUESTS } = env();
  return createPlaceLimits(cacheStore, {
    leaseMs: LEASE_MS,
    windowMs: HOUR_MS,
    each: { scans: SCAN_NETWORK_SCANS, requests: SCAN_ADDRESS_REQUESTS },
    platform: { scans: SCAN_PLATFORM_NETWORK_SCANS, requests: SCAN_PLATFORM_ADDRESS_REQUESTS },
    perWindow: { scans: SCAN_ADDRESS_HOURLY_SCANS, requests: SCAN_ADDRESS_HOURLY_REQUESTS },
  });
}

/** Opens the way to a target whose name leads to these addresses; one address may stand in for the whole web. */
export async function connectTo(
  { host, self }: ScanTarget,
  judged: readonly string[],
): Promise<Connection | ScanFailure> {
  const { SCAN_ORIGIN, SCAN_REQUEST_TIMEOUT_MS } = env();
  if (self || SCAN_ORIGIN !== undefined) return platformConnection(judged);
  return connect(host, judged, SCAN_REQUEST_TIMEOUT_MS);
}

let service: Turns | undefined;

/** The requests of one scan, at most `budget`, all of which end with `signal`. */
export function openScan(
  target: ScanTarget,
  gate: GateOptions,
  { send }: Connection,
  signal: AbortSignal,
  budget: number,
): ScanFetch {
  const { NEXT_PUBLIC_SERVICE_NAME, SCAN_ORIGIN, SCAN_REQUEST_TIMEOUT_MS, SCAN_REQUESTS_UNDER_WAY } = env();
  return createScanFetch({
    target,
    gate,
    egress: { send, origin: SCAN_ORIGIN },
    userAgent: scannerAgent(NEXT_PUBLIC_SERVICE_NAME, gate.own.publicOrigin),
    sign: scanSigner(gate.own.publicOrigin),
    timeoutMs: SCAN_REQUEST_TIMEOUT_MS,
    signal,
    budget,
    service: (service ??= new Turns(SCAN_REQUESTS_UNDER_WAY)),
  });
}
