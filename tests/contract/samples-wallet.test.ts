import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeWallet } from "@/lib/desks/wallet/compose";
import { gatherWallet } from "@/lib/desks/wallet/gather";
import { reduceAssets } from "@/lib/sources/helius";
import { reduceAccounts } from "@/lib/sources/solana-rpc";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";
import { SAMPLE_SETS, SAMPLES_MANIFEST } from "../support/samples";

const OWNER = "FCHTRYx6npkQCogtpZtEFLJeevAFGbDHhJyvqvT6F4kX";

describe.each(SAMPLE_SETS)("wallets as providers read them, $name", (set) => {
  describe.skipIf(!set.present)("are read unchanged", () => {
    it("Helius' search: two tokens with prices, SOL, a cursor on the last page", async () => {
      const { value } = reduceAssets(await set.text("helius/searchAssets_2items.json"));
      expect(value).toMatchObject({ held: 2, complete: true });
      expect(value.native).toMatchObject(
        set.expected({
          madeUp: { raw: "500000000", priceUsd: 100 },
          recorded: { raw: "87130935", priceUsd: 130.421652551 },
        }),
      );
      expect(value.tokens.map(({ symbol, raw, priceUsd }) => [symbol, raw, priceUsd])).toEqual(
        set.expected({
          madeUp: [
            ["USDC", "300500000", 1],
            ["SEND", "2000000000", 0.005],
          ],
          recorded: [
            ["USDC", "245339881", 1],
            ["SEND", "1497999995", 0.00328348],
          ],
        }),
      );
    });

    it("Helius' list of a full page, among NFTs; supplies over 2^53", async () => {
      const { value } = reduceAssets(await set.text("helius/getAssetsByOwner_50items.json"));
      expect(value).toMatchObject({
        native: { raw: set.expected({ madeUp: "1000000000", recorded: "4761549774" }) },
        complete: false,
      });
      const [least, most] = set.expected({ madeUp: [1, 1], recorded: [11, 49] });
      expect(value.held).toBeGreaterThanOrEqual(least ?? NaN);
      expect(value.held).toBeLessThanOrEqual(most ?? NaN);
      const one = set.expected({ madeUp: "USDC", recorded: "Bonk" });
      expect(value.tokens.find(({ symbol }) => symbol === one)).toMatchObject(
        set.expected({
          madeUp: { raw: "1500000", decimals: 6, priceUsd: 1 },
          recorded: { raw: "39758697055337", decimals: 5, priceUsd: 1.24849e-5 },
        }),
      );
    });

    it("the public node's accounts of Token-2022, past a rentEpoch that no double holds", async () => {
      const { value } = reduceAccounts(await set.text("solana_rpc/getTokenAccountsByOwner.json"));
      expect(value.tokens).toMatchObject([
        {
          id: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump",
          raw: set.expected({ madeUp: "12345678901234567", recorded: "28124227731397" }),
          decimals: 6,
        },
      ]);
    });
  });

  describe.skipIf(!set.present)("replayed", () => {
    let upstream: Upstream;
    beforeAll(async () => {
      upstream = await startUpstream({
        port: 0,
        replayDir: set.folder,
        manifestFile: SAMPLES_MANIFEST,
        fill: true,
      });
    });
    afterAll(() => upstream.close());

    it("are answered as a whole: USDC, SOL, and a few dollars of a token whose pools nobody recorded", async () => {
      const now = new Date();
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
      const { answer } = composeWallet(
        await gatherWallet(read, at(now), { solana: OWNER, base: null }, "key"),
        now,
      );
      expect(answer.wallet).toMatchObject({
        ...set.expected({
          // 300.5 USDC and 0.5 SOL at 100: shares of 0.85735 and 0.14265, whose squares add up to 0.7554
          madeUp: { totalPricedUsd: 350.5, stablePct: 85.73, hhi: 0.7554 },
          recorded: { totalPricedUsd: 256.7, stablePct: 95.57, hhi: 0.9154 },
        }),
        excludedCount: 1,
        unpricedCount: 0,
      });
      expect(answer.coverage).toBeGreaterThanOrEqual(0.6);
    });
  });
});
