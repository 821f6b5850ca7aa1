import type { AnswerOf } from "@/lib/catalog/define";
import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { merchant } from "@/lib/payments/rails/merchant";
import { anchorOf } from "../anchor/store";
import { logOrigin } from "../log/checkpoint";
import { proveInclusion, proveInPast } from "../log/proofs";
import { currentTree } from "../log/tree";
import { mintAddressOf, mintTermsOf } from "../mint/terms";
import { notPublished } from "../open/guard";
import { certificateOf, type Signal } from "../signal";
import { readBodies, readSignal } from "../store";
import { datedBy } from "./dated-by";
import type { rwaTokenEntry } from "./entry";
import { mayOpen } from "./opening";

const OWN_CLOCK =
  "The time is the service's own. The log shows that nothing before it was changed since a checkpoint that you kept; this entry is not anchored outside of this service.";
const anchoredAt = (slot: number): string =>
  `The time is the service's own. That the entry was there at slot ${slot} of Solana is the chain's: look its transaction up where you trust.`;
const IN_MEMO =
  "The time is the service's own. The payment that published it says the certificate's hash in its memo: when that was is the chain's to say, so look its transaction up where you trust.";
const NOT_YET = "The leaf is not in a signed tree yet: ask again a minute after publishing.";

const HIDDEN =
  "An operator deleted the words of this signal: its certificate can't be shown any more. Who kept it can still prove it by its hash.";

type Anchoring = AnswerOf<typeof rwaTokenEntry>["anchor"];

/** The signal's leaf in the tree of the first checkpoint on chain that has it. */
async function anchoringOf({ seq, certificateHash, publishedAt }: Signal): Promise<Anchoring> {
  const anchor = await anchorOf(seq);
  if (anchor === null) return null;
  const { slot, signature, transaction, checkpoint, size, root } = anchor;
  const inclusion = await proveInPast(`${certificateHash} ${publishedAt}`, seq, { size, root });
  if (inclusion === null) return null;
  return {
    ...{ network: merchant().networks.solana.id, slot, signature, transaction, checkpoint, inclusion },
  };
}

type MintTerms = AnswerOf<typeof rwaTokenEntry>["mintTerms"];

/** As what a signal may be minted, in the words that recording compares the mint with. */
async function mintTermsFor(signal: Signal): Promise<MintTerms> {
  const { id, creator, hidden } = signal;
  if (creator.chain !== "sol" || hidden !== null) return null;
  const { name, symbol, uri } = mintTermsOf(signal, env().PUBLIC_ORIGIN);
  const address = await mintAddressOf(creator.wallet, id);
  return { network: merchant().networks.solana.id, address, name, symbol, uri };
}

type LogProof = AnswerOf<typeof rwaTokenEntry>["log"];

/** The signal's leaf, and the proof that it stands in the tree as that is shown now. */
async function proofOf({ seq, certificateHash, publishedAt }: Signal): Promise<LogProof> {
  const { size, root, checkpoint, ...tree } = await currentTree();
  const leaf = `${certificateHash} ${publishedAt}`;
  const inclusion = seq < size ? await proveInclusion(leaf, seq, { size, root, checkpoint, ...tree }) : null;
  return { origin: logOrigin(), index: seq, leaf, size, root, inclusion, checkpoint };
}

/** A signal's certificate. Throws ApiError 404 for what was never published, and 403 for a proof that gives no right. */
export const rwaToken: Handler<typeof rwaTokenEntry> = async ({ signalId }, { headers, now }) => {
  const signal = await readSignal(signalId);
  if (signal === null) throw notPublished(signalId);
  const { hidden } = signal;
  const [opens, log, mintTerms, anchor, payment] = await Promise.all([
    hidden === null ? mayOpen(signal, headers, now) : false,
    proofOf(signal),
    mintTermsFor(signal),
    anchoringOf(signal),
    datedBy(signal),
  ]);
  const [body] = opens ? await readBodies([signalId]) : [];
  const certificate = certificateOf(signal);
  return {
    answer: {
      ...{ ok: true, signalId },
      certificate: hidden === null ? { ...certificate, categories: [...certificate.categories] } : null,
      certificateHash: signal.certificateHash,
      creatorProof: signal.creator.proof,
      publishedAt: new Date(signal.publishedAt).toISOString(),
      hidden: hidden === null ? null : { reason: hidden.reason, at: new Date(hidden.at).toISOString() },
      ...{
        minted: signal.mint !== null,
        mint: signal.mint?.address ?? null,
        mintTerms,
        log,
        anchor,
        payment,
      },
      opening: body === null || body === undefined ? null : { salt: body.salt },
      notes: [
        ...(anchor === null ? (payment === null ? [OWN_CLOCK] : []) : [anchoredAt(anchor.slot)]),
        ...(payment === null ? [] : [IN_MEMO]),
        ...(hidden === null ? [] : [HIDDEN]),
        ...(log.inclusion === null ? [NOT_YET] : []),
      ],
    },
    effects: [],
  };
};
