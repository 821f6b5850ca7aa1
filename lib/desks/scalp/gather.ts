import type * as z from "zod";
import type { Coin } from "@/lib/sources/derivatives";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { gatherTape } from "../gather-tape";
import type { TapeInputs } from "../tape-venues";
import type { scalpEntry } from "./entry";
import { SCALP_SYMBOLS, SCALP_TIMEFRAMES } from "./vocabulary";

type Input = z.output<typeof scalpEntry.input>;

/** The symbols that a call is about, each once. */
export const symbolsOf = ({ symbols }: Pick<Input, "symbols">): readonly Coin[] => [
  ...new Set(symbols ?? SCALP_SYMBOLS),
];

export const gatherScalp = (read: ReadSources, context: ReadContext, input: Input): Promise<TapeInputs> =>
  gatherTape(read, context, symbolsOf(input), SCALP_TIMEFRAMES);
