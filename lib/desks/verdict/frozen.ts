import canonicalize from "canonicalize";
import type * as z from "zod";
import { dailyStatistics } from "@/lib/accuracy/daily";
import { MAX_OFF_MS } from "@/lib/accuracy/outcome";
import { type FrozenVerdict, type Venue, VENUES } from "@/lib/accuracy/record";
import { sha256HexSync } from "@/lib/http/digest";
import { limits } from "@/lib/curated/plausibility";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { compactUsd } from "../compact-usd";
import { round } from "../round";
import type { Decision } from "./decide";
import type { VerdictInputs } from "./gather";
import type { supportingPart } from "./parts/answer";

type Supporting = z.input<typeof supportingPart>;

/** Which route sells the verdict, and with which parameters. */
export interface Sold {
  route: string;
  includeInsider: boolean;
}

/** The record of a verdict: what it said, and all that scoring it a day later takes. `facts` is what it was decided on. */
export function freeze(
  inputs: VerdictInputs,
  { signal, confidence }: Decision,
  facts: Omit<Supporting, "frozen">,
  { route, includeInsider }: Sold,
  method: string,
  now: Date,
): FrozenVerdict {
  const past = dailyStatistics(closesOf(inputs.closes), now);
  return {
    v: 1,
    at: now.toISOString(),
    route,
    method,
    signal,
    confidence,
    standard: includeInsider,
    price: priceOf(inputs.price, facts.tape),
    sigma: past?.sigma ?? null,
    base: past?.base?.[signal] ?? null,
    yesterday: past?.yesterday ?? null,
    inputs: sha256HexSync(canonicalize(facts) ?? ""),
  };
}

/** The days of one exchange: Kraken gives all of them at once, Coinbase in two stretches. */
function closesOf(stretches: VerdictInputs["closes"]) {
  const readings = stretches.flat().filter(({ value }) => value !== null);
  const kraken = readings.find(({ provider }) => provider === "Kraken");
  return kraken?.value ?? readings.flatMap(({ value }) => value ?? []);
}

/**
 * The farthest that a price may lie from the close of the tape's hour, as a share of that close: BTC has not moved so far within the
 * three hours that may lie between them, and a unit or a decimal point that slipped is farther away.
 */
const MOST_APART = limits.tapeApart;

/** Whether the tape, which another exchange gave, shows that a price is wrong. */
const isFarFrom = (tape: Supporting["tape"], usd: number): boolean =>
  tape !== null && Math.abs(usd / tape.close - 1) > MOST_APART;

/**
 * The first of the prices that were asked for, of those no older than another by more than a verdict is scored with, and that the tape
 * does not contradict.
 */
function priceOf(price: readonly Reading<Quote>[], tape: Supporting["tape"]): FrozenVerdict["price"] {
  const told = price.flatMap(({ provider, value, asOf }) => {
    const venue = VENUES.find((one) => one === provider.toLowerCase());
    return venue === undefined || value === null || asOf === null || isFarFrom(tape, value.price)
      ? []
      : [{ venue, usd: value.price, at: asOf }];
  });
  const newest = Math.max(...told.map(({ at }) => Date.parse(at)));
  return told.find(({ at }) => newest - Date.parse(at) <= MAX_OFF_MS) ?? null;
}

/** A sentence for each price that the tape contradicts. */
export const contradictedPrices = (
  price: readonly Reading<Quote>[],
  tape: Supporting["tape"],
): readonly string[] =>
  price.flatMap(({ provider, value }) =>
    tape !== null && value !== null && isFarFrom(tape, value.price)
      ? [
          `${provider} gave ${compactUsd(value.price)} for BTC, and ${tape.venue}'s last hour closed at ${compactUsd(tape.close)}: that price is not believed.`,
        ]
      : [],
  );

/** Whether the accuracy record can't score it, whatever comes: it lacks a price of its own moment, or a past. */
export const isVoid = ({ at, price, sigma, base }: FrozenVerdict): boolean =>
  price === null ||
  sigma === null ||
  base === null ||
  Math.abs(Date.parse(price.at) - Date.parse(at)) > MAX_OFF_MS;

const PROVIDERS: Readonly<Record<Venue, string>> = { coinbase: "Coinbase", kraken: "Kraken" };

/** The same as the buyer sees it. */
export function frozenPart({
  at,
  price,
  sigma,
  base,
  standard,
  inputs,
}: FrozenVerdict): Supporting["frozen"] {
  return {
    at,
    price: price?.usd ?? null,
    priceSource: price === null ? null : PROVIDERS[price.venue],
    priceAt: price?.at ?? null,
    sigmaDaily: round(sigma, 6),
    baseRate: round(base, 4),
    standard,
    inputsHash: inputs,
  };
}
