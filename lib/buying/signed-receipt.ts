import { base64ToBytes, base64ToText } from "@/lib/http/base64";
import { checkByPublishedKey } from "@/lib/http/published-key";
import { isRecord } from "@/lib/is-record";
import { signedIn } from "./receipt";

/** What a receipt says, once its signature holds. */
export interface SignedSale {
  resourceUrl: string;
  network: string;
  payer: string;
  /** Base units; null with a receipt that does not name them. */
  amount: string | null;
  asset: string | null;
  /** Null until the service's own node had seen the transfer. */
  transaction: string | null;
  issuedAt: Date;
}

export type CheckedReceipt =
  | { verdict: "genuine"; sale: SignedSale }
  /** `unreadable`: no receipt at all; `forged`: its text is not what was signed; `unknown_key`: not this service's. */
  | { verdict: "unreadable" | "forged" | "unknown_key" | "not_supported" };

/** A compact JWS, or a whole PAYMENT-RESPONSE header that carries one, as people copy them; else null. */
function jwsIn(text: string): string | null {
  const bare = text.trim().replace(/^payment-response:\s*/i, "");
  if (bare.split(".").length === 3) return bare;
  const settled: unknown = JSON.parse(base64ToText(bare));
  return isRecord(settled) ? signedIn(settled) : null;
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An offer of the same key and without a type of its own is no receipt: nobody has paid it. */
function saleOf(payload: unknown): SignedSale | null {
  if (!isRecord(payload) || payload.version !== 1) return null;
  const { resourceUrl, network, payer, issuedAt, amount, asset, transaction } = payload;
  if (typeof resourceUrl !== "string" || typeof network !== "string" || typeof payer !== "string")
    return null;
  const at = new Date(typeof issuedAt === "number" ? issuedAt * 1000 : Number.NaN);
  if (Number.isNaN(at.getTime())) return null;
  return {
    ...{ resourceUrl, network, payer, issuedAt: at },
    ...{ amount: textOrNull(amount), asset: textOrNull(asset), transaction: textOrNull(transaction) },
  };
}

/**
 * Judges a receipt by the keys that the service publishes; nothing that it says is told before its signature holds. The
 * same key signs reports, cards and checkpoints, each with a `typ`: none of them passes for a receipt. Never throws.
 */
export async function checkReceipt(text: string, jwks: unknown): Promise<CheckedReceipt> {
  try {
    const [header = "", payload = "", signature = ""] = jwsIn(text)?.split(".") ?? [];
    const head: unknown = JSON.parse(base64ToText(header));
    if (!isRecord(head)) return { verdict: "unreadable" };
    const { alg, kid, ...rest } = head;
    if (alg !== "EdDSA" || typeof kid !== "string" || Object.keys(rest).length > 0)
      return { verdict: "unreadable" };
    const sale = saleOf(JSON.parse(base64ToText(payload)));
    if (sale === null) return { verdict: "unreadable" };
    const bytes = new Uint8Array(base64ToBytes(signature));
    const checked = await checkByPublishedKey(jwks, kid, `${header}.${payload}`, bytes);
    if (checked === "holds") return { verdict: "genuine", sale };
    return { verdict: checked === "does_not_hold" ? "forged" : checked };
  } catch {
    return { verdict: "unreadable" }; // no base64, no JSON
  }
}
