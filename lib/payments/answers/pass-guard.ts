import type { Entitlement, GuardVerdict } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import type { PaidCall } from "../call";
import { refusedByRoute, type RefusedByRoute } from "../outcome/outcome";

/** A call that the route's guard asks no payment for: what it brought is left as it was. */
export interface Exempt {
  kind: "exempt";
  entitlement?: Entitlement | undefined;
  giveBack?: (() => Promise<void>) | undefined;
}

/** The route's guard has let the call pass, to be paid for. */
export interface Passed {
  kind: "passed";
  entitlement: Entitlement | null;
  signIn?: readonly string[] | undefined;
  memo?: GuardVerdict["memo"];
  because?: string | undefined;
}

/** Guards throw their refusals; anything else that they throw is a defect. */
export async function passGuard({
  guard,
}: Pick<PaidCall, "guard">): Promise<Passed | Exempt | RefusedByRoute> {
  if (guard === null) return { kind: "passed", entitlement: null };
  try {
    const { pays, entitlement, signIn, memo, because, giveBack } = await guard();
    return pays
      ? { kind: "passed", entitlement: entitlement ?? null, signIn, memo, because }
      : { kind: "exempt", entitlement, giveBack };
  } catch (error) {
    if (error instanceof ApiError) return refusedByRoute(error);
    throw error;
  }
}
