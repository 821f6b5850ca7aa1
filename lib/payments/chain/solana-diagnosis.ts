import type { Reason } from "../reasons";
import { asker } from "./json-rpc";
import { simulateSolana } from "./solana-simulation";

/**
 * Facilitators answer one code for several defects of a Solana payment; a simulation on our own node tells them
 * apart. `already-used` when the chain has the transaction, null when the node can't tell.
 */
export async function diagnoseSolana(
  url: string,
  wireBase64: string,
): Promise<Reason | "already-used" | null> {
  // The fee payer's signature is still missing.
  const options = { sigVerify: false, commitment: "confirmed" } as const;
  const simulated = await simulateSolana(asker(url), wireBase64, options);
  if (simulated.kind === "already-used") return "already-used";
  return simulated.kind === "fails" ? simulated.reason : null;
}
