import { describe, expect, it } from "vitest";
import { composeTrenches } from "@/lib/desks/trenches/compose";
import { trenchesDocumentation } from "@/lib/desks/trenches/documentation";
import { dexscreenerPairs, reducePairs, reduceProfiles } from "@/lib/sources/dexscreener";
import { geckoNewPools, geckoPoolsOf, geckoTrendingPools, reducePools } from "@/lib/sources/geckoterminal";
import { jupiterRecent, jupiterToken, jupiterTrending, reduceToken } from "@/lib/sources/jupiter";
import { jupiterVerified } from "@/lib/sources/jupiter-verified";
import { reduceReport, rugcheckReport } from "@/lib/sources/rugcheck";
import { readingOf } from "../fixtures/readings";
import { solanaMint } from "@/lib/sources/solana-mint";
import { mintAccountOf } from "../fixtures/tokens";
import { SAMPLE_SETS } from "../support/samples";

const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
/** When they were captured. */
const NOW = new Date("2026-10-08T15:38:00Z");

describe.each(SAMPLE_SETS)("answers about tokens that are $name", (set) => {
  describe.skipIf(!set.present)("are read unchanged", () => {
    it("RugCheck's report: the pool that leads the holders is none of them", async () => {
      const { value } = reduceReport(await set.json("rugcheck/report_clean_graduated.json"), MINT, NOW);
      expect(value.report).toMatchObject({
        name: set.expected({ madeUp: "Made-up Cat", recorded: "Gary the Cat" }),
        mintAuthority: false,
        freezeAuthority: false,
        rugged: false,
        permanentDelegate: false,
        transferFeePct: 0,
        normalised: 1,
        creatorPct: 0,
        totalHolders: set.expected({ madeUp: 1500, recorded: 3090 }),
        lpUnlockedShare: 0,
        dangers: [],
      });
      expect(value.report?.holders).toEqual([
        {
          owner: "JGF53sgRBQZLNaqbqPeD3NQaRErRDSY2ibc72GD8wMc",
          pct: set.expected({ madeUp: 0.5, recorded: 0.25816173798921577 }),
        },
        {
          owner: "Gpfac83Y3DF67YjWwvvY3tPboi7J7gVRyds5KLz1YFwp",
          pct: set.expected({ madeUp: 0.25, recorded: 0.22341887357195106 }),
        },
      ]);
    });

    it("Jupiter's token, whose five minutes have no organic volume at all", async () => {
      const { token } = reduceToken(await set.json("jupiter/tokens_v2_search_Gary.json"), MINT, NOW).value;
      expect(token).toMatchObject({
        onCurve: false,
        launchpad: "pump.fun",
        holders: set.expected({ madeUp: 1450, recorded: 2988 }),
        devMints: set.expected({ madeUp: 3, recorded: 2 }),
        suspicious: null,
        organicScore: 0,
        createdAt: set.expected({ madeUp: "2026-10-08T13:38:00.000Z", recorded: "2026-10-08T13:28:26.000Z" }),
      });
      expect(token?.hour.organicVolumeUsd).toBeCloseTo(set.expected({ madeUp: 51, recorded: 64.29 }), 2);
    });

    it("DexScreener's pairs, of which the one on a curve names no liquidity", async () => {
      const { value } = reducePairs(await set.json("dexscreener/tokens_v1_solana_batch.json"), "solana", NOW);
      expect(value.map(({ symbol, liquidityUsd }) => [symbol, liquidityUsd])).toEqual(
        set.expected({
          madeUp: [
            ["QUARTZ", 75_000.25],
            ["CURVE", null],
          ],
          recorded: [
            ["HIGGS", 119_336.33],
            [".TAYLORSWIFT", null],
            ["FIFTH", 4_468],
          ],
        }),
      );
    });

    it("DexScreener's boosts, in the shape of profiles, without what was paid", async () => {
      const { value } = reduceProfiles(await set.json("dexscreener/token_boosts_top.json"));
      expect(value.map(({ chain }) => chain)).toEqual(
        set.expected({ madeUp: ["solana", "base"], recorded: ["solana", "robinhood", "solana"] }),
      );
      expect(JSON.stringify(value)).not.toContain(set.expected({ madeUp: "750", recorded: "500" }));
    });

    it("GeckoTerminal's new pools, with numbers of 70 digits and reserves of next to nothing", async () => {
      const { value } = reducePools(await set.json("geckoterminal/new_pools_first2.json"), "solana", NOW);
      expect(value.map(({ name, reserveUsd, mcapUsd }) => [name, reserveUsd, mcapUsd])).toEqual(
        set.expected({
          madeUp: [
            ["Dust", 0, null],
            ["Quartz", 1234.5678, null],
          ],
          recorded: [
            ["Altruists", 0, null],
            ["Altruists", 1.30974124283537, null],
          ],
        }),
      );
      const [place, price] = set.expected<[number, number]>({
        madeUp: [0, 5.1233e-10],
        recorded: [1, 9.8025e-10],
      });
      expect(value[place]?.priceUsd).toBeCloseTo(price, 14);
    });

    it("a whole verdict: a volume of which people made a few hundred dollars is a caution", async () => {
      const report = reduceReport(await set.json("rugcheck/report_clean_graduated.json"), MINT, NOW).value;
      const token = reduceToken(await set.json("jupiter/tokens_v2_search_Gary.json"), MINT, NOW).value;
      const newPools = reducePools(
        await set.json("geckoterminal/new_pools_first2.json"),
        "solana",
        NOW,
      ).value;
      const read = <Value>(source: { id: string; provider: string }, value: Value) =>
        readingOf(source, value, NOW, NOW);
      const { answer } = composeTrenches(
        {
          subject: { chain: "solana", address: MINT },
          report: read(rugcheckReport(MINT), report),
          jupiter: read(jupiterToken(MINT), token),
          mint: read(solanaMint(MINT), { mint: mintAccountOf() }),
          simulated: null,
          pairs: read(dexscreenerPairs("solana", MINT), { token: null }),
          pools: read(geckoPoolsOf("solana", MINT), []),
          lists: {
            recent: read(jupiterRecent, []),
            trending: read(jupiterTrending, []),
            profiles: null,
            verified: read(jupiterVerified, []),
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
        liquidityUsd: set.expected({ madeUp: 40_000.5, recorded: 33_279.66 }),
        holders: set.expected({ madeUp: 1_450, recorded: 2_988 }),
        top10ExPoolPct: set.expected({ madeUp: 0.75, recorded: 0.48 }),
        ageMin: set.expected({ madeUp: 158, recorded: 129 }),
        onCurve: false,
      });
      expect(answer.safety.checks.filter(({ points }) => points > 0)).toEqual([
        {
          id: "organic-share-pct",
          status: "fail",
          value: set.expected({ madeUp: 0.2, recorded: 0.06 }),
          points: 20,
          source: "Jupiter",
        },
      ]);
      expect(answer.upsideBand).toBeNull();
    });
  });
});
