import type { WalletProof } from "./read";

/** What a sign-in carries in its `resources` to prove something about one request, and about no other. */
export const boundResource = (action: "publish", fingerprint: string): string =>
  `urn:svc:${action}:sha256:${fingerprint}`;

/** Whether a sign-in was made for this very request, by whomever: the route's handler reads what it proves. */
export const isBoundTo = ({ resources }: WalletProof, fingerprint: string): boolean =>
  resources.includes(boundResource("publish", fingerprint));
