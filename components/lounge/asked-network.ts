import { Refused } from "@/components/agents/use-work";
import type { FoundWallet } from "@/lib/buying/wallets";
import { isRecord } from "@/lib/is-record";

const TIME_LIMIT_MS = 15_000;

/** The chain of a wallet's kind that this service is on, as CAIP-2: the unpaid call's 402 names it. Throws Refused. */
export async function networkOf(
  path: string,
  body: string,
  family: FoundWallet["family"],
  otherwise: string,
): Promise<string> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  const x402 = isRecord(answer) ? answer.x402 : null;
  const accepts: unknown = isRecord(x402) ? x402.accepts : null;
  const prefix = family === "evm" ? "eip155:" : "solana:";
  const network = (Array.isArray(accepts) ? accepts : [])
    .map((offer: unknown) => (isRecord(offer) ? offer.network : null))
    .find((one): one is string => typeof one === "string" && one.startsWith(prefix));
  if (network !== undefined) return network;
  const why = isRecord(answer) && typeof answer.error === "string" ? answer.error : "There was no answer.";
  throw new Refused(otherwise, why);
}
