import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { solanaNodes } from "@/lib/payments/chain/nodes";
import { askInTurn } from "@/lib/solana-rpc/ask-nodes";
import { keys } from "@/lib/store/keys";
import { objectionToCertificate } from "../mint/objection";
import { mintAddressOf, mintTermsOf } from "../mint/terms";
import { notPublished } from "../open/guard";
import type { Signal } from "../signal";
import { FIELDS, readSignal } from "../store";
import { finalizedAccount, objectionToTransaction } from "./chain";
import type { recordMintEntry } from "./entry";

const NO_WALLET =
  "This signal's creator is an EVM wallet: its certificate stands in the log, and there is no mint of it.";
const ELSEWHERE = "A signal's mint stands at the address that is derived from its creator and its id.";

/** What keeps a mint from being the signal's, in words; null when nothing does. Throws ApiError 503 without a node. */
async function objectionTo(
  signal: Signal,
  { mint, signature }: { mint: string; signature: string },
  expected: string,
): Promise<string | null> {
  if (mint !== expected) return ELSEWHERE;
  const ask = askInTurn(solanaNodes());
  const terms = mintTermsOf(signal, env().PUBLIC_ORIGIN);
  return (
    objectionToCertificate(await finalizedAccount(ask, mint), { mint, terms }) ??
    (await objectionToTransaction(ask, signature, { creator: signal.creator.wallet, mint }))
  );
}

/**
 * Records a signal's mint once the chain shows it, finalized. Only the creator's wallet can sign for its address, so no
 * further proof is asked for: whoever tells of it tells the truth, or is refused.
 */
export const recordMint: Handler<typeof recordMintEntry> = async ({ signalId, mint, signature }, { now }) => {
  const signal = await readSignal(signalId);
  if (signal === null || signal.hidden !== null) throw notPublished(signalId);
  const { chain, wallet } = signal.creator;
  const expectedMint = chain === "sol" ? await mintAddressOf(wallet, signalId) : null;
  const tell = (ok: boolean, recorded: string | null, message: string): AnswerOf<typeof recordMintEntry> => ({
    ...{ ok, signalId, status: recorded === null ? "published" : "minted", mint: recorded },
    ...{ expectedMint, message },
  });
  if (signal.mint?.address === mint)
    return { answer: tell(true, mint, "The mint was recorded before."), effects: [] };
  const objection =
    expectedMint === null ? NO_WALLET : await objectionTo(signal, { mint, signature }, expectedMint);
  const before = signal.mint?.address ?? null;
  if (objection !== null) return { answer: tell(false, before, objection), effects: [], status: 422 };
  const record = JSON.stringify({ address: mint, transaction: signature, recordedAt: now.getTime() });
  return {
    answer: tell(true, mint, "The mint is recorded."),
    effects: [{ command: ["HSET", keys.loungeSignal(signalId), FIELDS.mint, record] }],
    reserve: [
      {
        ...{ key: keys.loungeMint(mint), value: signalId },
        taken: "That mint is recorded of another signal.",
      },
    ],
  };
};
