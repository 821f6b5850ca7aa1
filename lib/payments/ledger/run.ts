import type { Redis } from "@upstash/redis";
import { log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore, ledgerStoreSingle } from "@/lib/store/redis";

/** A payment by its key and payer, which is all that closing it takes. */
export interface PaymentRef {
  paymentKey: string;
  payer: string;
}

type Run = (lua: string, redisKeys: string[], args: string[]) => Promise<unknown>;

/** Scripts are sent by hash and, where the store does not know them yet, once in full. */
function runner(store: () => Redis): Run {
  const compiled = new Map<string, ReturnType<Redis["createScript"]>>();
  return async (lua, redisKeys, args) => {
    const script = compiled.get(lua) ?? store().createScript(lua);
    compiled.set(lua, script);
    return script.exec(redisKeys, args);
  };
}

export const run = runner(ledgerStoreSingle);

/** As `run`, for many scripts at once: they leave in one request. */
export const runTogether = runner(ledgerStore);

/** The keys of one payment's scripts, in their order. */
export const redisKeys = ({ paymentKey, payer }: PaymentRef): string[] => [
  keys.payment(paymentKey),
  keys.answer(paymentKey),
  keys.openPayments(),
  keys.slots(payer),
];

/** A boolean as the scripts read it. */
export const flag = (value: boolean): string => (value ? "1" : "0");

/** The command of the sales journal, which no other effect uses. */
const JOURNAL_COMMAND = "(XADD)";

/** Whether a script settled a payment. Effects that the store refused are a handler's mistake, which an operator must see. */
export function isClosed(reply: unknown, { paymentKey }: PaymentRef): boolean {
  const refused = typeof reply === "string" && reply.startsWith("refused: ");
  if (refused) {
    const event = reply.endsWith(JOURNAL_COMMAND) ? "journal_refused" : "effect_refused";
    log.error(event, { payment: paymentKey, why: reply });
  }
  return reply === "ok" || refused;
}
