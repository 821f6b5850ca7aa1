import type { Guard } from "@/lib/handler";
import { requestFingerprint } from "@/lib/payments/ledger/fingerprint";
import { boundResource } from "@/lib/payments/wallet-proof/bound";
import type { signalPublishEntry } from "./entry";
import { readSubmission } from "./submission";

/**
 * Refuses what could not be published before anybody pays for it, and names what a sign-in for this very text carries.
 * Whether the text was published before is not judged here: strangers must not learn of a text that it exists.
 */
export const publishGuard: Guard<typeof signalPublishEntry> = async (input, { path }) => {
  readSubmission(input);
  return { pays: true, signIn: [boundResource("publish", await requestFingerprint(path, input))] };
};
