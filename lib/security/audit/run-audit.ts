import type * as z from "zod";
import type { CallContext, HandlerResult } from "@/lib/handler";
import type { Refused, Visit } from "../site-limits";
import { siteLimits } from "../scan-tools";
import {
  type AdmittedAudit,
  admitAudit,
  admitRedirect,
  type AuditRequest,
  coolingDown,
  fromStore,
} from "./admit-audit";
import { startOf } from "./guard";
import { keepRefusal, refuseAsKnown } from "./known-refusal";
import { stillPublic } from "./look-up";
import { attestation, paidReport, keepSelfReport, readPaidReport, readSelfReport } from "./records";
import { reaches } from "../depth";
import { notesOnRequest } from "./frame";
import { depthOf, freeAuditOf } from "./holder";
import { isRefused, type Room, unpaidVisitTo, withinLimits } from "./room";
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

const NOT_RECHECKED =
  "The name could not be looked up again after the scan: whether it stayed public meanwhile is not known.";

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
    const { host } = admitted.target;
    const start = { domain: host, names: host, visit: null, caller: {} };
    const answer = await withinLimits(start, "", (room) =>
      visitSite(
        admitted,
        context,
        async (site) => signReport(await judge(site, "Guest")), // it is everybody's, whatever path this caller wrote
        room,
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

    const finish = async (report: Answer): Result => {
      const { payment: pending } = context;
      if (pending !== undefined && pending.moved === undefined)
        await sealReport(path, target, { payment: pending.key, report });
      return sold(await finished(report));
    };

    /** The payer's own last report, or one that its payer did not pay for; null where there is neither. */
    const earlierReport = async (): Promise<HandlerResult<Answer> | null> => {
      const kept = await fromStore(readPaidReport(label, target.host, payment));
      const earlier = storedReport(output, kept, context.now);
      // A report keeps the depth that it was sold at; nobody pays for less than a new one would show.
      if (earlier !== null && reaches(earlier.access.tier, depth))
        return { answer: earlier, effects: [attested(earlier.host)] };
      const sealed = await fromStore(readSealedReport(path, target.host, context.payment?.key ?? null));
      const unpaid = storedReport(output, sealed, context.now);
      if (unpaid?.access.tier !== depth) return null;
      if (unpaid.host !== target.host) admitRedirect(admitted, unpaid.target); // its first caller's allowlist covered it
      return sold(await finished(unpaid));
    };

    /** Sells what is kept, or scans in the place of a visitor who paid nothing; else there is the 429. */
    const earlierOr = async (refused: Refused): Result => {
      const earlier = await earlierReport();
      if (earlier !== null) return earlier;
      const over = await unpaidVisitTo(target.registrableDomain);
      if (over === null) throw coolingDown(refused);
      const made = await scan({ ...visit, over });
      if (isRefused(made)) throw coolingDown(refused);
      return finish(made);
    };

    const visit = { by: `${payment.payer} ${target.registrableDomain}`, kind: path };
    const startFor = (by: Visit) => startOf(admitted, by, { headers: context.headers, payer: payment.payer });
    const scan = async (by: Visit): Promise<Answer | Refused> => {
      await refuseAsKnown(admitted);
      return withinLimits(startFor(by), context.payment?.key ?? "", async (room) => {
        const scanned: string[] = [];
        const enter: Room["enter"] = (at) => {
          scanned.push(at.host);
          return room.enter(at);
        };
        const made = await visitSite(admitted, context, (at) => judge(at, depth), { ...room, enter });
        return { ...(await rechecked(made, scanned)), access: { ...made.access, tier: depth } };
      }).catch(async (error: unknown) => {
        await keepRefusal(target.host, error);
        throw error;
      });
    };
    const look = await fromStore(siteLimits().look(startFor(visit)));
    if (!look.ok) return earlierOr(look);
    const report = await scan(visit);
    return isRefused(report) ? earlierOr(report) : finish(report);
  }

  return async (request: AuditRequest, context: CallContext): Result => {
    const admitted = admitAudit(request);
    return admitted.target.self ? auditSelf(admitted, context) : auditSold(admitted, context);
  };
}
