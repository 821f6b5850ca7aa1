import { isPublicAddress } from "../gate/public-address";
import type { Asked } from "./ask";

export type Resolution =
  | {
      ok: true;
      addresses: readonly string[];
      /** By address, the name that owns its record. */
      owners: ReadonlyMap<string, string>;
    }
  /** `not_public`: the name leads to an address that is no public site. The others: it leads nowhere for sure. */
  | { ok: false; reason: "not_public" | "no_such_name" | "no_address" | "failed" };

/** More than a site has: a name that lists so many lists other people's. */
const MAX_OF_A_FAMILY = 16;

/**
 * Judges what all resolvers said of a name, for both families. One address that is not public refuses, whichever resolver gave
 * it; so does any question that went unanswered, since the answer might have been that address. Different public
 * addresses are a content network's habit, and a family without addresses is fine as long as the other has some. A name with
 * more than 16 addresses of a family counts as one without.
 */
export function judgeAnswers(answers: readonly Asked[]): Resolution {
  const records = answers.flatMap((answer) => (answer.ok ? answer.records : []));
  const owners = new Map(records.map(({ address, owner }) => [address, owner]));
  const addresses = [...owners.keys()];
  if (!addresses.every(isPublicAddress)) return { ok: false, reason: "not_public" };
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]));
  if (failures.length > 0)
    return {
      ok: false,
      reason: failures.every((failure) => failure === "no_such_name") ? "no_such_name" : "failed",
    };
  const ofSixth = addresses.filter((address) => address.includes(":")).length;
  const most = Math.max(ofSixth, addresses.length - ofSixth);
  if (most === 0 || most > MAX_OF_A_FAMILY) return { ok: false, reason: "no_address" };
  return { ok: true, addresses, owners };
}
