import { env } from "@/lib/env";
import type { Handler, PayingFor, Reservation } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { keys } from "@/lib/store/keys";
import { assetAndStance } from "../asset-stance";
import { mintAddressOf } from "../mint/terms";
import { saleEffects } from "../sale";
import type { StoredSignal } from "../signal";
import { contentHashOf, sketchOf } from "../similarity";
import { DATED_BY } from "../store";
import { teaserOf } from "../teaser";
import { type Certified, certify, drawn, memoOf, promised } from "./certify";
import { creatorProofOf } from "./creator-proof";
import { type Earlier, findEarlier, nearlySame } from "./earlier";
import { publishEffects } from "./effects";
import { signalPublishEntry } from "./entry";
import { readSubmission, type Submission } from "./submission";

const RETRY_AFTER_SEC = 5;

const DUPLICATE = {
  taken: "This summary was published before, or is being published at this moment.",
  uncharged: "You were not charged.",
  code: "duplicate_signal",
} as const;

/** An unpaid call takes the text in the step before its payment moves: of two at once, one is charged. */
const takeText = (contentHash: string, id: string): Reservation => ({
  ...{ key: keys.loungeContent(contentHash), value: id },
  ...DUPLICATE,
});

/**
 * The certificate whose hash the payment says in its memo, as its 402 asked for; null for any other payment. It is that
 * payment's alone: another one that says the same is none for the same signal.
 */
async function certifiedInMemo(
  submission: Submission,
  fingerprint: string,
  { challenge, memo }: PayingFor,
): Promise<Certified | null> {
  const secret = env().LOUNGE_MEMO_SECRET;
  if (secret === undefined || challenge === undefined || memo === undefined) return null;
  const certified = await certify(submission, promised(secret, challenge, fingerprint));
  return memoOf(certified) === memo ? certified : null;
}

/** A day is longer than a payment with the same memo could still move. */
const MEMO_TTL_SEC = 86_400;

const takeMemo = (certificateHash: string, paymentKey: string): Reservation => ({
  ...{ key: keys.loungeMemo(certificateHash), value: paymentKey, ttlSec: MEMO_TTL_SEC },
  ...DUPLICATE,
});

/**
 * Whose text it is where the payment has moved already: its payer is owed an answer, so that a duplicate is published,
 * and says of what. While another payment for the same text is undecided, nobody can tell which came first.
 */
function sameAsSold({ same }: Earlier): string | null {
  if (same?.pending === true)
    throw new ApiError("duplicate_signal", "The same text is being published at this moment.", {
      headers: retryAfter(RETRY_AFTER_SEC),
    });
  return same?.id ?? null;
}

/** Publishes a signal: its time and its place are those at which the payment settles. */
export const publishSignal: Handler<typeof signalPublishEntry> = async (input, { headers, now, payment }) => {
  if (payment === undefined) throw new Error("a signal is published by who pays for it");
  const submission = readSubmission(input);
  const { title, summary, categories, wallet, chain } = submission;
  const { path } = signalPublishEntry;
  const [fingerprint, contentHash] = await Promise.all([
    requestFingerprint(path, input),
    contentHashOf(summary),
  ]);
  const sketch = sketchOf(summary);
  const [proof, earlier] = await Promise.all([
    creatorProofOf(wallet, { headers, now, path, fingerprint, payment }),
    findEarlier(contentHash, sketch),
  ]);
  const same = payment.moved === true ? sameAsSold(earlier) : null;
  const inMemo = same === null ? await certifiedInMemo(submission, fingerprint, payment) : null;
  const { id, body, bodyHash, certificateHash } = inMemo ?? (await certify(submission, drawn()));
  const signal: StoredSignal = {
    ...{ v: 1, id, title, teaser: teaserOf(summary), categories, ...assetAndStance(categories) },
    creator: { wallet, chain, proof },
    ...{ certificateHash, bodyHash },
    similarTo: same ?? (await nearlySame(summary, earlier.alike)),
  };
  return {
    answer: { id, published: true, title },
    effects: [
      ...publishEffects(signal, body, sketch, chain === "sol" ? await mintAddressOf(wallet, id) : null),
      ...saleEffects(id, payment.key),
      ...(inMemo === null
        ? []
        : [{ command: ["HSET", keys.loungeSignal(id), DATED_BY.payment, payment.key] as const }]),
    ],
    reserve: [
      ...(inMemo === null ? [] : [takeMemo(certificateHash, payment.key)]),
      ...(same === null ? [takeText(contentHash, id)] : []),
    ],
  };
};
