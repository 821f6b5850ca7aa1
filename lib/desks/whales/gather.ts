import type * as z from "zod";
import { POSITIONING_SYMBOLS, type PositioningSymbol } from "@/lib/catalog/intel/perps";
import type { ReadContext } from "@/lib/sources/fetcher/call";
import type { ReadSources } from "@/lib/sources/fetcher/reader";
import { gatherPositioning } from "../gather-positioning";
import type { PositioningInputs } from "../positioning-venues";
import type { whalesEntry } from "./entry";

type Input = z.output<typeof whalesEntry.input>;

/** The symbols that a call is about, each once. */
export const symbolsOf = ({ symbols }: Pick<Input, "symbols">): readonly PositioningSymbol[] => [
  ...new Set(symbols ?? POSITIONING_SYMBOLS),
];

export const gatherWhales = (
  read: ReadSources,
  context: ReadContext,
  input: Input,
): Promise<PositioningInputs> => gatherPositioning(read, context, symbolsOf(input));
