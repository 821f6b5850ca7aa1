import type * as z from "zod";
import type { CallContext, HandlerResult } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import type { ScanTarget } from "../gate/judge-target";
import { type Admission, subjectsOf, type Visit } from "../site-limits";
import { resolveTarget, siteLimits } from "../scan-tools";
import {
  type AdmittedAudit,
  admitAudit,
  admitRedirect,
  type AuditRequest,
  coolingDown,
  fromStore,
  wasSentOn,
} from "./admit-audit";
import { unreachable } from "./preflight";
import { attestation, paidReport, keepSelfReport, readPaidReport, readSelfReport } from "./records";
import { reaches } from "../depth";
import { notesOnRequest } from "./frame";
import { depthOf, freeAuditOf } from "./holder";
import { readSealedReport, sealReport } from "./sealed-report";
import { signReport } from "./sign-report";
import { type Site, visitSite } from "./visit-site";
import type { Depth } from "./vocabulary";

interface Dated {
  signature: string | null;
  target: string;
  host: string;
  auditedAt: string;
  cached: { ageSec: number } | null;
  notes: string[];
  access: { tier: Depth };
  deskPhases?: { id: string; status: "done" | "partial" | "skipped" }[];
}

/** A route of the desk: what its catalog entry says, and the report that it makes of a site. */
interface Audit<Answer extends Dated> {
  entry: { path: string; label: string };
  /** Kept reports are read with it: one whose form has changed since is none. */
  output: z.ZodType<Answer>;
  judge(site: Site, depth: Depth): Promise<Answer>;
}

const DNS_RETRY_SEC = 30;

/** The room that a scan holds. */
interface Room {
  /** Takes room in further subjects, or throws ApiError 429. */
  extend(subjects: readonly string[]): Promise<void>;
}

/**
 * Takes room in the limits, scans, and gives the room back; a start counts however the scan ends. Who was only sent on to
 * the site's other name may have the same audit of that in the same visit.
 */
