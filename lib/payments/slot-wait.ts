import { sleep } from "../time";

/** Pauses before a call looks again whether its payer has a slot by now (ms). */
const PAUSES_MS = [250, 500] as const;

/** Calls of each payer that wait for a slot. One instance's view. */
const waiting = new Map<string, number>();

/**
 * Returns a function that waits a moment for a slot of the payer, and resolves to false where there is no more waiting: after two
 * pauses, or while as many of the payer's calls wait as it has slots, because each look is a question to the ledger.
 */
export function slotWaits(payer: string, most: number): () => Promise<boolean> {
  let waited = 0;
  return async () => {
    const ms = PAUSES_MS[waited];
    const others = waiting.get(payer) ?? 0;
    if (ms === undefined || others >= most) return false;
    waited += 1;
    waiting.set(payer, others + 1);
    await sleep(ms);
    const left = (waiting.get(payer) ?? 1) - 1;
    if (left > 0) waiting.set(payer, left);
    else waiting.delete(payer);
    return true;
  };
}
