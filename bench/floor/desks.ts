import { a2aPipelineEntry } from "@/lib/catalog/intel/a2a-pipeline";
import { airdropEntry } from "@/lib/catalog/intel/airdrop";
import { deskBriefEntry } from "@/lib/catalog/intel/desk-brief";
import { listingEntry } from "@/lib/catalog/intel/listing";
import { macroEntry } from "@/lib/catalog/intel/macro";
import { meteoraEntry } from "@/lib/catalog/intel/meteora";
import { momentumEntry } from "@/lib/catalog/intel/momentum";
import { scalpEntry } from "@/lib/catalog/intel/scalp";
import { trenchesEntry } from "@/lib/catalog/intel/trenches";
import { trenchesScreenEntry } from "@/lib/catalog/intel/trenches-screen";
import { tvlEntry } from "@/lib/catalog/intel/tvl";
import { verdictEntry } from "@/lib/catalog/intel/verdict";
import { walletEntry } from "@/lib/catalog/intel/wallet";
import { whalesEntry } from "@/lib/catalog/intel/whales";
import { wireEntry } from "@/lib/catalog/intel/wire";
import { yieldsEntry } from "@/lib/catalog/intel/yields";
import type { DeskEntry } from "@/lib/desks/desk";
import { a2aPipeline } from "@/lib/desks/a2a-pipeline";
import { airdrop } from "@/lib/desks/airdrop";
import { deskBrief } from "@/lib/desks/desk-brief";
import { listing } from "@/lib/desks/listing";
import { macro } from "@/lib/desks/macro";
import { pools } from "@/lib/desks/meteora";
import { momentum } from "@/lib/desks/momentum";
import { scalp } from "@/lib/desks/scalp";
import { trenches } from "@/lib/desks/trenches";
import { trenchesScreen } from "@/lib/desks/trenches-screen";
import { tvl } from "@/lib/desks/tvl";
import { verdict } from "@/lib/desks/verdict";
import { wallet } from "@/lib/desks/wallet";
import { whales } from "@/lib/desks/whales";
import { wire } from "@/lib/desks/wire";
import { yields } from "@/lib/desks/yields";
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
