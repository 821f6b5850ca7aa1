import { APPLIED_AT, type Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import type { TokenPaid } from "../rails/rail";
import { dayOf } from "./market";

/** A payment in the own token, as the public record of burns has it. Amounts in base units. */
export interface Burn {
  transaction: string;
  gross: string;
  burned: string;
  kept: string;
  /** When it was settled, in milliseconds. */
  at: number;
}

/** How long a day's burns are listed, and its sales counted, in seconds; the totals stay, and so does the chain. */
const LISTED_SEC = 400 * 86_400;
const COUNTED_SEC = 2 * 86_400;

const expiring = (key: string, seconds: number): Effect => ({ command: ["EXPIRE", key, String(seconds)] });

/** Writes a payment into the record, with the write that settles it. `at`: when the sale is made (ms). */
export function burnRecord(gross: string, paid: TokenPaid, at: number): Effect[] {
  const { transaction, burn, kept, listPrice } = paid;
  const [sold, burns, totals] = [keys.tokenSold(dayOf(at)), keys.tokenBurns(dayOf(at)), keys.tokenTotals()];
  const add = (field: string, amount: string): Effect => ({ command: ["HINCRBY", totals, field, amount] });
  return [
    { command: ["ZADD", burns, APPLIED_AT, [transaction, gross, burn, kept].join(" ")] },
    expiring(burns, LISTED_SEC),
    { command: ["INCRBY", sold, String(listPrice)] },
    expiring(sold, COUNTED_SEC),
    ...[add("gross", gross), add("burned", burn), add("kept", kept), add("payments", "1")],
  ];
}

/** What all payments came to. */
export interface BurnTotals {
  gross: string;
  burned: string;
  kept: string;
  payments: number;
}

/** A page of a day's burns, newest first, and what all of all days came to. Throws when the ledger can't be reached. */
export async function burnsOf(
  day: number,
  { from, limit }: { from: number; limit: number },
): Promise<{ burns: Burn[]; more: boolean; totals: BurnTotals }> {
  const [flat, sums] = await Promise.all([
    ledgerStore().zrange<string[]>(keys.tokenBurns(day), from, from + limit, { rev: true, withScores: true }),
    ledgerStore().hmget<Record<string, string | null>>(
      keys.tokenTotals(),
      "gross",
      "burned",
      "kept",
      "payments",
    ),
  ]);
  const burns = flat.flatMap((text, index): Burn[] => {
    if (index % 2 === 1) return [];
    const [transaction = "", gross = "", burned = "", kept = ""] = text.split(" ");
    return [{ transaction, gross, burned, kept, at: Number(flat[index + 1]) }];
  });
  // The client is configured not to interpret values, and returns the fields as the list that Redis sent.
  const [gross, burned, kept, payments] = Array.isArray(sums) ? (sums as (string | null)[]) : [];
  return {
    burns: burns.slice(0, limit),
    more: burns.length > limit,
    totals: {
      gross: gross ?? "0",
      burned: burned ?? "0",
      kept: kept ?? "0",
      payments: Number(payments ?? 0),
    },
  };
}
