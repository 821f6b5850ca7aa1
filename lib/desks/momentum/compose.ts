import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { Reading } from "@/lib/sources/source";
import { oldestOf } from "../block-times";
import { candidateOf, type Context, type InsiderOf, NO_INSIDER, summaryOf } from "../candidate";
import { compactUsd } from "../compact-usd";
import { contextTimes } from "../context-times";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { evidenceClassOf, inEvidenceOrder } from "../evidence-order";
import { hoursSince } from "../hours-since";
import { narrativesFrom } from "../narrative";
import { nothingFound } from "../nothing-found";
import { round } from "../round";
import type { Composed } from "../sell";
import { flagsOf } from "../token-flags";
import { LOOKED_CLOSER, MIN_LIQUIDITY_USD } from "../token-screen";
import { momentumEntry } from "./entry";
import type { MomentumInputs } from "./gather";
import { ranked, type Scored } from "./ranking";
import { directionOf, type Motion } from "./score";

export type MomentumAnswer = AnswerOf<typeof momentumEntry>;
type Candidate = MomentumAnswer["candidates"][number];

export const MOMENTUM_METHOD = "momentum/4";

/** Docs: docs/method.md, "Momentum". */
export function composeMomentum(
  inputs: MomentumInputs,
  { limit, includeInsider }: Pick<z.output<typeof momentumEntry.input>, "limit" | "includeInsider">,
  insider: InsiderOf,
  now: Date,
): Composed<MomentumAnswer> {
  const { rotation, screen, feeds } = inputs;
  const named = ({ name, market: { symbol, address } }: Scored) => ({ name, symbol, address });
  const insiderOf = (one: Scored) => (includeInsider ? insider(named(one)) : NO_INSIDER);
  // Tokens this young have no future; all are measured, which is stronger than headlines.
  const scored = inEvidenceOrder(ranked(rotation, screen, now), (one) =>
    evidenceClassOf({ narrative: null, insider: insiderOf(one), institutional: null }, "onchain"),
  );
  const narrativeOf = narrativesFrom(feeds);
  const candidates = scored.slice(0, limit).map((one): Candidate => {
    const context = { narrative: narrativeOf(named(one)), insider: insiderOf(one), institutional: null };
    return toCandidate(one, context, now);
  });
  const parts = partsOf(inputs);
  const asked = [...new Set(Object.values(parts).flat())];
  const coverage = coverageOf(
    momentumEntry.coverage,
    Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
  );
  return {
    answer: {
      ...envelopeOf(
        momentumEntry,
        {
          summary: summaryOf("momentum", candidates, scored.length, ({ onchain }) => onchain.address),
          method: MOMENTUM_METHOD,
          asked,
          used: asked.filter(({ value }) => value !== null),
          coverage,
          blocks: {
            candidates: oldestOf([...(parts.tokens ?? []), ...(parts.details ?? [])]),
            "candidates[].onchain.safety": oldestOf(parts.safety ?? []),
            ...contextTimes(candidates, feeds, {}),
          },
          notes: notesOn(inputs),
        },
        now,
      ),
      theme: rotation.theme,
      candidates,
    },
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
    nothing:
      candidates.length === 0 && coverage >= MIN_COVERAGE
        ? nothingFound(
            "chain",
            `No token on ${rotation.chain}'s lists has $${MIN_LIQUIDITY_USD} of liquidity now.`,
            "solana, where most new tokens trade",
          )
        : undefined,
  };
}

/** The readings that each promised part rests on. Where Jupiter has no lists, the pools are the tokens. */
function partsOf({ screen, feeds }: MomentumInputs): Record<string, Reading<unknown>[]> {
  const { trending, recent, profiles, verified, newPools, trendingPools, batches, reports } = screen;
  const some = (readings: readonly (Reading<unknown> | null)[]): Reading<unknown>[] =>
    readings.filter((reading) => reading !== null);
  const jupiter = some([trending, recent]);
  const pools = [trendingPools, newPools];
  return {
    tokens: jupiter.length > 0 ? jupiter : pools,
    details: some([...(jupiter.length > 0 ? pools : []), profiles, ...batches]),
    safety: some([verified, ...Object.values(reports)]),
    headlines: [...feeds],
  };
}

function notesOn({ rotation }: MomentumInputs): string[] {
  return [
    `A description of the last hour, not a forecast. Names are the makers' own words. Holders, locked liquidity and dangers are read of the liveliest ${LOOKED_CLOSER} only; the score of a token whose safety is unknown is cut to 0.3 of itself.`,
    ...(rotation.detected ? [`The theme ${rotation.theme} was taken from your message.`] : []),
  ];
}

function toCandidate({ market, motion, safety, score, why }: Scored, context: Context, now: Date): Candidate {
  const { address, name, symbol, chain, venue, url, createdAt } = market;
  const { priceUsd, mcapUsd, liquidityUsd, volume1hUsd, change24hPct, holders } = market;
  const found = {
    kind: "momentum" as const,
    name,
    symbol,
    chain,
    venue,
    eventTime: null,
    firstSeen: createdAt,
    url,
    evidence: evidenceOf(motion),
    measured: "onchain" as const,
    status: "live" as const,
    onchain: {
      ageHours: hoursSince(createdAt, now),
      ...{ address, priceUsd, mcapUsd, liquidityUsd, volume1hUsd },
      scoredVolume1hUsd: round(motion.volumeUsd, 2),
      volumeBasis: motion.basis,
      // That which score, direction and evidence rest on: providers differ, and one record has one change.
      change1hPct: round(motion.changePct, 2),
      change24hPct,
      traders1h: motion.traders,
      netBuyers1h: motion.netBuyers,
      organicScore: round(motion.organicScore, 2),
      holders,
      safety: safety.verdict,
    },
    riskFlags: flagsOf(safety),
  };
  return { ...candidateOf(found, context, score), score, why, direction: directionOf(motion, score) };
}

/** What the score rests on, a sentence each; nothing of what is unknown. */
function evidenceOf({ volumeUsd, basis, liquidityUsd, netBuyers, traders, changePct }: Motion): string[] {
  const of = basis === "organic" ? "organic volume" : "volume by distinct traders";
  return [
    ...(volumeUsd === null || liquidityUsd === null
      ? []
      : [`${compactUsd(volumeUsd)} of ${of} in an hour over ${compactUsd(liquidityUsd)} of liquidity.`]),
    ...(netBuyers === null || traders === null ? [] : [`${netBuyers} net buyers of ${traders} traders.`]),
    ...(changePct === null ? [] : [`${changePct > 0 ? "+" : ""}${round(changePct, 2)} % in an hour.`]),
  ];
}
