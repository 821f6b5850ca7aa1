import type { x402ConfigEntry } from "../catalog/x402-config";
import { thisSite } from "../discovery/this-site";
import { x402ConfigOf } from "../discovery/x402-config";
import type { Handler } from "../handler";
import { facilitators } from "../payments/facilitators/list";
import { signingKey } from "../payments/receipt/signing-key";
import { feePayerNow } from "./fee-payer";

export const x402Config: Handler<typeof x402ConfigEntry> = async () => {
  const [feePayer, key] = await Promise.all([feePayerNow(), signingKey()]);
  const payments = { facilitators: facilitators(), feePayer, signed: key !== null };
  return { answer: x402ConfigOf(thisSite(), payments), effects: [] };
};
