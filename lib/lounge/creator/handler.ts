import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { countUnlocksSoon } from "../count-unlocks";
import { creatorNamed } from "../feed/handler";
import { listed } from "../feed/listed";
import { readPage } from "../feed/page";
import { CREATOR_PROOFS } from "../vocabulary";
import type { loungeCreatorEntry } from "./entry";

/** How many signals name a wallet, in the order of CREATOR_PROOFS. */
async function countsOf(wallet: string): Promise<number[]> {
  const reply: unknown = await fromLedger(ledgerStore().hmget(keys.loungeProofs(wallet), ...CREATOR_PROOFS));
  return Array.isArray(reply) ? reply.map(Number) : [];
}

/** A creator's signals and how far they are proved. */
export const loungeCreator: Handler<typeof loungeCreatorEntry> = async (input) => {
  const wallet = creatorNamed("wallet", input.wallet);
  const before = input.cursor === undefined ? null : Number(input.cursor);
  const [[payment = 0, signIn = 0, unproved = 0], page] = await Promise.all([
    countsOf(wallet),
    readPage({ before, since: null, category: null, creator: wallet, limit: input.limit }),
  ]);
  countUnlocksSoon();
  return {
    answer: {
      ...{ ok: true, wallet, totals: { payment, "sign-in": signIn, unproved } },
      signals: page.signals.map(listed),
      nextCursor: page.next === null ? null : String(page.next),
    },
    effects: [],
  };
};
