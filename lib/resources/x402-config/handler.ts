import { thisSite } from "@/lib/discovery/this-site";
import { x402ConfigOf } from "@/lib/discovery/x402-config";
import type { Handler } from "@/lib/handler";
import { facilitators } from "@/lib/payments/facilitators/list";
import { signingKey } from "@/lib/payments/receipts/signing-key";
import { ownToken } from "@/lib/payments/token/own-token";
import { holderTerms } from "@/lib/token/holder/terms";
import { feePayerNow } from "../fee-payer";
import type { x402ConfigEntry } from "./entry";

export const x402Config: Handler<typeof x402ConfigEntry> = async () => {
  const [feePayer, key] = await Promise.all([feePayerNow(), signingKey()]);
  const token = ownToken();
  const payments = {
    facilitators: facilitators(),
    feePayer,
    signed: key !== null,
    holders: token && holderTerms(token),
  };
  return { answer: x402ConfigOf(thisSite(), payments), effects: [] };
};
