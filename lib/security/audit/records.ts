import { bytesToHex } from "@noble/hashes/utils";
import { env } from "@/lib/env";
import type { CallContext, Effect } from "@/lib/handler";
import { clientAddress } from "@/lib/http/client-address";
import { hmacSha256 } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore, ledgerStore } from "@/lib/store/redis";

/** What is kept of an audit, and for how long in seconds. */

export const ATTESTATION_SEC = 180 * 86_400;
/** As long as the limit over an hour may keep a site from being scanned again. */
export const REPORT_SEC = 3_600;
const SELF_REPORT_SEC = 600;

type Payment = NonNullable<CallContext["payment"]>;

/** Sets a key that expires, with the payment's last write. */
const keep = (key: string, value: unknown, seconds: number): Effect => ({
  command: ["SET", key, JSON.stringify(value), "EX", String(seconds)],
});

/**
 * That the caller attested to be authorized: when, for which host, from where (as a keyed hash), paid by what; and which
 * host was scanned, where the named one only leads to it.
 */
export function attestation(
  host: string,
  scanned: string,
  { now, headers }: CallContext,
  payment: Payment,
): Effect {
  const secret = env().SCAN_ATTESTATION_SECRET;
  const addressHmac = secret === undefined ? null : bytesToHex(hmacSha256(secret, clientAddress(headers)));
  const record = {
    at: now.toISOString(),
    host,
    ...(scanned !== host && { scanned }),
    addressHmac,
    payment: payment.key,
  };
  return keep(keys.scanAttestation(payment.key), record, ATTESTATION_SEC);
}

/** The report, for its buyer to read again while the site's limits are used up. */
export const paidReport = (label: string, host: string, payment: Payment, report: unknown): Effect =>
  keep(keys.scanReport(payment.payer, label, host), report, REPORT_SEC);

const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** The payer's own last report of a site by that route, or null. Rejects when the store does not answer. */
export const readPaidReport = async (label: string, host: string, { payer }: Payment): Promise<unknown> =>
  read(await ledgerStore().get<string>(keys.scanReport(payer, label, host)));

export const readSelfReport = async (): Promise<unknown> =>
  read(await cacheStore().get<string>(keys.selfReport()));

/** Without it the next caller has to wait, so a failure is only logged. */
export async function keepSelfReport(report: unknown): Promise<void> {
  await cacheStore()
    .set(keys.selfReport(), JSON.stringify(report), { ex: SELF_REPORT_SEC })
    .catch((error: unknown) => log.warn("self_report_not_kept", { why: describe(error) }));
}
