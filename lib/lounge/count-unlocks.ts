import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { NOW } from "@/lib/store/redis-time";
import { run, runTogether } from "@/lib/payments/ledger/run";
import { readSale } from "@/lib/payments/ledger/trust";
import { keys } from "@/lib/store/keys";
import { elapsed } from "@/lib/time";
import { FIELDS, readSignal } from "./store";

/**
 * Sold unlocks count once their money was seen on chain: a facilitator's word is no sale. Whoever reads the feed has the
 * oldest of them looked at, behind the answer.
 */

const AT_ONCE = 20;
/** How long a sale that is looked at, or whose money was not seen yet, is left alone. */
const AGAIN_MS = 15_000;
const EVERY_MS = 5_000;

/** Due unlocks, which nobody else gets for a while. */
const TAKE = `${NOW}
local listKey = unpack(KEYS)
local most, heldMs = unpack(ARGV)
local due = redis.call('ZRANGE', listKey, '-inf', now, 'BYSCORE', 'LIMIT', 0, tonumber(most))
for _, one in ipairs(due) do redis.call('ZADD', listKey, 'XX', now + tonumber(heldMs), one) end
return due
`;

/**
 * One unlock leaves the list, and counts where its money was seen; once. For its reader a signal counts once however often
 * it is bought, and none of the reader's own. `readKey` holds what the reader read, and `readOfKey` whose that was.
 */
const CLOSE = `
local listKey, signalKey, readKey, readOfKey = unpack(KEYS)
local unlock, counts, field, id, creator, reader = unpack(ARGV)
if redis.call('ZREM', listKey, unlock) == 0 or counts ~= '1' then return 'ok' end
redis.call('HINCRBY', signalKey, field, 1)
if creator == '' or creator == reader then return 'ok' end
redis.call('ZADD', readKey, 0, id)
redis.call('ZADD', readOfKey, 0, creator)
return 'ok'
`;

/** A sale that is proved to be none, or that is forgotten, never counts; what is not decided yet is asked for again. */
async function closeUnlock(unlock: string): Promise<void> {
  const [paymentKey = "", id = ""] = unlock.split(" ");
  const sale = await readSale(paymentKey);
  const isOpen = sale !== null && !["confirmed", "unbacked", "reorganised"].includes(sale.trust);
  if (isOpen) return;
  const counts = sale?.trust === "confirmed" ? "1" : "0";
  const payer = sale?.payer ?? "";
  const creator = (await readSignal(id))?.creator.wallet ?? "";
  const closed = [
    keys.loungeUnlocks(),
    keys.loungeSignal(id),
    keys.loungeRead(payer),
    keys.loungeReadOf(payer),
  ];
  await runTogether(CLOSE, closed, [unlock, counts, FIELDS.unlocks, id, creator, payer]);
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
