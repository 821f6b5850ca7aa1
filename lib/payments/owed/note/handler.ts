import { ApiError } from "@/lib/http/api-error";
import type { Handler } from "@/lib/handler";
import { noteDebt } from "@/lib/payments/ledger/debts";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { merchant } from "@/lib/payments/rails/merchant";
import { movesOf } from "@/lib/payments/refunds/moves-of";
import { listedPayment } from "../lists";
import type { noteDebtEntry } from "./entry";
import { SAID } from "./said";

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
  const noted = await Promise.all(
    ours.map(async ({ key: payment, payer, amount }) => {
      const debt = { payer, network, amount: String(amount), transaction, at: moves.at };
      const became = await fromLedger(noteDebt(payment, debt));
      if (became === "full")
        throw new ApiError("rate_limited", "The list of debts is full. Refund some of it, then try again.");
      return { payment, became, listed: await fromLedger(listedPayment(payment)) };
    }),
  );
  const payments = noted.flatMap(({ listed }) =>
    listed === null ? [] : [{ ...listed, since: new Date(listed.since).toISOString() }],
  );
  const said = noted.map(({ payment, became }) => ({ payment, became, message: SAID[became] }));
  return { answer: { ok: true, payments, said }, effects: [] };
};
