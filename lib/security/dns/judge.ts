import { isPublicAddress } from "../gate/public-address";
import type { Asked } from "./ask";

export type Resolution =
  | { ok: true; addresses: readonly string[] }
  /** `not_public`: the name leads to an address that is no public site. The others: it leads nowhere for sure. */
  | { ok: false; reason: "not_public" | "no_such_name" | "no_address" | "failed" };

/**
 * Judges what all resolvers said of a name, for both families. One address that is not public refuses, whichever resolver gave
 * it; so does any question that went unanswered, since the answer might have been that address. Different public
 * addresses are a content network's habit, and a family without addresses is fine as long as the other has some.
 */
export function judgeAnswers(answers: readonly Asked[]): Resolution {
  const addresses = [...new Set(answers.flatMap((answer) => (answer.ok ? answer.addresses : [])))];
  if (!addresses.every(isPublicAddress)) return { ok: false, reason: "not_public" };
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
  if (failures.length > 0)
    return {
      ok: false,
      reason: failures.every((failure) => failure === "no_such_name") ? "no_such_name" : "failed",
    };
  return addresses.length === 0 ? { ok: false, reason: "no_address" } : { ok: true, addresses };
}
