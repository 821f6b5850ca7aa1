import { decodePaymentResponseHeader } from "@x402/core/http";
import type { SettleResponse } from "@x402/core/types";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { printable } from "./printable";
import type { Reply } from "./send";

function settlementOf(reply: Reply): SettleResponse | null {
  const header = reply.headers.get("payment-response");
  if (header === null) return null;
  try {
    return decodePaymentResponseHeader(header);
  } catch {
    return null; // a receipt that can't be read is told as none
  }
}

const paid = (amount: string | undefined): string =>
  amount !== undefined && /^[0-9]{1,15}$/.test(amount)
    ? `${formatUsd(baseUnits(Number(amount)))} USDC`
    : "not told";

/** What was paid for an answer, for a person. */
export function describeReceipt(reply: Reply, ms: number): string {
  const settlement = settlementOf(reply);
  const replayed = reply.headers.get("idempotent-replayed") === "true";
  const lines = [`  status       ${reply.status}, after ${Math.round(ms)} ms`];
  if (settlement === null) lines.push("  receipt      none came");
  else
    lines.push(
      `  paid         ${paid(settlement.amount)}`,
      `  network      ${printable(settlement.network)}`,
      `  transaction  ${printable(settlement.transaction)}`,
      `  payer        ${printable(settlement.payer ?? "not told")}`,
      `  replayed     ${replayed ? "yes: the stored answer of this payment, not charged again" : "no"}`,
    );
  return lines.join("\n");
}
