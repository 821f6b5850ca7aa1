import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { PERP_VENUES } from "@/lib/catalog/intel/perps";
import { earliest } from "../block-times";
import { coverageOf } from "../coverage";
import { envelopeOf } from "../envelope";
import { bestPosition, type PositioningInputs, positioningReadingsOf } from "../positioning-venues";
import type { Composed } from "../sell";
import { whalesEntry } from "./entry";
import { symbolsOf } from "./gather";

export type WhalesAnswer = AnswerOf<typeof whalesEntry>;
type Input = z.output<typeof whalesEntry.input>;

export const WHALES_METHOD = "whales/3";

const LABEL = "Statistics of a derivatives exchange, not labelled on-chain wallets.";
const APART =
  "Venues are not comparable: OKX's top traders are the top 5 % by open interest, Binance's the top 20 % by margin.";

/** Docs: docs/method.md, "Whales". One record a symbol, each of one venue alone. */
export function composeWhales(
  inputs: PositioningInputs,
  input: Pick<Input, "symbols">,
  now: Date,
): Composed<WhalesAnswer> {
  const found = symbolsOf(input)
    .map((symbol) => bestPosition(symbol, inputs[symbol] ?? [], now))
    .filter((one) => one !== null);
  const records = found.map(({ record }) => record);
  const credits = {
    ratios: found.flatMap((one) => one.credits.ratios),
    taker: found.flatMap((one) => one.credits.taker),
    openInterest: found.flatMap((one) => one.credits.openInterest),
    funding: found.flatMap((one) => one.credits.funding),
  };
  const venues = new Set(records.map(({ venue }) => venue).filter((venue) => venue !== null));
  const times = records.map(({ tsMs }) => tsMs).filter((time) => time !== null);
  const answer: WhalesAnswer = {
    ...envelopeOf(
      whalesEntry,
      {
        summary:
          records
            .map(
              ({ symbol, venue, bias, score, fundingAprPct }) =>
                `${symbol} ${bias ?? "unknown"} ${score ?? "unscored"} (${venue ?? "no venue"}, funding ${fundingAprPct ?? "unknown"} % a year)`,
            )
            .join("; ") + ".",
        method: WHALES_METHOD,
        asked: positioningReadingsOf(inputs),
        used: found.flatMap(({ used }) => used),
        coverage: coverageOf(whalesEntry.coverage, credits),
        ...(times.length > 0 && { dataAsOf: new Date(Math.min(...times)).toISOString() }),
        blocks: {
          "positioning[].takerRatio1h": earliest(found.map((one) => one.times.takerRatio1h)),
          "positioning[].fundingPct": earliest(found.map((one) => one.times.fundingPct)),
        },
        stale: Object.values(credits).flat().includes(0.5),
        notes: [
          LABEL,
          ...records.flatMap(({ symbol, venue }) =>
            venue === null || venue === PERP_VENUES[0]
              ? []
              : [`${symbol} is from ${venue}: ${PERP_VENUES[0]} gave too little.`],
          ),
          ...(venues.size > 1 ? [APART] : []),
        ],
      },
      now,
    ),
    positioning: records,
  };
  const missing = found.flatMap(({ record: { symbol }, credits: of }) =>
    Object.entries<readonly number[]>({ ...of })
      .filter(([, counts]) => counts.every((credit) => credit === 0))
      .map(([part]) => `positioning.${symbol}.${part}`),
  );
  return { answer, missing };
}
