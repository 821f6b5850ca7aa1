import { ApiError } from "@/lib/http/api-error";
import type { AnswerOf } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { type Listed, listedPayment, pageOf } from "../lists";
import type { listPaymentsEntry } from "./entry";

type Row = AnswerOf<typeof listPaymentsEntry>["payments"][number];
const rowOf = (listed: Listed): Row => ({ ...listed, since: new Date(listed.since).toISOString() });

export const listPayments: Handler<typeof listPaymentsEntry> = async ({ list = "open", after, payment }) => {
  if (payment !== undefined) {
    const found = await fromLedger(listedPayment(payment.toLowerCase()));
    if (found === null) throw new ApiError("not_found", "The ledger knows no such payment.");
    return { answer: { ok: true, payments: [rowOf(found)], next: null }, effects: [] };
  }
  const [since, key] = after?.split(" ") ?? [];
  const behind = since === undefined || key === undefined ? null : { since: Number(since), payment: key };
  const { payments, next } = await fromLedger(pageOf(list, behind));
  return {
    answer: {
      ok: true,
      payments: payments.map(rowOf),
      next: next === null ? null : `${next.since} ${next.payment}`,
    },
    effects: [],
  };
};
