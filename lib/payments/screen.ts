import { env } from "../env";
import { ApiError } from "../http/api-error";
import { hmacSha256 } from "../http/digest";
import { bytesToBase64Url } from "../http/base64";
import { log } from "../http/log";
import { type RefusedByRoute, refusedByRoute } from "./outcome/outcome";
import type { BlockedBy } from "./funds/funds";
import type { Payment } from "./rails/rail";

let listed: ReadonlySet<string> | undefined;

/** Addresses of EVM chains are compared without their checksum's capitals. */
const spelled = (payer: string): string => (payer.startsWith("0x") ? payer.toLowerCase() : payer);

/** Returns whether the operator has listed the payer as one that isn't served (`PAYERS_NOT_SERVED`). */
export function isListed(payer: string): boolean {
  listed ??= new Set(env().PAYERS_NOT_SERVED.map(spelled));
  return listed.has(spelled(payer));
}

/** Returns whether the operator has every payer of this chain asked about before a sale (`EVM_SCREEN_ORACLE`). */
export const isScreenedByOracle = ({ network }: Pick<Payment, "network">): boolean =>
  network.startsWith("eip155:") && env().EVM_SCREEN_ORACLE !== undefined;

/** A payer by a hash that only the operator can compare; none is kept without the operator's secret. */
function taggedBy(secret: string | undefined, payer: string): string | null {
  return secret === undefined ? null : bytesToBase64Url(hmacSha256(secret, `payer ${spelled(payer)}`));
}

/** Logs that the screen of payers has found a payer, by a keyed hash. */
export function noteHit(
  { payer, network }: Pick<Payment, "payer" | "network">,
  by: "list" | BlockedBy,
): void {
  log.warn("payer_not_served", { by, network, payer: taggedBy(env().OPERATOR_SECRET, payer) });
}

/** Refuses a payer for good: no facilitator and no other check is asked. */
export function notServed(
  payment: Pick<Payment, "payer" | "network">,
  by: "list" | BlockedBy,
): RefusedByRoute {
  noteHit(payment, by);
  const why = "The paying wallet isn't served here. Pay with another wallet.";
  return refusedByRoute(new ApiError("payer_not_served", why, { charge: "You were not charged." }));
}
