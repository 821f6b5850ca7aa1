import { POSITIONING_SYMBOLS, type PositioningSymbol } from "@/lib/catalog/intel/perps";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import type { Context } from "./candidate";
import { gatherPositioning } from "./gather-positioning";
import { bestPosition, type PositioningInputs } from "./positioning-venues";

/** Futures positioning of an asset; null where the asset has no future that is read, or nothing was known. */
export type InstitutionalOf = (symbol: string | null) => Context["institutional"];

const isPositioned = (symbol: string | null): symbol is PositioningSymbol =>
  POSITIONING_SYMBOLS.some((one) => one === symbol);

/** Reads the futures of those of the symbols that have any here; nothing is asked when none has. */
export const gatherInstitutional = async (
  read: ReadSources,
  context: ReadContext,
  symbols: readonly (string | null)[],
): Promise<PositioningInputs> => {
  const wanted = [...new Set(symbols.filter(isPositioned))];
  return wanted.length === 0 ? {} : gatherPositioning(read, context, wanted);
};

/** Top traders' longs over shorts and the running funding, as the positioning desk has them. */
export const institutionalFrom =
  (inputs: PositioningInputs, now: Date): InstitutionalOf =>
  (symbol) => {
    if (!isPositioned(symbol)) return null;
    const found = bestPosition(symbol, inputs[symbol] ?? [], now);
    if (found === null) return null;
    const { topPosRatio = null, fundingPct = null } = found.record;
    return topPosRatio === null && fundingPct === null ? null : { topPosRatio, fundingPct };
  };
