import type { Handler, Reservation } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { randomHex } from "@/lib/http/digest";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { keys } from "@/lib/store/keys";
import { assetAndStance } from "../asset-stance";
import { bodyHashOf, certificateHashOf } from "../certificate";
import { mintAddressOf } from "../mint/terms";
import { saleEffects } from "../sale";
import { certificateOf, type StoredSignal } from "../signal";
import { contentHashOf, sketchOf } from "../similarity";
import { teaserOf } from "../teaser";
import { creatorProofOf } from "./creator-proof";
import { type Earlier, findEarlier, nearlySame } from "./earlier";
import { publishEffects } from "./effects";
import { signalPublishEntry } from "./entry";
import { readSubmission } from "./submission";

const ID_BYTES = 12;
const SALT_BYTES = 32;
const RETRY_AFTER_SEC = 5;

const DUPLICATE =
  "This summary was published before, or is being published at this moment. You were not charged.";

/** An unpaid call takes the text in the step before its payment moves: of two at once, one is charged. */
const takeText = (contentHash: string, id: string): Reservation => ({
  ...{ key: keys.loungeContent(contentHash), value: id },
  ...{ taken: DUPLICATE, code: "duplicate_signal" },
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
  const { title, summary, categories, wallet, chain } = readSubmission(input);
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
  const id = `sig_${randomHex(ID_BYTES)}`;
  const body = { salt: randomHex(SALT_BYTES), summary };
  const unsealed: Omit<StoredSignal, "certificateHash"> = {
    ...{ v: 1, id, title, teaser: teaserOf(summary), categories, ...assetAndStance(categories) },
    creator: { wallet, chain, proof },
    bodyHash: await bodyHashOf(body),
    similarTo: same ?? (await nearlySame(summary, earlier.alike)),
  };
  const certificateHash = await certificateHashOf(certificateOf(unsealed));
  return {
    answer: { id, published: true, title },
    effects: [
      ...publishEffects(
        { ...unsealed, certificateHash },
        body,
        sketch,
        chain === "sol" ? await mintAddressOf(wallet, id) : null,
      ),
      ...saleEffects(id, payment.key),
    ],
    reserve: same === null ? [takeText(contentHash, id)] : [],
  };
};
