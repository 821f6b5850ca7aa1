import type { SettleResponse } from "@x402/core/types";
import { z } from "zod";
import { Jwks, openJws } from "./jws";

const SignedReceipt = z.object({ info: z.object({ receipt: z.object({ signature: z.string() }) }) });

/**
 * What the first answer and each replay say alike of their payment. The signed receipt names the transaction only once our
 * node has shown it: an answer and its replay may stand on two sides of that. Throws when it names another one.
 */
export async function lastingPart(
  origin: string,
  { extensions, ...settlement }: SettleResponse,
): Promise<{ settlement: object; signed: object }> {
  const { signature } = SignedReceipt.parse(extensions?.["offer-receipt"]).info.receipt;
  const keys = Jwks.parse(await (await fetch(`${origin}/.well-known/jwks.json`)).json());
  const { transaction = settlement.transaction, ...signed } = (await openJws(signature, keys)).payload;
  if (transaction !== settlement.transaction) throw new Error("the signed receipt is of another transaction");
  return { settlement, signed };
}
