import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { NOTE_EPOCH } from "./scripts";

let noted = false;

/** When the store was last found empty, in milliseconds; endless where nobody has noted it yet. */
export async function ledgerEpoch(): Promise<number> {
  const epoch = await ledgerStore().get<string>(keys.ledgerEpoch());
  return epoch === null ? Number.POSITIVE_INFINITY : Number(epoch);
}

/**
 * Notes when this ledger began, if nothing is noted: payments that land later and are not in it were never served.
 * Done once a process, at its first challenge, so that every challenged payer can be credited.
 */
export async function noteEpoch(): Promise<void> {
  if (noted) return;
  noted = true;
  try {
    await ledgerStore().eval(NOTE_EPOCH, [keys.ledgerEpoch()], []);
  } catch (error) {
    noted = false; // the next challenge tries again
    log.warn("epoch_not_noted", { why: describe(error) });
  }
}
