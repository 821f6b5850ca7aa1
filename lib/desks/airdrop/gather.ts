import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { llamaProtocols } from "@/lib/sources/llama";
import { type Claim, llamaAirdrops } from "@/lib/sources/llama-airdrops";
import { type Tokenless, tokenlessOf } from "@/lib/sources/llama-tokenless";
import type { Reading } from "@/lib/sources/source";
import { gatherInstitutional } from "../institutional";
import { NARRATIVE_FEEDS } from "../narrative";
import type { PositioningInputs } from "../positioning-venues";

export interface AirdropInputs {
  /** Those without a token. */
  protocols: Reading<readonly Tokenless[]>;
  claims: Reading<Claim[]>;
  feeds: readonly Reading<Feed>[];
  /** Of tokens to be claimed that have futures, which is seldom any. */
  positioning: PositioningInputs;
}

/** Headlines beside the lists: positioning waits for these alone. */
export async function gatherAirdrop(read: ReadSources, context: ReadContext): Promise<AirdropInputs> {
  const [found, feeds] = await Promise.all([gatherFound(read, context), read(NARRATIVE_FEEDS, context)]);
  return { ...found, feeds: Object.values(feeds) };
}

async function gatherFound(read: ReadSources, context: ReadContext): Promise<Omit<AirdropInputs, "feeds">> {
  const { protocols, claims } = await read({ protocols: llamaProtocols, claims: llamaAirdrops }, context);
  const symbols = (claims.value ?? [])
    .filter(({ endsAt }) => endsAt > context.now.getTime())
    .map(({ symbol }) => symbol);
  return {
    protocols: tokenlessOf(protocols),
    claims,
    positioning: await gatherInstitutional(read, context, symbols),
  };
}
