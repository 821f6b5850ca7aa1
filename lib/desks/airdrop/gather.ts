import type { Feed } from "@/lib/sources/feeds";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { llamaProtocols, type Protocols } from "@/lib/sources/llama";
import { type Claim, llamaAirdrops } from "@/lib/sources/llama-airdrops";
import type { Reading } from "@/lib/sources/source";
import { gatherInstitutional } from "../institutional";
import { NARRATIVE_FEEDS } from "../narrative";
import type { PositioningInputs } from "../positioning-venues";

export interface AirdropInputs {
  protocols: Reading<Protocols>;
  claims: Reading<Claim[]>;
  feeds: readonly Reading<Feed>[];
  /** Of tokens to be claimed that have futures, which is seldom any. */
  positioning: PositioningInputs;
}

export async function gatherAirdrop(read: ReadSources, context: ReadContext): Promise<AirdropInputs> {
  const { protocols, claims, ...feeds } = await read(
    { protocols: llamaProtocols, claims: llamaAirdrops, ...NARRATIVE_FEEDS },
    context,
  );
  const symbols = (claims.value ?? [])
    .filter(({ endsAt }) => endsAt > context.now.getTime())
    .map(({ symbol }) => symbol);
  const positioning = await gatherInstitutional(read, context, symbols);
  return { protocols, claims, feeds: Object.values(feeds), positioning };
}
