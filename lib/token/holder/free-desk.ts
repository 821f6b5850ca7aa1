import { env } from "@/lib/env";
import type { RouteEntry } from "@/lib/catalog/define";
import type { Guard } from "@/lib/handler";

/**
 * Raw desks are free for who holds the token, so often a day: else one holder would call for everybody. It is asked only
 * where a claim comes without a payment, and loads what judges claims with the first.
 */
export const holderGuard: Guard<RouteEntry> = async (_input, call) => {
  if (call.hasPayment) return { pays: true };
  const [{ readClaim }, { takeFreeCall }] = await Promise.all([import("./claim"), import("./calls")]);
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
};
