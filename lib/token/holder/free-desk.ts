import type { RouteEntry } from "@/lib/catalog/define";
import type { Guard } from "@/lib/handler";

/**
 * Raw desks are free for who holds the token, so often a day: else one holder would call for everybody. It is asked only
 * where a claim comes without a payment, and loads what judges claims with the first.
 */
export const holderGuard: Guard<RouteEntry> = async (_input, call) => {
  if (call.hasPayment) return { pays: true };
  const { judgeFreeCall } = await import("./free-call");
  return judgeFreeCall(call);
};
