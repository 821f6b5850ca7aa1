import { a2aPipelineEntry } from "@/lib/desks/a2a-pipeline/entry";
import { a2aPipeline } from "@/lib/desks/a2a-pipeline/handler";
import { airdropEntry } from "@/lib/desks/airdrop/entry";
import { airdrop } from "@/lib/desks/airdrop/handler";
import type { DeskEntry } from "@/lib/desks/desk";
import { deskBriefEntry } from "@/lib/desks/desk-brief/entry";
import { deskBrief } from "@/lib/desks/desk-brief/handler";
import { listingEntry } from "@/lib/desks/listing/entry";
import { listing } from "@/lib/desks/listing/handler";
import { macroEntry } from "@/lib/desks/macro/entry";
import { macro } from "@/lib/desks/macro/handler";
import { meteoraEntry } from "@/lib/desks/meteora/entry";
import { pools } from "@/lib/desks/meteora/handler";
import { momentumEntry } from "@/lib/desks/momentum/entry";
import { momentum } from "@/lib/desks/momentum/handler";
import { scalpEntry } from "@/lib/desks/scalp/entry";
import { scalp } from "@/lib/desks/scalp/handler";
import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { trenchesScreen } from "@/lib/desks/trenches-screen/handler";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { trenches } from "@/lib/desks/trenches/handler";
import { tvlEntry } from "@/lib/desks/tvl/entry";
import { tvl } from "@/lib/desks/tvl/handler";
import { verdictEntry } from "@/lib/desks/verdict/entry";
import { verdict } from "@/lib/desks/verdict/handler";
import { walletEntry } from "@/lib/desks/wallet/entry";
import { wallet } from "@/lib/desks/wallet/handler";
import { whalesEntry } from "@/lib/desks/whales/entry";
import { whales } from "@/lib/desks/whales/handler";
import { wireEntry } from "@/lib/desks/wire/entry";
import { wire } from "@/lib/desks/wire/handler";
import { yieldsEntry } from "@/lib/desks/yields/entry";
import { yields } from "@/lib/desks/yields/handler";
import type { Handler } from "@/lib/handler";

/** A desk without its till: takes a request's body, gives the answer. */
type Ask = (body: unknown, signal: AbortSignal) => Promise<unknown>;

const asking =
  <E extends DeskEntry>(entry: E, handler: Handler<E>): Ask =>
  async (body, signal) => {
    const input = entry.input.parse(body) as Parameters<Handler<E>>[0]; // by that very schema
    return (await handler(input, { now: new Date(), signal, headers: new Headers() })).answer;
  };

/** Every desk that is measured, by the name of its route. */
export const DESKS: Readonly<Record<string, Ask>> = {
  "a2a-pipeline": asking(a2aPipelineEntry, a2aPipeline),
  airdrop: asking(airdropEntry, airdrop),
  "desk-brief": asking(deskBriefEntry, deskBrief),
  listing: asking(listingEntry, listing),
  macro: asking(macroEntry, macro),
  meteora: asking(meteoraEntry, pools),
  momentum: asking(momentumEntry, momentum),
  scalp: asking(scalpEntry, scalp),
  trenches: asking(trenchesEntry, trenches),
  "trenches-screen": asking(trenchesScreenEntry, trenchesScreen),
  tvl: asking(tvlEntry, tvl),
  verdict: asking(verdictEntry, verdict),
  wallet: asking(walletEntry, wallet),
  whales: asking(whalesEntry, whales),
  wire: asking(wireEntry, wire),
  yields: asking(yieldsEntry, yields),
};
