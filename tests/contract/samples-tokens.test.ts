import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { composeTrenches } from "@/lib/desks/trenches/compose";
import { trenchesDocumentation } from "@/lib/desks/trenches/documentation";
import { dexscreenerPairs, reducePairs, reduceProfiles } from "@/lib/sources/dexscreener";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { geckoNewPools, geckoPoolsOf, geckoTrendingPools, reducePools } from "@/lib/sources/geckoterminal";
import { jupiterRecent, jupiterToken, jupiterTrending, reduceToken } from "@/lib/sources/jupiter";
import { reduceReport, rugcheckReport } from "@/lib/sources/rugcheck";
import { readingOf } from "../fixtures/readings";
import { SAMPLES } from "../support/samples";

/** Answers that providers really gave. They are third-party material, so they live outside of the project. */
const absent = !existsSync(SAMPLES);
const sample = async (name: string): Promise<unknown> =>
  parseJson(await readFile(path.join(SAMPLES, name), "utf8"));

const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
/** When they were captured. */
const NOW = new Date("2026-10-08T15:38:00Z");

describe.skipIf(absent)(
  `recorded answers about tokens${absent ? " (their folder is absent)" : ""} are read unchanged`,
  () => {
    it("RugCheck's report: the pool that leads the holders is none of them", async () => {
      const { value } = reduceReport(await sample("rugcheck/report_clean_graduated.json"), MINT, NOW);
      expect(value.report).toMatchObject({
        name: "Gary the Cat",
        mintAuthority: false,
        freezeAuthority: false,
        rugged: false,
        permanentDelegate: false,
        transferFeePct: 0,
        normalised: 1,
        creatorPct: 0,
        totalHolders: 3090,
        lpUnlockedShare: 0,
        dangers: [],
      });
      expect(value.report?.holders).toEqual([
        { owner: "JGF53sgRBQZLNaqbqPeD3NQaRErRDSY2ibc72GD8wMc", pct: 0.25816173798921577 },
        { owner: "Gpfac83Y3DF67YjWwvvY3tPboi7J7gVRyds5KLz1YFwp", pct: 0.22341887357195106 },
      ]);
    });

    it("Jupiter's token, whose five minutes have no organic volume at all", async () => {
      const { token } = reduceToken(await sample("jupiter/tokens_v2_search_Gary.json"), MINT, NOW).value;
      expect(token).toMatchObject({
        onCurve: false,
        launchpad: "pump.fun",
        holders: 2988,
        devMints: 2,
        suspicious: null,
        organicScore: 0,
        createdAt: "2026-10-08T13:28:26.000Z",
      });
      expect(token?.hour.organicVolumeUsd).toBeCloseTo(64.29, 2);
    });

    it("DexScreener's pairs, of which the one on a curve names no liquidity", async () => {
      const { value } = reducePairs(await sample("dexscreener/tokens_v1_solana_batch.json"), "solana", NOW);
      expect(value.map(({ symbol, liquidityUsd }) => [symbol, liquidityUsd])).toEqual([
        ["HIGGS", 119_336.33],
        [".TAYLORSWIFT", null],
        ["FIFTH", 4_468],
      ]);
    });

    it("DexScreener's boosts, in the shape of profiles, without what was paid", async () => {
      const { value } = reduceProfiles(await sample("dexscreener/token_boosts_top.json"));
      expect(value.map(({ chain }) => chain)).toEqual(["solana", "robinhood", "solana"]);
      expect(JSON.stringify(value)).not.toContain("500");
    });

    it("GeckoTerminal's new pools, with numbers of 70 digits and reserves of next to nothing", async () => {
      const { value } = reducePools(await sample("geckoterminal/new_pools_first2.json"), "solana", NOW);
      expect(value.map(({ name, reserveUsd, mcapUsd }) => [name, reserveUsd, mcapUsd])).toEqual([
        ["Altruists", 0, null],
        ["Altruists", 1.30974124283537, null],
      ]);
      expect(value[1]?.priceUsd).toBeCloseTo(9.8025e-10, 14);
    });

    it("a whole verdict: a million of volume of which people made 640 dollars is a caution", async () => {
      const report = reduceReport(await sample("rugcheck/report_clean_graduated.json"), MINT, NOW).value;
      const token = reduceToken(await sample("jupiter/tokens_v2_search_Gary.json"), MINT, NOW).value;
      const newPools = reducePools(await sample("geckoterminal/new_pools_first2.json"), "solana", NOW).value;
      const read = <Value>(source: { id: string; provider: string }, value: Value) =>
        readingOf(source, value, NOW, NOW);
      const { answer } = composeTrenches(
        {
          subject: { chain: "solana", address: MINT },
          report: read(rugcheckReport(MINT), report),
          jupiter: read(jupiterToken(MINT), token),
          pairs: read(dexscreenerPairs("solana", MINT), { token: null }),
          pools: read(geckoPoolsOf("solana", MINT), []),
          lists: {
            recent: read(jupiterRecent, []),
            trending: read(jupiterTrending, []),
            profiles: null,
            newPools: read(geckoNewPools("solana"), newPools),
            trendingPools: read(geckoTrendingPools("solana"), []),
          },
        },
        NOW,
      );
      expect(trenchesDocumentation.output.parse(answer)).toEqual(answer);
      expect(answer.safety).toMatchObject({
        verdict: "caution",
        risk: 20,
        liquidityUsd: 33_279.66,
        holders: 2_988,
        top10ExPoolPct: 0.48,
        ageMin: 129,
        onCurve: false,
      });
      expect(answer.safety.checks.filter(({ points }) => points > 0)).toEqual([
        { id: "organic-share-pct", status: "fail", value: 0.06, points: 20, source: "Jupiter" },
      ]);
      expect(answer.upsideBand).toBeNull();
    });
  },
);
