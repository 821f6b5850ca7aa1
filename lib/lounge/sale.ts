import { APPLIED_AT, type Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";

/** Longer than the ledger keeps an answer. */
const KEPT_SEC = 2 * 86_400;

/** That a payment's kept answer holds words of a signal's: hiding the signal finds it there. */
export const saleEffects = (id: string, paymentKey: string): Effect[] => [
  { command: ["ZADD", keys.loungeSales(id), APPLIED_AT, paymentKey] },
  { command: ["EXPIRE", keys.loungeSales(id), String(KEPT_SEC)] },
];
