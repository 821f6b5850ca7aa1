import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { type Chains, llamaChains, llamaProtocols, type Protocols } from "@/lib/sources/llama";
import type { Reading } from "@/lib/sources/source";

export interface TvlInputs {
  chains: Reading<Chains>;
  protocols: Reading<Protocols>;
}

export const gatherTvl = (read: ReadSources, context: ReadContext): Promise<TvlInputs> =>
  read({ chains: llamaChains, protocols: llamaProtocols }, context);
