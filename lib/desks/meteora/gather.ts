import type * as z from "zod";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { type Close, meteoraCloses } from "@/lib/sources/meteora/closes";
import { BASE58_ADDRESS, type Pool } from "@/lib/sources/meteora/pool";
import { meteoraPool, meteoraPools, meteoraSearch } from "@/lib/sources/meteora/pools";
import type { Reading } from "@/lib/sources/source";
import type { meteoraEntry } from "./entry";
import { hintOf, shownPools } from "./select";

type Input = z.output<typeof meteoraEntry.input>;

export interface PoolsInputs {
  list: Reading<Pool[]>;
  /** What the caller's hint was looked up as; null without one. */
  hint: Reading<Pool[]> | null;
  /** Of each pool that is shown, its stretches of closes, oldest first. */
  closes: Readonly<Record<string, readonly Reading<Close[]>[]>>;
}

/** First the pools, with what the hint names; then the closes of those that will be shown. */
export async function gatherPools(
  read: ReadSources,
  context: ReadContext,
  input: Input,
): Promise<PoolsInputs> {
  const { list, hint } = await readPools(read, context, input.poolHint);
  const shown = shownPools(list.value ?? [], hintOf(hint), input);
  const stretches = shown.map(({ address }) => [address, meteoraCloses(address, context.now)] as const);
  const readings = await read(
    Object.fromEntries(stretches.flatMap(([, sources]) => sources.map((source) => [source.id, source]))),
    context,
  );
  const closes = stretches.map(([address, sources]) => [
    address,
    sources.flatMap(({ id }) => readings[id] ?? []),
  ]);
  return { list, hint, closes: Object.fromEntries(closes) };
}

/** An address is looked up, any other text is searched for. */
async function readPools(
  read: ReadSources,
  context: ReadContext,
  poolHint: string | undefined,
): Promise<Pick<PoolsInputs, "list" | "hint">> {
  if (poolHint === undefined) return { ...(await read({ list: meteoraPools }, context)), hint: null };
  if (BASE58_ADDRESS.test(poolHint))
    return read({ list: meteoraPools, hint: meteoraPool(poolHint) }, context);
  return read({ list: meteoraPools, hint: meteoraSearch(poolHint) }, context);
}
