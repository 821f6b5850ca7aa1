import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { llamaYields, type YieldPools } from "@/lib/sources/llama-yields";
import type { Pool } from "@/lib/sources/meteora/pool";
import { meteoraPools } from "@/lib/sources/meteora/pools";
import type { Reading } from "@/lib/sources/source";
import { treasuryMonth, treasuryMonthBefore, treasuryYear, type YieldCurve } from "@/lib/sources/treasury";
import { wantsDlmm } from "./dlmm";
import type { YieldsInput } from "./input";

/** The pools come from one source or the other, never from both. */
export type YieldsInputs = { curve: readonly Reading<YieldCurve>[] } & (
  { from: "llama"; pools: Reading<YieldPools> } | { from: "meteora"; pools: Reading<Pool[]> }
);

const curve = [treasuryYear, treasuryMonth, treasuryMonthBefore] as const;

export async function gatherYields(
  read: ReadSources,
  context: ReadContext,
  input: YieldsInput,
): Promise<YieldsInputs> {
  return wantsDlmm(input)
    ? { from: "meteora", ...(await read({ pools: meteoraPools, curve }, context)) }
    : { from: "llama", ...(await read({ pools: llamaYields, curve }, context)) };
}
