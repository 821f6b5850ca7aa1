import { isSignature } from "@solana/kit";
import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { finalizedAccount, finalizedAccounts } from "@/lib/chains/finalized-account";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { solanaNodes } from "@/lib/chains/nodes";
import { askInTurn } from "@/lib/solana-rpc/ask-nodes";
import { keys } from "@/lib/store/keys";
import { objectionToCertificate } from "../mint/objection";
import { makes, objectionToOtherForm, placesOf } from "../mint/other-forms";
import { mintAddressOf, mintTermsOf } from "../mint/terms";
import { notPublished } from "../open/guard";
import type { Signal } from "../signal";
import { FIELDS, readSignal } from "../store";
import { objectionToTransaction } from "./chain";
import type { recordMintEntry } from "./entry";

const NO_WALLET =
  "This signal's creator is an EVM wallet: its certificate stands in the log, and there is no mint of it.";
const NO_ADDRESS = "`mint` is no address of Solana.";
const NO_SIGNATURE = "`signature` is no signature of Solana's.";
const RECORDED_OTHER =
  "Another mint of this signal is recorded. Only one at the address that is derived from its creator and its id takes its place.";

interface Told {
  mint: string;
  signature: string;
}

/** What keeps the mint at the derived address from being the signal's: its address shows that the creator signed for it. */
async function objectionToDerived(
  ask: RpcClient,
  signal: Signal,
  { mint, signature }: Told,
): Promise<string | null> {
  const terms = mintTermsOf(signal, env().PUBLIC_ORIGIN);
  const creator = signal.creator.wallet;
  return (
    objectionToCertificate(await finalizedAccount(ask, mint), { mint, terms }) ??
    (await objectionToTransaction(ask, signature, { creator, mint }))
  );
}

/** The same of a mint anywhere else: its creator has signed what made it, and holds it. */
async function objectionToOther(
  ask: RpcClient,
  signal: Signal,
  { mint, signature }: Told,
): Promise<string | null> {
  if (signal.mint !== null) return RECORDED_OTHER;
  const creator = signal.creator.wallet;
  const places = await placesOf(mint, creator);
  if (places === null) return NO_ADDRESS;
  const { held2022, heldSpl, metadata, edition } = places;
  const accounts = await finalizedAccounts(ask, [mint, held2022, heldSpl, metadata, edition]);
  const [ofMint = null, of2022 = null, ofSpl = null, ofMetadata = null, ofEdition = null] = accounts;
  const found = {
    ...{ mint: ofMint, held2022: of2022, heldSpl: ofSpl },
    ...{ metadata: ofMetadata, edition: ofEdition },
  };
  const terms = mintTermsOf(signal, env().PUBLIC_ORIGIN);
  return (
    objectionToOtherForm({ creator, places, found, terms }) ??
    (await objectionToTransaction(ask, signature, { creator, mint, isMaking: makes(mint) }))
  );
}

/**
 * Records a signal's mint once the chain shows it, finalized, and its creator's signature under it. So no further proof is
 * asked for: whoever tells of it tells the truth, or is refused. One at the derived address takes another one's place.
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
  const isDerived = mint === expectedMint;
  const objectionTo = isDerived ? objectionToDerived : objectionToOther;
  const objection =
    expectedMint === null
      ? NO_WALLET
      : isSignature(signature)
        ? await objectionTo(askInTurn(solanaNodes()), signal, { mint, signature })
        : NO_SIGNATURE;
  const before = signal.mint?.address ?? null;
  if (objection !== null) return { answer: tell(false, before, objection), effects: [], status: 422 };
  const record = JSON.stringify({ address: mint, transaction: signature, recordedAt: now.getTime() });
  return {
    answer: tell(true, mint, "The mint is recorded."),
    effects: [
      { command: ["HSET", keys.loungeSignal(signalId), FIELDS.mint, record] },
      // The derived one takes any other's place, and none takes its own.
      ...(isDerived ? [{ command: ["SET", keys.loungeMintOf(signalId), mint] as const }] : []),
    ],
    reserve: [
      {
        ...{ key: keys.loungeMint(mint), value: signalId },
        taken: "That mint is recorded of another signal.",
      },
      // Of two that come at once one is recorded, and the other one is told.
      ...(isDerived ? [] : [{ key: keys.loungeMintOf(signalId), value: mint, taken: RECORDED_OTHER }]),
    ],
  };
};
