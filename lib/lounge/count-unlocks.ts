import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { NOW } from "@/lib/payments/ledger/redis-time";
import { run } from "@/lib/payments/ledger/run";
import { readSale } from "@/lib/payments/ledger/trust";
import { keys } from "@/lib/store/keys";
import { elapsed } from "@/lib/time";
import { FIELDS } from "./store";

/**
 * Sold unlocks count once their money was seen on chain: a facilitator's word is no sale. Whoever reads the feed has the
 * oldest of them looked at, behind the answer.
 */

const AT_ONCE = 20;
/** How long a sale that is looked at, or whose money was not seen yet, is left alone. */
const AGAIN_MS = 15_000;
const EVERY_MS = 5_000;

/** Due unlocks, which nobody else gets for a while. KEYS[1] is the list. ARGV: how many, for how long (ms). */
const TAKE = `${NOW}
local due = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, tonumber(ARGV[1]))
for _, one in ipairs(due) do redis.call('ZADD', KEYS[1], 'XX', now + tonumber(ARGV[2]), one) end
return due
`;

/** One unlock leaves the list, and counts where its money was seen; once. KEYS: list, signal. ARGV: unlock, counts, field. */
const CLOSE = `
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 and ARGV[2] == '1' then redis.call('HINCRBY', KEYS[2], ARGV[3], 1) end
return 'ok'
`;

/** A sale that is proved to be none, or that is forgotten, never counts; what is not decided yet is asked for again. */
async function closeUnlock(unlock: string): Promise<void> {
  const [paymentKey = "", id = ""] = unlock.split(" ");
  const sale = await readSale(paymentKey);
  const isOpen = sale !== null && !["confirmed", "unbacked", "reorganised"].includes(sale.trust);
  if (isOpen) return;
  const counts = sale?.trust === "confirmed" ? "1" : "0";
  await run(CLOSE, [keys.loungeUnlocks(), keys.loungeSignal(id)], [unlock, counts, FIELDS.unlocks]);
}

/** Looks at the unlocks that are due. Throws when the store can't be reached. */
export async function countUnlocks(): Promise<void> {
  const due = await run(TAKE, [keys.loungeUnlocks()], [String(AT_ONCE), String(AGAIN_MS)]);
  const unlocks = Array.isArray(due) ? due.map(String) : [];
  await Promise.all(unlocks.map(closeUnlock));
}

let lastAt = -Infinity;

/** Counts behind the answer, at most every few seconds in one instance. */
export function countUnlocksSoon(): void {
  if (elapsed() - lastAt < EVERY_MS) return;
  lastAt = elapsed();
  keepAlive(
    countUnlocks().catch((error: unknown) => log.warn("unlocks_not_counted", { why: describe(error) })),
  );
}
