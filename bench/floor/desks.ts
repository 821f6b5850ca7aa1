import { macro } from "@/lib/desks/macro";
import { tvl } from "@/lib/desks/tvl";
import { macroEntry } from "@/lib/catalog/intel/macro";
import { tvlEntry } from "@/lib/catalog/intel/tvl";
import type { DeskEntry } from "@/lib/desks/desk";
import type { Handler } from "@/lib/handler";

/** A desk without its till: takes a call of the entry's own sample, gives the answer. */
type Ask = (signal: AbortSignal) => Promise<unknown>;

function asking<E extends DeskEntry>(entry: E, handler: Handler<E>): Ask {
  const input = entry.input.parse(entry.sample.input) as Parameters<Handler<E>>[0]; // by that very schema
  return async (signal) => (await handler(input, { now: new Date(), signal, headers: new Headers() })).answer;
}

/** Every desk that is measured, by the name of its route. */
export const DESKS: Readonly<Record<string, Ask>> = {
  macro: asking(macroEntry, macro),
  tvl: asking(tvlEntry, tvl),
};
