import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { jws } from "@/lib/payments/receipts/jws";
import { signingKey } from "@/lib/payments/receipts/signing-key";
import { REPORT_TYPE, signedPart } from "../report/signed-part";

/** The payload is the report around it, so that it need not be carried twice. */
const detached = (compact: string): string => compact.replace(/\.[^.]*\./, "..");

/**
 * The report with the service's signature, by which its reader shows anybody that it was made here and not changed since.
 * One that can't be signed is served unsigned: its buyer paid for the audit.
 */
export async function signReport<R extends { signature: string | null }>(report: R): Promise<R> {
  try {
    const key = await signingKey();
    if (key === null) return report;
    const compact = await jws(signedPart(report), key, env().PUBLIC_ORIGIN, REPORT_TYPE);
    return { ...report, signature: detached(compact) };
  } catch (error) {
    log.error("report_not_signed", { why: describe(error) });
    return report;
  }
}
