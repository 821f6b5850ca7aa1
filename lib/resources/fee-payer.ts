import { feePayerToOffer, loadSharedBriefly } from "../payments/facilitators/supported";

/** The Solana fee payer that a 402 would name, as a 402 finds it: what this instance knows, else what another heard. */
export async function feePayerNow(): Promise<string | null> {
  await loadSharedBriefly();
  return feePayerToOffer();
}
