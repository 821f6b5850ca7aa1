import { macro } from "@/lib/desks/macro";
import { pools } from "@/lib/desks/meteora";
import { tvl } from "@/lib/desks/tvl";
import { wire } from "@/lib/desks/wire";
import { yields } from "@/lib/desks/yields";
import { macroEntry } from "@/lib/catalog/intel/macro";
import { meteoraEntry } from "@/lib/catalog/intel/meteora";
import { tvlEntry } from "@/lib/catalog/intel/tvl";
import { wireEntry } from "@/lib/catalog/intel/wire";
import { yieldsEntry } from "@/lib/catalog/intel/yields";
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
  meteora: asking(meteoraEntry, pools),
  tvl: asking(tvlEntry, tvl),
  wire: asking(wireEntry, wire),
  yields: asking(yieldsEntry, yields),
};
