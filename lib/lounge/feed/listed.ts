import type { SignalOutcome } from "../outcomes/outcome";
import type { Signal } from "../signal";
import type { ListedSignal } from "./answer";

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
const iso = (ms: number): string => new Date(ms).toISOString();

function shownOutcome(outcome: SignalOutcome, counts: boolean): NonNullable<ListedSignal["outcome"]> {
  if (outcome.result === "void")
    return {
      ...{ result: "void", counts, venue: null, price: null, priceAt: null },
      ...{ priceLater: null, priceLaterAt: null, z: null, baseRate: null },
    };
  const { result, venue, price, priceAt, later, laterAt, z, base } = outcome;
  return {
    ...{ result, counts, venue, price, priceAt: iso(priceAt), priceLater: later, priceLaterAt: iso(laterAt) },
    ...{ z: round4(z), baseRate: round4(base) },
  };
}

/** A signal as lists show it. */
export const listed = ({
  id,
  v: _,
  bodyHash: __,
  publishedAt,
  outcome,
  counts,
  hidden,
  mint,
  ...signal
}: Signal): ListedSignal => ({
  signalId: id,
  ...signal,
  status: hidden !== null ? "hidden" : mint === null ? "published" : "minted",
  hidden: hidden === null ? null : { reason: hidden.reason, at: iso(hidden.at) },
  outcome: outcome === null ? null : shownOutcome(outcome, counts),
  categories: [...signal.categories],
  publishedAt: new Date(publishedAt).toISOString(),
  minted: mint !== null,
  mint: mint === null ? null : mint.address,
});
