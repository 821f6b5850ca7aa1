import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { importSigningKey, type SigningKey } from "@/lib/payments/receipts/signing-key";
import { createRequestSigner, type SignRequest } from "./sign-request";

let current: Promise<SigningKey | null> | undefined;

async function load(): Promise<SigningKey | null> {
  const pkcs8 = env().SCAN_SIGNING_KEY;
  if (pkcs8 === undefined) return null;
  try {
    return await importSigningKey(pkcs8);
  } catch (error) {
    log.error("scan_signing_key_unusable", { why: describe(error) }); // scans go on under their name alone
    return null;
  }
}

/** The key that scans are signed with, imported once a process; null without one. Never rejects. */
export const scanKey = (): Promise<SigningKey | null> => (current ??= load());

/** Signs a scan's requests with the configured key, as from `agent`; adds nothing where there is none. */
export function scanSigner(agent: string): SignRequest {
  return async (request) => {
    const key = await scanKey();
    if (key === null) return {};
    try {
      return await createRequestSigner({ key, agent, now: () => Date.now() })(request);
    } catch (error) {
      log.error("scan_request_unsigned", { why: describe(error) }); // its User-Agent still says whose it is
      return {};
    }
  };
}
