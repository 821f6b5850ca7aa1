import { env } from "@/lib/env";
import { readWalletProof, type WalletProof } from "@/lib/payments/wallet-proof/read";
import type { AddressPair } from "./agent-id";
import { proofResourceAtOnce, type ProvedRoute } from "./proof-resource";
import type { Agent, AgentChange } from "./record";

/** A wallet's proof for this very request, or null without one. Throws ApiError 400 and 429. */
export async function readOwnProof(
  route: ProvedRoute,
  body: Readonly<Record<string, unknown>>,
  { headers, now }: { headers: Headers; now: Date },
): Promise<WalletProof | null> {
  if (!headers.has("sign-in-with-x")) return null;
  const resource = proofResourceAtOnce(route, body);
  return readWalletProof(headers, { origin: env().PUBLIC_ORIGIN, path: route.path, now, resource });
}

/** Which of a pair's wallets proved itself. */
export type OwnWallet = "sol" | "evm";

/** Which address of a pair a wallet is; null for another's, and without a proof. */
export function walletOf(
  { solAddress, evmAddress }: AddressPair,
  proof: Pick<WalletProof, "address"> | null,
): OwnWallet | null {
  if (proof === null) return null;
  if (proof.address === solAddress) return "sol";
  return proof.address === evmAddress?.toLowerCase() ? "evm" : null;
}

/** What a wallet's proof makes of the record: nothing where it proved itself before. */
export function proved(
  { solProvedAt, evmProvedAt }: Partial<Agent>,
  wallet: OwnWallet | null,
  now: Date,
): AgentChange {
  const at = now.getTime();
  if (wallet === "sol" && solProvedAt === undefined) return { solProvedAt: at };
  return wallet === "evm" && evmProvedAt === undefined ? { evmProvedAt: at } : {};
}
