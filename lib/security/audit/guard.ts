import type { GuardedCall, GuardVerdict } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { clientAddress, clientSubscriber } from "@/lib/http/client-address";
import { keepAlive } from "@/lib/http/keep-alive";
import { rateLimited } from "@/lib/http/limit-headers";
import { countRequest } from "@/lib/store/rate-limit";
import { now } from "@/lib/time";
import { siteLimits } from "../scan-tools";
import { namesOf, type SiteStart, type Visit } from "../site-limits";
import { admitAudit, type AdmittedAudit, type AuditRequest, coolingDown, fromStore } from "./admit-audit";
import { refuseAsKnown } from "./known-refusal";
import { readSealedReport } from "./sealed-report";
import { AUDIT_RATE } from "./vocabulary";

/** The start of a scan of an admitted site, by a caller whose wallet may not be known yet. */
export function startOf(
  { target }: AdmittedAudit,
  visit: Visit,
  { headers, payer }: { headers: Headers; payer: string | null },
): SiteStart {
  return {
    domain: target.registrableDomain,
    names: namesOf(target),
    visit,
    caller: { "your address": clientSubscriber(headers), ...(payer !== null && { "your wallet": payer }) },
  };
}

/** Counts an audit that is served free, or refused, against its caller's limit. Throws ApiError 429. */
export async function countAudit(headers: Headers): Promise<void> {
  const state = await countRequest(clientAddress(headers), keepAlive, AUDIT_RATE);
  if (!state.allowed) throw rateLimited(state, now());
}

/**
 * Guards the audits before payment. An audit of the service itself is free where the route offers one. A call with a payment
 * passes: its payer may have bought a report that is kept, so the site's limits are asked for when the scan takes its room. A
 * call without a payment is refused at once where a paid one would be: the site's or the caller's limits are used up, and
 * there is no unpaid scan's report to buy; or the site has refused a scan a short while ago.
 * While a payer's visit to the site is open, nobody knows yet whether the caller is that payer: the call gets its challenge,
 * and is refused once its payment shows another payer.
 * A caller's audits a minute are those that are served or refused; asking for the price is none.
 */
export async function auditGuard(request: AuditRequest, call: AuditCall): Promise<GuardVerdict> {
  const verdict = await judgeCall(request, call).catch(async (error: unknown) => {
    if (!call.hasPayment && error instanceof ApiError) await countAudit(call.headers);
    throw error;
  });
  if (!verdict.pays && !call.hasPayment) await countAudit(call.headers);
  return verdict;
}

type AuditCall = Pick<GuardedCall, "hasPayment" | "path" | "headers">;

async function judgeCall(
  request: AuditRequest,
  { hasPayment, path, headers }: AuditCall,
): Promise<GuardVerdict> {
  const admitted = admitAudit(request);
  const { target } = admitted;
  if (target.self) return { pays: false };
  if (hasPayment) return { pays: true };
  const start = startOf(admitted, { by: null, kind: path }, { headers, payer: null });
  const [room] = await Promise.all([fromStore(siteLimits().look(start)), refuseAsKnown(admitted)]);
  if (room.ok) return { pays: true };
  const report = await fromStore(readSealedReport(path, target.host, null));
  if (report === null) throw coolingDown(room);
  const because = `${target.host} can't be scanned again yet: what is sold is the report of ${report.auditedAt}.`;
  return { pays: true, because };
}
