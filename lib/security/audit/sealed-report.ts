import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import { inspect } from "@/lib/payments/ledger/inspect";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import type { ScanTarget } from "../gate/judge-target";
import { siteLimits } from "../scan-tools";
import { namesOf } from "../site-limits";
import { AUDIT_LIMITS } from "./vocabulary";

/**
 * A scan runs before its payment moves, and uses the site's room whether it moves or not: whoever sends empty wallets could
 * keep a site from everybody who would pay. So each report is kept, shown to nobody, until the site may be scanned again;
 * and while its own payment has bought nothing, whoever attests and pays is sold it.
 */

const sealed = z.strictObject({
  payment: z.string(),
  report: z.looseObject({ auditedAt: z.iso.datetime() }),
});

type Sealed = z.output<typeof sealed>;

/** Without it the next buyer has to wait, so a failure is only logged. `payment`: the key of the one that it was made for. */
export async function sealReport(
  path: string,
  target: ScanTarget,
  { payment, report }: { payment: string; report: { auditedAt: string } },
): Promise<void> {
  const text = JSON.stringify({ payment, report } satisfies Sealed);
  if (new TextEncoder().encode(text).byteLength > AUDIT_LIMITS.answerBytes) return;
  try {
    const { host, registrableDomain: domain } = target;
    const room = await siteLimits().look({ domain, names: namesOf(target), visit: null, caller: {} }); // a stranger's
    if (!room.ok) await cacheStore().set(keys.scanSealed(path, host), text, { px: Math.ceil(room.waitMs) });
  } catch (error) {
    log.warn("report_not_sealed", { host: target.host, why: describe(error) });
  }
}

/**
 * The report of the last scan by that route, if its payment has bought nothing: it left no record, or is the one that is
 * used now. Null for any other, one whose payment may still move included. Rejects when a store does not answer.
 */
export async function readSealedReport(
  path: string,
  host: string,
  payment: string | null,
): Promise<Sealed["report"] | null> {
  const text = await cacheStore().get<string>(keys.scanSealed(path, host));
  if (text === null) return null;
  const kept = sealed.parse(JSON.parse(text)); // nobody else writes it
  const record = await inspect(kept.payment);
  const isUnpaid = record === null || (kept.payment === payment && record.state !== "settled");
  return isUnpaid ? kept.report : null;
}
