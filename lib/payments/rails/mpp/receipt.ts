import { textToBase64Url } from "@/lib/http/base64";
import type { Receipt } from "../rail";

export const MPP_RAIL = "mpp-solana";

/**
 * The `Payment-Receipt` header of an MPP payment (core §5.3), none for other rails. It is made of the stored receipt
 * alone, so that a replay carries the same bytes. The method's `challengeId` is left out: receipts are shown around,
 * and here the id is what proves a replay.
 */
export function paymentReceipt({ rail, transaction, at }: Receipt): Record<string, string> {
  if (rail !== MPP_RAIL) return {};
  const receipt = {
    status: "success",
    method: "solana",
    timestamp: new Date(at).toISOString(),
    reference: transaction,
  };
  return { "payment-receipt": textToBase64Url(JSON.stringify(receipt)) };
}
