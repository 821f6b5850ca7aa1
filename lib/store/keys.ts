import { env } from "../env";

/**
 * Every key that the service writes, in one place. The part in braces is a Redis cluster's hash tag: keys that one
 * script touches together share it.
 */
const key = (...parts: string[]): string => [env().STORE_PREFIX, ...parts].join(":");

export const keys = {
  /** Ledger: the record of one payment (hash). No TTL while money may be moving. */
  payment: (paymentKey: string) => key("ledger", `{${paymentKey}}`, "record"),
  /** Ledger: the stored answer of one payment (string). */
  answer: (paymentKey: string) => key("ledger", `{${paymentKey}}`, "answer"),
  /** Ledger: payments between intent and settlement, by the intent's time (sorted set of record keys). */
  openPayments: () => key("ledger", "open"),
  /** Ledger: which payment an idempotency key belongs to (string, expires with the answer). */
  idempotency: (payer: string, hash: string, entry: string) =>
    key("ledger", "idempotency", payer, entry, hash),
  /** Cache: one source's last reading (string, JSON). */
  source: (id: string) => key("source", id),
  /** Cache: who refreshes a source at the moment (string, expires). */
  sourceLock: (id: string) => key("source-lock", id),
  /** Cache: what the facilitators said they support (string, JSON). */
  supported: () => key("facilitators", "supported"),
  /** Cache: prefix of the rate limiter's own keys. */
  rateLimit: () => key("limit"),
};
