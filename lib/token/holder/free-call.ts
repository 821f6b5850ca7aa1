import { env } from "@/lib/env";
import type { GuardedCall, GuardVerdict } from "@/lib/handler";
import { takeFreeCall } from "./calls";
import { readClaim } from "./claim";

/** Whether a call without a payment is free by what it says of its caller's holding: so often a day. */
export async function judgeFreeCall(call: GuardedCall): Promise<GuardVerdict> {
  const claim = await readClaim(call);
  if (claim.kind === "none") return { pays: true };
  if (claim.kind === "guest") return { pays: true, because: claim.because, signIn: claim.signIn };
  const most = env().TOKEN_FREE_CALLS_PER_DAY;
  const taken = await takeFreeCall(claim.proof, "raw", most);
  if (taken === null)
    return {
      pays: true,
      because: `X-Token-Holder-Wallet: the wallet has made its ${most} free calls of today (UTC).`,
    };
  return { pays: false, giveBack: taken.giveBack };
}
