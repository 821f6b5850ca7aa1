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
const BlockhashValid = z.object({ context: z.object({ slot: z.number() }), value: z.boolean() });

type Commitment = "confirmed" | "finalized";

const PAGE = 100;
const MAX_PAGES = 5;
/** How far the chain's clock and ours may differ, in seconds. */
const CLOCK_MARGIN_SEC = 120;
/** A blockhash lives about a minute; nothing that was signed before lands so long after. */
const LIFETIME_SEC = 300;

interface Search {
  since: number;
  commitment: Commitment;
  /** A node that has not come this far must refuse to answer. */
  minContextSlot?: number;
}

/** The payer's transactions around `since` (ms), newest first. Complete, or it throws. */
async function signaturesAround(
  url: string,
  account: string,
  { since, ...options }: Search,
): Promise<string[]> {
  const oldest = since / 1000 - CLOCK_MARGIN_SEC;
  const newest = since / 1000 + LIFETIME_SEC + CLOCK_MARGIN_SEC;
  const found: string[] = [];
  for (let page = 0, before: string | undefined; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...options, ...(before === undefined ? {} : { before }) };
    const signatures = Signatures.parse(await rpc(url, "getSignaturesForAddress", [account, query]));
    const recent = signatures.filter(({ blockTime }) => (blockTime ?? newest) >= oldest);
    found.push(
      ...recent.filter(({ blockTime }) => (blockTime ?? newest) <= newest).map(({ signature }) => signature),
    );
    if (signatures.length < PAGE || recent.length < signatures.length) return found;
    before = signatures.at(-1)?.signature;
  }
  throw new Error("the payer's account has too long a history to search");
}

async function find(url: string, evidence: SolanaEvidence, search: Search): Promise<OnChain | null> {
  for (const signature of await signaturesAround(url, evidence.tokenAccount, search)) {
    const options = { encoding: "base64", commitment: search.commitment, maxSupportedTransactionVersion: 0 };
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

const isValid = async (url: string, blockhash: string, commitment: "processed" | "finalized") =>
  BlockhashValid.parse(await rpc(url, "isBlockhashValid", [blockhash, { commitment }]));

/**
 * What became of a Solana payment. It is found through the payer's token account by its message, because its id is
 * the facilitator's signature, which a lost reply never told.
 *
 * It is unmoved only when its blockhash has run out at the tip *and* in the finalized bank (which alone would also
 * refuse a hash too new for it), and the finalized chain, asked after that and no less far, does not hold it.
 */
export async function lookupSolana(url: string, evidence: SolanaEvidence, since: number): Promise<OnChain> {
  const found = await find(url, evidence, { since, commitment: "confirmed" });
  if (found !== null) return found;
  const tip = await isValid(url, evidence.blockhash, "processed");
  const finalized = await isValid(url, evidence.blockhash, "finalized");
  if (tip.value || finalized.value) return { kind: "open", why: "the transaction can still land" };
  const search = { since, commitment: "finalized", minContextSlot: finalized.context.slot } as const;
  return (
    (await find(url, evidence, search)) ?? {
      kind: "unmoved",
      why: "the blockhash expired without the transaction",
    }
  );
}
