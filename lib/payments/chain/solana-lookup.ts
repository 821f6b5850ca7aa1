import * as z from "zod";
import type { OnChain } from "../rail";
import { rpc } from "./json-rpc";
import { messageHashOf } from "./solana-transfer";

/** What identifies a Solana payment on chain. */
export const SolanaEvidence = z.object({
  messageHash: z.string(),
  tokenAccount: z.string(),
  blockhash: z.string(),
});
type SolanaEvidence = z.output<typeof SolanaEvidence>;

const Signatures = z.array(z.object({ signature: z.string(), blockTime: z.number().nullish() }));
const Transaction = z
  .object({ transaction: z.tuple([z.string(), z.string()]), meta: z.object({ err: z.unknown() }).nullable() })
  .nullable();
const BlockhashValid = z.object({ value: z.boolean() });

type Commitment = "confirmed" | "finalized";

const PAGE = 100;
const MAX_PAGES = 5;
/** How far the chain's clock and ours may differ, in seconds. */
const CLOCK_MARGIN_SEC = 120;

/** The payer's transactions since `since` (ms), newest first. Complete, or it throws. */
async function signaturesSince(
  url: string,
  account: string,
  since: number,
  commitment: Commitment,
): Promise<string[]> {
  const oldest = since / 1000 - CLOCK_MARGIN_SEC;
  const found: string[] = [];
  for (let page = 0, before: string | undefined; page < MAX_PAGES; page += 1) {
    const options = { limit: PAGE, commitment, ...(before === undefined ? {} : { before }) };
    const signatures = Signatures.parse(await rpc(url, "getSignaturesForAddress", [account, options]));
    const recent = signatures.filter(({ blockTime }) => (blockTime ?? Infinity) >= oldest);
    found.push(...recent.map(({ signature }) => signature));
    if (signatures.length < PAGE || recent.length < signatures.length) return found;
    before = signatures.at(-1)?.signature;
  }
  throw new Error("the payer's account has too long a history to search");
}

async function find(
  url: string,
  evidence: SolanaEvidence,
  since: number,
  commitment: Commitment,
): Promise<OnChain | null> {
  for (const signature of await signaturesSince(url, evidence.tokenAccount, since, commitment)) {
    const options = { encoding: "base64", commitment, maxSupportedTransactionVersion: 0 };
    const transaction = Transaction.parse(await rpc(url, "getTransaction", [signature, options]));
    if (transaction === null || (await messageHashOf(transaction.transaction[0])) !== evidence.messageHash)
      continue;
    if (transaction.meta === null) return { kind: "open", why: "the transaction's outcome is not told" };
    return transaction.meta.err === null
      ? { kind: "moved", transaction: signature }
      : { kind: "unmoved", why: "the transaction failed on chain" };
  }
  return null;
}

const isValid = async (
  url: string,
  blockhash: string,
  commitment: "processed" | "finalized",
): Promise<boolean> =>
  BlockhashValid.parse(await rpc(url, "isBlockhashValid", [blockhash, { commitment }])).value;

/**
 * What became of a Solana payment. It is found through the payer's token account by its message, because its id is
 * the facilitator's signature, which a lost reply never told.
 *
 * It is unmoved only when its blockhash has run out at the tip *and* in the finalized bank (which alone would also
 * refuse a hash too new for it), and the finalized chain, asked after that, does not hold it.
 */
export async function lookupSolana(url: string, evidence: SolanaEvidence, since: number): Promise<OnChain> {
  const found = await find(url, evidence, since, "confirmed");
  if (found !== null) return found;
  const { blockhash } = evidence;
  if ((await isValid(url, blockhash, "processed")) || (await isValid(url, blockhash, "finalized"))) {
    return { kind: "open", why: "the transaction can still land" };
  }
  return (
    (await find(url, evidence, since, "finalized")) ?? {
      kind: "unmoved",
      why: "the blockhash expired without the transaction",
    }
  );
}
