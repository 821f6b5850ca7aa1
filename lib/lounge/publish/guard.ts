import { env } from "@/lib/env";
import type { Guard } from "@/lib/handler";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { boundResource } from "@/lib/payments/wallet-proof/bound";
import { certify, memoOf, promised } from "./certify";
import type { signalPublishEntry } from "./entry";
import { readSubmission } from "./submission";

/**
 * Refuses what could not be published before anybody pays for it, and names what a sign-in for this very text carries, and
 * what a payment on Solana says in its memo.
 * Whether the text was published before is not judged here: strangers must not learn of a text that it exists.
 */
export const publishGuard: Guard<typeof signalPublishEntry> = async (input, { path }) => {
  const submission = readSubmission(input);
  const fingerprint = await requestFingerprint(path, input);
  const secret = env().LOUNGE_MEMO_SECRET;
  return {
    ...{ pays: true, signIn: [boundResource("publish", fingerprint)] },
    ...(secret !== undefined && {
      memo: async (challenge) => memoOf(await certify(submission, promised(secret, challenge, fingerprint))),
    }),
  };
};
