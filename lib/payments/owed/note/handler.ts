import { ApiError } from "@/lib/http/api-error";
import type { Handler } from "@/lib/handler";
import { noteDebt } from "@/lib/payments/ledger/debts";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { merchant } from "@/lib/payments/rails/merchant";
import { movesOf } from "@/lib/payments/refunds/moves-of";
import { listedPayment } from "../lists";
import type { noteDebtEntry } from "./entry";

export const noteDebts: Handler<typeof noteDebtEntry> = async ({ network, transaction }, { signal }) => {
  const moves = await movesOf(network, transaction, signal);
  if (moves.kind !== "landed") throw new ApiError("not_found", `${moves.why}. Nothing was noted.`);
  const { evmPayTo, solanaPayTo } = merchant();
  const own = [evmPayTo?.toLowerCase(), solanaPayTo];
  const ours = moves.payments.filter(({ payTo }) => own.includes(payTo));
  if (ours.length === 0)
    throw new ApiError(
      "not_found",
      "No payment to us is in this transaction: a plain transfer buys nothing and is known by no key. Send it back from the wallet if it is owed.",
    );
  const listed = await Promise.all(
    ours.map(async ({ key, payer, amount }) => {
      const debt = { payer, network, amount: String(amount), transaction, at: moves.at };
      if ((await fromLedger(noteDebt(key, debt))) === "full")
        throw new ApiError("rate_limited", "The list of debts is full. Refund some of it, then try again.");
      return fromLedger(listedPayment(key));
    }),
  );
  const payments = listed
    .filter((one) => one !== null)
    .map((one) => ({ ...one, since: new Date(one.since).toISOString() }));
  return { answer: { ok: true, payments }, effects: [] };
};
