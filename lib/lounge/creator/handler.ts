import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { countUnlocksSoon } from "../count-unlocks";
import { creatorNamed } from "../feed/handler";
import { listed } from "../feed/listed";
import { readPage } from "../feed/page";
import { type CreatorRecord, RECORD_FIELDS, recordFrom } from "../outcomes/record";
import { scoreSoon } from "../outcomes/score-soon";
import { CREATOR_PROOFS } from "../vocabulary";
import type { loungeCreatorEntry } from "./entry";
import { shownRecord } from "./shown-record";

const fieldsOf = (reply: unknown): (string | null)[] =>
  Array.isArray(reply) ? reply.map((one: unknown) => (one === null ? null : String(one))) : [];

/** How many signals name a wallet, in the order of CREATOR_PROOFS, and how its calls did. One round trip. */
async function readCreator(wallet: string): Promise<{ counts: number[]; record: CreatorRecord }> {
  const asked = ledgerStore().pipeline();
  asked.hmget(keys.loungeProofs(wallet), ...CREATOR_PROOFS);
  asked.hmget(keys.loungeRecord(wallet), ...RECORD_FIELDS);
  const [counts, record] = await fromLedger(asked.exec());
  return { counts: fieldsOf(counts).map(Number), record: recordFrom(fieldsOf(record)) };
}

/** A creator's signals and how far they are proved. */
export const loungeCreator: Handler<typeof loungeCreatorEntry> = async (input) => {
  const wallet = creatorNamed("wallet", input.wallet);
  const before = input.cursor === undefined ? null : Number(input.cursor);
  const [{ counts, record }, page] = await Promise.all([
    readCreator(wallet),
    readPage({ before, since: null, category: null, creator: wallet, limit: input.limit }),
  ]);
  const [payment = 0, signIn = 0, unproved = 0] = counts;
  countUnlocksSoon();
  scoreSoon();
  return {
    answer: {
      ...{ ok: true, wallet, totals: { payment, "sign-in": signIn, unproved }, record: shownRecord(record) },
      signals: page.signals.map(listed),
      nextCursor: page.next === null ? null : String(page.next),
    },
    effects: [],
  };
};
