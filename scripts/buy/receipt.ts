import { decodePaymentResponseHeader } from "@x402/core/http";
import { baseUnits, formatUsd } from "@/lib/catalog/money";
import { printableLine } from "./printable";
import type { Reply } from "@/lib/buying/deliver";

/** The members of x402's SettleResponse that are shown, of whatever type they came. */
interface Settlement {
  amount?: unknown;
  network?: unknown;
  transaction?: unknown;
  payer?: unknown;
}

function settlementOf(reply: Reply): Settlement | null {
  const header = reply.headers.get("payment-response");
  if (header === null) return null;
  try {
    const decoded: unknown = decodePaymentResponseHeader(header); // decoded, but checked by nobody
    return typeof decoded === "object" ? decoded : null;
  } catch {
    return null; // a receipt that can't be read counts as none
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? printableLine(value) : "unknown");

const paid = (amount: unknown): string =>
  typeof amount === "string" && /^[0-9]{1,15}$/.test(amount)
    ? `${formatUsd(baseUnits(Number(amount)))} USDC`
    : "unknown";

/** What was paid for an answer, for a person. */
export function describeReceipt(reply: Reply, ms: number): string {
  const settlement = settlementOf(reply);
  const replayed = reply.headers.get("idempotent-replayed") === "true";
  const lines = [`  status       ${reply.status}, after ${Math.round(ms)} ms`];
  if (settlement === null) lines.push("  receipt      none came");
  else
    lines.push(
      `  paid         ${paid(settlement.amount)}`,
      `  network      ${textOf(settlement.network)}`,
      `  transaction  ${textOf(settlement.transaction)}`,
      `  payer        ${textOf(settlement.payer)}`,
      `  replayed     ${replayed ? "yes: the stored answer of this payment, not charged again" : "no"}`,
    );
  return lines.join("\n");
}
