import { describe, log } from "@/lib/http/log";
import { importSigningKey, type SigningKey } from "@/lib/payments/receipts/signing-key";

/**
 * A key of the settings, imported once a process; null without one, and with an alarm for one that can't be used. What it
 * returns never throws.
 */
export function keyOnce(pkcs8: () => string | undefined, alarm: string): () => Promise<SigningKey | null> {
  let current: SigningKey | null | undefined;
  return async () => {
    const set = pkcs8();
    if (current === undefined)
      current =
        set === undefined
          ? null
          : await importSigningKey(set).catch((error: unknown) => {
              log.error(alarm, { why: describe(error) });
              return null;
            });
    return current;
  };
}
