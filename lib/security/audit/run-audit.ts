import type * as z from "zod";
import type { CallContext, HandlerResult } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import type { ScanTarget } from "../gate/judge-target";
import type { ScanFetch } from "../scan-fetch";
import { type Admission, subjectsOf } from "../site-limits";
import type { SiteResponse } from "../site-response";
import { openScan, resolveTarget, siteLimits } from "../scan-tools";
import { type AdmittedAudit, admitAudit, type AuditRequest, fromStore, coolingDown } from "./admit-audit";
import { access, NOT_TESTED, notesOn } from "./frame";
import { type Homepage, preflight, unreachable } from "./preflight";
import { attestation, paidReport, keepSelfReport, readPaidReport, readSelfReport } from "./records";

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
export interface Frame extends Dated {
  ok: true;
  target: string;
  host: string;
  requests: number;
  notTested: string[];
  notes: string[];
  access: ReturnType<typeof access>;
}

interface Dated {
  auditedAt: string;
  cached: { ageSec: number } | null;
}

/** A route of the desk: what its catalog entry says, and the report that it makes of a site. */
interface Audit<Answer extends Dated> {
  entry: { path: string; label: string };
  /** Kept reports are read with it: one whose form has changed since is none. */
  output: z.ZodType<Answer>;
  judge(site: Site): Promise<Answer>;
}

/** All requests of a scan end by then, so that there is time left to look the name up again and to answer. */
const REQUESTS_MS = 9_500;
const DNS_RETRY_SEC = 30;

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

/** Asks the site: what may refuse the scan first, and the rest only when that was answered. */
function visit<Answer>(
  admitted: AdmittedAudit,
  { now, signal }: CallContext,
  judge: (site: Site) => Promise<Answer>,
): Promise<Answer> {
  const { target, gate } = admitted;
  return inTime(signal, async (ended) => {
    const scan = openScan(target, gate, ended);
    const { home, robots } = await preflight(scan, target);
    const frame = (): Frame => ({
      ok: true,
      target: target.origin,
      host: target.host,
      auditedAt: now.toISOString(),
      cached: null,
      requests: scan.sent(),
      notTested: [...NOT_TESTED],
      notes: notesOn(admitted, home),
      access: access(),
    });
    return judge({ target, scan, home, robots, now, frame });
  });
}

/** Takes room in the limits, scans, and gives the room back; a start counts however the scan ends. */
async function withinSiteLimits<T extends object>(
  subjects: readonly string[],
  scan: () => Promise<T>,
): Promise<T | Refused> {
  const limits = siteLimits();
  const scanId = randomHex(8);
  const taken = await fromStore(limits.take(subjects, scanId));
  if (!taken.ok) return taken;
  try {
    return await scan();
  } finally {
    await limits.release(subjects, scanId).catch((error: unknown) => {
      log.warn("scan_lease_not_released", { why: describe(error) }); // it runs out by itself
    });
  }
}

type Refused = Extract<Admission, { ok: false }>;
const isRefused = (outcome: object): outcome is Refused => "ok" in outcome && outcome.ok === false;

/** The addresses of a name that is public. Throws ApiError 403 for one that is not, 503 for one that leads nowhere. */
async function publicAddresses(host: string): Promise<readonly string[]> {
  const found = await resolveTarget()(host);
  if (found.ok) return found.addresses;
  const { reason } = found;
  if (reason === "not_public")
    throw new ApiError(
      "platform_scope_forbidden",
      "This target may not be scanned. Its name leads to an address that is not public. You were not charged.",
      { details: { problems: [{ code: "not_public", message: "The name leads into a private network." }] } },
    );
  const message =
    reason === "failed" ? "The target's name could not be looked up." : "The target's name leads nowhere.";
  throw unreachable(reason, message, DNS_RETRY_SEC);
}

/** A name that has moved out of public space meanwhile makes its report worthless; one that can't be asked does not. */
async function stillPublic(host: string): Promise<void> {
  const again = await resolveTarget()(host);
  if (!again.ok && again.reason === "not_public")
    throw unreachable(
      "not_public",
      "The target's name moved to an address that is not public.",
      DNS_RETRY_SEC,
    );
}

/** A kept report with its age; null where there is none, or its form has changed since. */
function storedReport<Answer extends Dated>(
  schema: z.ZodType<Answer>,
  kept: unknown,
  now: Date,
): Answer | null {
  const parsed = schema.safeParse(kept);
  if (!parsed.success) return null;
  const ageMs = now.getTime() - Date.parse(parsed.data.auditedAt);
  return { ...parsed.data, cached: { ageSec: Math.max(0, Math.round(ageMs / 1000)) } };
}

/**
 * One audit. Another's site is scanned for a payment, under the limits over all callers; while it is to be left alone,
 * who bought a report of it gets that one, and others a 429. The service itself is scanned for nobody in particular,
 * once in ten minutes. Throws ApiError 400, 403, 429 and 503, none of which is charged.
 */
export function auditWith<Answer extends Dated>({ entry, output, judge }: Audit<Answer>) {
  const { label } = entry;
  type Result = Promise<HandlerResult<Answer>>;

  async function auditSelf(admitted: AdmittedAudit, context: CallContext): Result {
    const earlier = storedReport(output, await fromStore(readSelfReport()), context.now);
    if (earlier !== null) return { answer: earlier, effects: [] };
    const answer = await withinSiteLimits([admitted.target.host], () => visit(admitted, context, judge));
    if (isRefused(answer)) throw coolingDown(answer);
    await keepSelfReport(answer);
    return { answer, effects: [] };
  }

  async function auditSold(admitted: AdmittedAudit, context: CallContext): Result {
    const { target } = admitted;
    const { payment } = context;
    if (payment === undefined) throw new Error(`${entry.path}: another's site is scanned for a payment only`);
    const attested = attestation(target.host, context, payment);

    async function earlierOr(refused: Refused): Result {
      const kept = payment && (await fromStore(readPaidReport(label, target.host, payment)));
      const earlier = storedReport(output, kept, context.now);
      if (earlier === null) throw coolingDown(refused);
      return { answer: earlier, effects: [attested] };
    }

    const room = await fromStore(siteLimits().look([target.registrableDomain]));
    if (!room.ok) return earlierOr(room);
    const subjects = subjectsOf(target, await publicAddresses(target.host));
    const answer = await withinSiteLimits(subjects, async () => {
      const report = await visit(admitted, context, judge);
      await stillPublic(target.host);
      return report;
    });
    if (isRefused(answer)) return earlierOr(answer);
    return { answer, effects: [attested, paidReport(label, target.host, payment, answer)] };
  }

  return async (request: AuditRequest, context: CallContext): Result => {
    const admitted = admitAudit(request);
    return admitted.target.self ? auditSelf(admitted, context) : auditSold(admitted, context);
  };
}
