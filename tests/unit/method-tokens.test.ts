import { describe, expect, it } from "vitest";
import * as z from "zod";
import { SAFETY_VERDICTS } from "@/lib/catalog/intel/answers/token-safety";
import { MOMENTUM_METHOD } from "@/lib/desks/momentum/compose";
import { momentumEntry } from "@/lib/desks/momentum/entry";
import { directionOf, momentumScore } from "@/lib/desks/momentum/score";
import { NARRATIVE_FEEDS } from "@/lib/desks/narrative";
import { SCREEN_METHOD } from "@/lib/desks/token-candidates";
import { TRENCHES_METHOD } from "@/lib/desks/token-verdict";
import { composeScreen } from "@/lib/desks/trenches-screen/compose";
import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { composeTrenches } from "@/lib/desks/trenches/compose";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import {
  dexscreenerPairs,
  dexscreenerProfiles,
  dexscreenerTokens,
  reducePairsOf,
} from "@/lib/sources/dexscreener";
import { geckoNewPools, geckoPoolsOf, geckoTrendingPools } from "@/lib/sources/geckoterminal";
import {
  jupiterRecent,
  jupiterToken,
  jupiterTrending,
  reduceToken,
  reduceTokens,
} from "@/lib/sources/jupiter";
import { goplusReport } from "@/lib/sources/goplus";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { reduceReport, rugcheckReport } from "@/lib/sources/rugcheck";
import { honeypotCheck } from "@/lib/sources/honeypot";
import { solanaMint } from "@/lib/sources/solana-mint";
import { mintAccountOf } from "../fixtures/tokens";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes, rowsOf, pageOf } from "../support/method-page";

const AT = new Date("2026-10-08");
const lists = [jupiterRecent, jupiterTrending, geckoNewPools("solana"), geckoTrendingPools("solana")];
const screen = [
  ...lists,
  jupiterVerified,
  rugcheckReport("{mint}"),
  dexscreenerProfiles,
  dexscreenerTokens("solana", ["{mints}"]),
];
const mintOf = (i: number): string => `Mint${"A".repeat(28)}${"BCDEFGHJK"[i] ?? ""}`;

describe("docs/method/trenches.md", () => {
  itDescribes(
    {
      version: TRENCHES_METHOD,
      coverage: trenchesEntry.coverage,
      sources: [
        ...lists,
        jupiterVerified,
        rugcheckReport("{mint}"),
        goplusReport("base", "{mint}"),
        jupiterToken("{mint}"),
        solanaMint("{mint}"),
        honeypotCheck("base", "{mint}"),
        dexscreenerPairs("solana", "{mint}"),
        geckoPoolsOf("solana", "{mint}"),
      ],
    },
    AT,
  );

  const given = z
    .object({
      now: z.coerce.date(),
      mint: z.string(),
      rugcheck: z.unknown(),
      jupiter: z.looseObject({}),
      dexscreener: z.array(z.unknown()),
      others: z.array(z.object({ mcap: z.number(), organicVolume1h: z.number() })),
    })
    .parse(block("trenches-given"));

  const answer = () => {
    const { now, mint } = given;
    const read = <Value>(source: { id: string; provider: string }, value: Value) =>
      readingOf(source, value, now, now);
    const others = given.others.map(({ mcap, organicVolume1h }, i) => ({
      ...{ id: mintOf(i), mcap, liquidity: 6_000 },
      stats1h: { buyOrganicVolume: organicVolume1h },
    }));
    return composeTrenches(
      {
        subject: { chain: "solana", address: mint },
        report: read(rugcheckReport(mint), reduceReport(given.rugcheck, mint, now).value),
        jupiter: read(jupiterToken(mint), reduceToken([given.jupiter], mint, now).value),
        mint: read(solanaMint(mint), { mint: mintAccountOf() }),
        simulated: null,
        pairs: read(
          dexscreenerPairs("solana", mint),
          reducePairsOf(given.dexscreener, "solana", mint, now).value,
        ),
        pools: read(geckoPoolsOf("solana", mint), []),
        lists: {
          recent: read(jupiterRecent, []),
          trending: read(jupiterTrending, reduceTokens([given.jupiter, ...others], now).value),
          profiles: null,
          verified: read(jupiterVerified, [["A verified mint", "Other", "OTHR"]]),
          newPools: read(geckoNewPools("solana"), []),
          trendingPools: read(geckoTrendingPools("solana"), []),
        },
      },
      now,
    ).answer;
  };

  it("computes its example as the desk does", () => {
    const { safety, ...rest } = answer();
    const points = safety.checks.filter((check) => check.points > 0).map((check) => [check.id, check.points]);
    const unknown = safety.checks.filter(({ status }) => status === "unknown").map(({ id }) => id);
    const reported = { ...rest, safety, points: Object.fromEntries(points), unknown };
    expect(reported).toMatchObject(block("trenches-answer") as object);
  });

  it("names every check", () => {
    const named = rowsOf(pageOf(TRENCHES_METHOD))
      .filter((cells) => cells.length === 3)
      .flatMap(([ids = ""]) => ids.replaceAll("`", "").split(", "));
    expect(named.sort()).toEqual(
      answer()
        .safety.checks.map(({ id }) => id)
        .sort(),
    );
  });
});

