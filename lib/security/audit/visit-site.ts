import type { CallContext } from "@/lib/handler";
import { openScan } from "../scan-tools";
import type { Connection } from "../scan-fetch/egress";
import { REQUEST_BUDGET, type ScanFetch } from "../scan-fetch";
import type { ScanTarget } from "../gate/judge-target";
import type { SiteResponse } from "../site-response";
import { type AdmittedAudit, admitRedirect } from "./admit-audit";
import { access, NOT_TESTED, notesOn, notesOnBudget } from "./frame";
import type { Room } from "./room";
import { type Homepage, preflight, refuseWithoutPage } from "./preflight";

/** A site that answered, and the means to ask it more. */
export interface VisitedSite {
  target: ScanTarget;
  scan: ScanFetch;
  home: Homepage;
  robots: SiteResponse;
  now: Date;
}

export interface Site extends VisitedSite {
  /** What its report carries beside its own, as of now: to be asked for when all requests are done. */
  frame(): Frame;
}

/** The members that all reports have. */
export interface Frame {
  ok: true;
  target: string;
  host: string;
  auditedAt: string;
  cached: { ageSec: number } | null;
  requests: number;
  connection: { pinned: boolean };
  notTested: string[];
  notes: string[];
  access: ReturnType<typeof access>;
  /** Of the finished report: there is none before. */
  signature: string | null;
}

/** A target whose robots.txt and homepage have been asked for. */
interface Arrival {
  admitted: AdmittedAudit;
  connection: Connection;
  scan: ScanFetch;
  home: Homepage;
  robots: SiteResponse;
}

/** All requests of a scan end by then, so that there is time left to look the name up again and to answer. */
const REQUESTS_MS = 9_500;

/** Runs work with a signal that ends with the call's or after the scan's time. */
async function inTime<T>(call: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, REQUESTS_MS);
  call.addEventListener("abort", end, { once: true });
  if (call.aborted) end();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    call.removeEventListener("abort", end);
  }
}

async function arrive(
  admitted: AdmittedAudit,
  connection: Connection,
  budget: number,
  ended: AbortSignal,
): Promise<Arrival> {
  const scan = openScan(admitted.target, admitted.gate, connection, ended, budget);
  return { admitted, connection, scan, ...(await preflight(scan, admitted.target)) };
}

/**
 * Asks a site: what may refuse the scan first, and the rest only when that was answered. Where the homepage redirects to
 * another name that the caller's allowlist covers, as an apex does to www, that one is the site; the room is asked first. It
 * is followed once. Throws what `admitRedirect`, the preflight and the room throw.
 */
export async function visitSite<Answer>(
  admitted: AdmittedAudit,
  { now, signal }: Pick<CallContext, "now" | "signal">,
  judge: (site: Site) => Promise<Answer>,
  room: Room,
): Promise<Answer> {
  const way = await room.enter(admitted.target); // waits for others' scans, which takes nothing of the requests' time
  return inTime(signal, async (ended) => {
    const first = await arrive(admitted, way, REQUEST_BUDGET, ended);
    const left = admitted.target.self ? null : first.home.redirect;
    let seen = first;
    if (left?.kind === "elsewhere") {
      const next = admitRedirect(admitted, left.origin);
      seen = await arrive(next, await room.enter(next.target), REQUEST_BUDGET - first.scan.sent(), ended);
    }
    refuseWithoutPage(seen.admitted.target, seen.home);
    seen.scan.allow(await room.begin());
    const spent = seen === first ? 0 : first.scan.sent();
    const { scan, home, robots } = seen;
    const { pinned } = seen.connection;
    const { target } = seen.admitted;
    const frame = (): Frame => ({
      ok: true,
      target: target.origin,
      host: target.host,
      auditedAt: now.toISOString(),
      cached: null,
      requests: spent + scan.sent(),
      connection: { pinned },
      notTested: [...NOT_TESTED],
      notes: [...notesOn(admitted, target, home), ...notesOnBudget(spent + scan.sent())],
      access: access("Guest", pinned), // what every caller is; a deeper report says so itself
      signature: null,
    });
    return judge({ target, scan, home, robots, now, frame });
  });
}
