import { baseUnits, type BaseUnits } from "@/lib/catalog/money";
import { base64ToText } from "@/lib/http/base64";
import { isRecord } from "@/lib/is-record";
import { explorerLink } from "./chains";
import type { Reply } from "./deliver";

/** What a PAYMENT-RESPONSE header says of a payment, as far as it can be read. */
export interface Receipt {
  transaction: string;
  network: string;
  payer: string | null;
  amount: BaseUnits | null;
  /** The transaction's page; null where none is known. */
  link: string | null;
  /** The service's signed receipt, a compact JWS; null where the service signs none. */
  signed: string | null;
}

/** The JWS of x402's offer-receipt extension among a settlement's extensions, if it has one. */
export function signedIn({ extensions }: Readonly<Record<string, unknown>>): string | null {
  const extension = isRecord(extensions) ? extensions["offer-receipt"] : null;
  const info = isRecord(extension) ? extension.info : null;
  const receipt = isRecord(info) ? info.receipt : null;
  return isRecord(receipt) && typeof receipt.signature === "string" ? receipt.signature : null;
}

/** The receipt of an answer; null where it has none that can be read. */
export function receiptOf({ headers }: Reply): Receipt | null {
  const header = headers.get("payment-response");
  if (header === null) return null;
  try {
    const settled: unknown = JSON.parse(base64ToText(header));
    if (!isRecord(settled)) return null;
    const { transaction, network, payer, amount } = settled;
    if (typeof transaction !== "string" || typeof network !== "string") return null;
    return {
      transaction,
      network,
      payer: typeof payer === "string" ? payer : null,
      amount: typeof amount === "string" && /^[0-9]{1,15}$/.test(amount) ? baseUnits(Number(amount)) : null,
      link: explorerLink(network, transaction),
      signed: signedIn(settled),
    };
  } catch {
    return null; // the answer is here all the same
  }
}
