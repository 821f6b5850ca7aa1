import type { RouteEntry } from "@/lib/catalog/define";
import type { WalletProof } from "./read";

/** What a sign-in carries in its `resources` to prove something about one request, and about no other. */
export const boundResource = (action: "publish", fingerprint: string): string =>
  `urn:svc:${action}:sha256:${fingerprint}`;

/**
 * What the paying wallet signs to have a payment for one request that it has not bought yet: the method, and the
 * request's fingerprint. A sign-in without it reads what was bought, and changes nothing.
 */
export const paymentResource = ({ method }: Pick<RouteEntry, "method">, fingerprint: string): string =>
  `urn:svc:payment:${method.toLowerCase()}:sha256:${fingerprint}`;

/** What the sign-in of a holder of the own token carries: it is good for one route, and proves nothing of a payer. */
export const holderResource = (path: string): string => `urn:svc:holder:POST:${path}`;

export const isOfHolder = ({ resources }: WalletProof, path: string): boolean =>
  resources.includes(holderResource(path));

/** Whether a sign-in was made for this very request, by whomever: the route's handler reads what it proves. */
export const isBoundTo = ({ resources }: WalletProof, fingerprint: string): boolean =>
  resources.includes(boundResource("publish", fingerprint));
