import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeWallet } from "@/lib/desks/wallet/compose";
import { gatherWallet } from "@/lib/desks/wallet/gather";
import { reduceAssets } from "@/lib/sources/helius";
import { reduceAccounts } from "@/lib/sources/solana-rpc";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { at, noStore, reader } from "../fixtures/test-source";
import { hasSamples, SAMPLES, SAMPLES_MANIFEST } from "../support/samples";

const sample = (name: string): Promise<string> => readFile(path.join(SAMPLES, name), "utf8");
const OWNER = "FCHTRYx6npkQCogtpZtEFLJeevAFGbDHhJyvqvT6F4kX";

describe.skipIf(!hasSamples)("wallets that were really read (needs ../shared/samples)", () => {
  it("Helius' search: two tokens with prices, SOL, a cursor on the last page", async () => {
    const { value } = reduceAssets(await sample("helius/searchAssets_2items.json"));
    expect(value).toMatchObject({
      native: { raw: "87130935", priceUsd: 130.421652551 },
      held: 2,
      complete: true,
    });
    expect(value.tokens.map(({ symbol, raw, priceUsd }) => [symbol, raw, priceUsd])).toEqual([
      ["USDC", "245339881", 1],
      ["SEND", "1497999995", 0.00328348],
    ]);
  });

  it("Helius' list of 50: a full page, among NFTs; supplies over 2^53", async () => {
    const { value } = reduceAssets(await sample("helius/getAssetsByOwner_50items.json"));
    expect(value).toMatchObject({ native: { raw: "4761549774" }, complete: false });
    expect(value.held).toBeGreaterThan(10);
    expect(value.held).toBeLessThan(50);
    expect(value.tokens.find(({ symbol }) => symbol === "Bonk")).toMatchObject({
      raw: "39758697055337",
      decimals: 5,
      priceUsd: 1.24849e-5,
    });
  });

  it("the public node's accounts of Token-2022, past a rentEpoch that no double holds", async () => {
    const { value } = reduceAccounts(await sample("solana_rpc/getTokenAccountsByOwner.json"));
    expect(value.tokens).toMatchObject([
      { id: "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump", raw: "28124227731397", decimals: 6 },
    ]);
  });

  describe("replayed", () => {
    let upstream: Upstream;
    beforeAll(async () => {
      upstream = await startUpstream({
        port: 0,
        replayDir: SAMPLES,
        manifestFile: SAMPLES_MANIFEST,
        fill: true,
      });
    });
    afterAll(() => upstream.close());

    it("are answered as a whole: USDC, SOL, and $4.92 of a token whose pools nobody recorded", async () => {
      const now = new Date();
      const read = reader({ origin: upstream.url, store: noStore, timeoutMs: 5_000, breakerMs: 0 });
      const { answer } = composeWallet(
        await gatherWallet(read, at(now), { solana: OWNER, base: null }, "key"),
        now,
      );
      expect(answer.wallet).toMatchObject({
        totalPricedUsd: 256.7,
        stablePct: 95.57,
        hhi: 0.9154,
        excludedCount: 1,
        unpricedCount: 0,
      });
      expect(answer.coverage).toBeGreaterThanOrEqual(0.6);
    });
  });
});