async function withinSiteLimits<T extends object>(
  subjects: readonly string[],
  visit: Visit | null,
  scan: (room: Room) => Promise<T>,
): Promise<T | Refused> {
  const limits = siteLimits();
  const scanId = randomHex(8);
  const taken = await fromStore(limits.take(subjects, scanId, visit));
  if (!taken.ok) return taken;
  let held = subjects;
  const extend = async (more: readonly string[]): Promise<void> => {
    const all = [...new Set([...held, ...more])];
    const further = await fromStore(limits.take(all, scanId, visit));
    if (!further.ok) throw coolingDown(further);
    held = all;
  };
  let giveBack: string | null = null;
  try {
    return await scan({ extend });
  } catch (error) {
    if (visit !== null && wasSentOn(error)) giveBack = visit.kind;
    throw error;
  } finally {
    await limits.release(held, scanId, giveBack).catch((error: unknown) => {
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
      "This target may not be scanned. Its name leads to an address that is not public.",
      { details: { problems: [{ code: "not_public", message: "The name leads into a private network." }] } },
      "You were not charged.",
    );
  const message =
    reason === "failed" ? "The target's name could not be looked up." : "The target's name leads nowhere.";
  throw unreachable(reason, message, DNS_RETRY_SEC);
}

/** What a scan of a target burdens. Throws as `publicAddresses`. */
const burdenOf = async (target: ScanTarget): Promise<string[]> =>
  subjectsOf(target, await publicAddresses(target.host));

const NOT_RECHECKED =
  "The name could not be looked up again after the scan: whether it stayed public meanwhile is not known.";

/**
 * Whether a name could be looked up again. One that has moved out of public space meanwhile makes its report worthless
 * (ApiError 503); one that can't be asked does not.
 */
async function stillPublic(host: string): Promise<boolean> {
  const again = await resolveTarget()(host);
  if (!again.ok && again.reason === "not_public")
    throw unreachable(
      "not_public",
      "The target's name moved to an address that is not public.",
      DNS_RETRY_SEC,
    );
  return again.ok;
}

/** A finished scan's report, which says so where a name could not be looked up again. */
async function rechecked<Answer extends Dated>(report: Answer, hosts: readonly string[]): Promise<Answer> {
  const known = await Promise.all(hosts.map(stillPublic));
  if (!known.includes(false)) return report;
  const phases = report.deskPhases?.map((phase) =>
    phase.id === "recheck" ? { ...phase, status: "partial" as const } : phase,
  );
  return {
    ...report,
    notes: [...report.notes, NOT_RECHECKED],
    ...(phases !== undefined && { deskPhases: phases }),
  };
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
 * One audit. The service itself is scanned for everybody alike, once in ten minutes. Another's site is scanned for a payment,
 * or free for a holder, within limits that all callers share; the three audits of one payer are one visit. While a site is to
 * be left alone, who bought a report of it gets that one again, and anybody else can buy the report of a scan that its own
 * payer did not pay for; where there is neither, the answer is a 429. Throws ApiError 400, 403, 429 and 503, none of which is
 * charged.
 */
export function auditWith<Answer extends Dated>({ entry, output, judge }: Audit<Answer>) {
  const { label, path } = entry;
  type Result = Promise<HandlerResult<Answer>>;

  async function auditSelf(admitted: AdmittedAudit, context: CallContext): Result {
    const earlier = storedReport(output, await fromStore(readSelfReport()), context.now);
    if (earlier !== null) return { answer: earlier, effects: [] };
    const answer = await withinSiteLimits([admitted.target.host], null, () =>
      visitSite(
        admitted,
        context,
        async (site) => signReport(await judge(site, "Guest")), // it is everybody's, whatever path this caller wrote
        () => Promise.resolve(),
      ),
    );
    if (isRefused(answer)) throw coolingDown(answer);
    await keepSelfReport(answer);
    return { answer, effects: [] };
  }

  async function auditSold(admitted: AdmittedAudit, context: CallContext): Result {
    const { target } = admitted;
    const payment = context.payment ?? freeAuditOf(context);
    if (payment === null)
      throw new Error(`${path}: another's site is scanned for a payment or a holder only`);
    const depth = depthOf(context);
    const attested = (host: string) => attestation(target.host, host, context, payment);

    const sold = (answer: Answer): HandlerResult<Answer> => ({
      answer,
      effects: [attested(answer.host), paidReport(label, target.host, payment, answer)],
    });
    const finished = (report: Answer): Promise<Answer> =>
      signReport({ ...report, notes: [...report.notes, ...notesOnRequest(admitted, context)] });

    const earlierOr = async (refused: Refused): Result => {
      const kept = await fromStore(readPaidReport(label, target.host, payment));
      const earlier = storedReport(output, kept, context.now);
      // A report keeps the depth that it was sold at; nobody pays for less than a new one would show.
      if (earlier !== null && reaches(earlier.access.tier, depth))
        return { answer: earlier, effects: [attested(earlier.host)] };
      const sealed = await fromStore(readSealedReport(path, target.host, context.payment?.key ?? null));
      const unpaid = storedReport(output, sealed, context.now);
      if (unpaid?.access.tier !== depth) throw coolingDown(refused);
      if (unpaid.host !== target.host) admitRedirect(admitted, unpaid.target); // its first caller's allowlist covered it
      return sold(await finished(unpaid));
    };

    const visit = { by: `${payment.payer} ${target.registrableDomain}`, kind: path };
    const room = await fromStore(siteLimits().look([target.registrableDomain], visit));
    if (!room.ok) return earlierOr(room);
    const report = await withinSiteLimits(await burdenOf(target), visit, async (place) => {
      const scanned = [target.host];
      const made = await visitSite(
        admitted,
        context,
        (at) => judge(at, depth),
        async (next) => {
          await place.extend(await burdenOf(next));
          scanned.push(next.host);
        },
      );
      return { ...(await rechecked(made, scanned)), access: { ...made.access, tier: depth } };
    });
    if (isRefused(report)) return earlierOr(report);
    const { payment: pending } = context;
    if (pending !== undefined && pending.moved === undefined)
      await sealReport(path, target, { payment: pending.key, report });
    return sold(await finished(report));
  }

  return async (request: AuditRequest, context: CallContext): Result => {
    const admitted = admitAudit(request);
    return admitted.target.self ? auditSelf(admitted, context) : auditSold(admitted, context);
  };
}