describe("docs/method/trenches-screen.md", () => {
  itDescribes({ version: SCREEN_METHOD, coverage: trenchesScreenEntry.coverage, sources: screen }, AT);

  it("computes its example as the desk does", () => {
    const given = z
      .object({
        now: z.coerce.date(),
        maxMcapUsd: z.number(),
        tokens: z.array(
          z.object({
            name: z.string(),
            mcap: z.number(),
            liquidity: z.number(),
            organicVolume1h: z.number(),
            mintAuthorityDisabled: z.boolean(),
          }),
        ),
      })
      .parse(block("trenches-screen-given"));
    const { now, maxMcapUsd, tokens } = given;
    const rows = tokens.map(({ name, mcap, liquidity, organicVolume1h, mintAuthorityDisabled }, i) => ({
      ...{ id: mintOf(i), name, mcap, liquidity },
      stats1h: { buyOrganicVolume: organicVolume1h },
      audit: { mintAuthorityDisabled, freezeAuthorityDisabled: true },
    }));
    const read = <Value>(source: { id: string; provider: string }, value: Value) =>
      readingOf(source, value, now, now);
    const { answer } = composeScreen(
      {
        recent: read(jupiterRecent, []),
        trending: read(jupiterTrending, reduceTokens(rows, now).value),
        profiles: read(dexscreenerProfiles, []),
        newPools: read(geckoNewPools("solana"), []),
        trendingPools: read(geckoTrendingPools("solana"), []),
        batches: [read(dexscreenerTokens("solana", []), [])],
        verified: read(jupiterVerified, []),
        reports: {},
      },
      { chain: "solana", limit: 10, maxMcapUsd },
      now,
    );
    expect({
      lookedAt: answer.lookedAt,
      order: answer.candidates.map(({ token }) => token.name),
      heat: answer.candidates.map(({ narrativeHeat }) => narrativeHeat),
      verdicts: answer.candidates.map(({ safety }) => safety.verdict),
    }).toEqual(block("trenches-screen-answer"));
  });
});

describe("docs/method/momentum.md", () => {
  itDescribes(
    {
      version: MOMENTUM_METHOD,
      coverage: momentumEntry.coverage,
      sources: [...screen, ...Object.values(NARRATIVE_FEEDS)],
    },
    AT,
  );

  it("computes its example as the desk does", () => {
    const given = z
      .object({
        liquidityUsd: z.number(),
        organicVolume1hUsd: z.number(),
        traders1h: z.number(),
        netBuyers1h: z.number(),
        organicScore: z.number(),
        change1hPct: z.number(),
        safety: z.enum(SAFETY_VERDICTS),
      })
      .parse(block("momentum-given"));
    const motion = {
      liquidityUsd: given.liquidityUsd,
      volumeUsd: given.organicVolume1hUsd,
      basis: "organic" as const,
      traders: given.traders1h,
      netBuyers: given.netBuyers1h,
      organicScore: given.organicScore,
      changePct: given.change1hPct,
    };
    const { score, why } = momentumScore(motion, given.safety);
    expect({
      score,
      contributions: Object.fromEntries(why.map(({ factor, contribution }) => [factor, contribution])),
      direction: directionOf(motion, score),
    }).toEqual(block("momentum-answer"));
  });
});
