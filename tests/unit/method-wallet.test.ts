import { describe, expect, it } from "vitest";
import * as z from "zod";
import { composeWallet, WALLET_METHOD } from "@/lib/desks/wallet/compose";
import { walletDocumentation } from "@/lib/desks/wallet/documentation";
import { walletEntry } from "@/lib/desks/wallet/entry";
import { baseBalance, baseTokens } from "@/lib/sources/base-rpc";
import { dexscreenerTokens, reducePairs } from "@/lib/sources/dexscreener";
import { heliusAssets, reduceAssets } from "@/lib/sources/helius";
import { llamaChanges, llamaListedChanges } from "@/lib/sources/llama-changes";
import { llamaListed, llamaPrices } from "@/lib/sources/llama-prices";
import { solanaBalance, solanaTokens } from "@/lib/sources/solana-rpc";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

const KEY = "{address}";
const OWNER = "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1";
const EVM = `0x${"0".repeat(40)}`;

describe("docs/method/wallet.md", () => {
  itDescribes(
    {
      version: WALLET_METHOD,
      coverage: walletEntry.coverage,
      sources: [
        heliusAssets(KEY, "key"),
        solanaBalance(KEY),
        solanaTokens(KEY, "tokens"),
        solanaTokens(KEY, "tokens-2022"),
        { ...baseBalance(EVM), id: `base.balance:${KEY}` },
        { ...baseTokens(EVM), id: `base.tokens:${KEY}` },
        // the batches as the page writes them
        {
          ...llamaListed,
          address: (now) => ({ ...llamaListed.address(now), path: "/prices/current/{listed}" }),
        },
        { ...llamaPrices(["{mint}"]), id: "llama.prices:{batch}" },
        {
          ...llamaListedChanges,
          address: (now) => ({ ...llamaListedChanges.address(now), path: "/percentage/{listed}" }),
        },
        { ...llamaChanges(["{mint}"]), id: "llama.changes:{batch}" },
        dexscreenerTokens("solana", ["{mint}"]),
      ],
    },
    new Date("2026-10-07"),
  );

  it("computes its example as the desk does", () => {
    const given = z
      .object({
        assets: z.looseObject({ result: z.object({ items: z.array(z.object({ id: z.string() })) }) }),
        pools: z.array(z.unknown()),
        changes: z.record(z.string(), z.number()),
      })
      .parse(block("wallet-given"));
    const now = new Date("2026-10-07T14:00:00Z");
    const mints = given.assets.result.items.map(({ id }) => id);
    const raw = JSON.stringify((block("wallet-given") as { assets: unknown }).assets);
    const { answer, missing } = composeWallet(
      {
        solana: {
          address: OWNER,
          assets: readingOf(heliusAssets(OWNER, "key"), reduceAssets(raw).value, now, now),
          node: null,
          prices: null,
          changes: readingOf(llamaChanges([]), given.changes, now, now),
          pools: readingOf(
            dexscreenerTokens("solana", mints.slice(1)),
            reducePairs(given.pools, "solana", now).value,
            now,
            now,
          ),
        },
        base: null,
        listed: readingOf(llamaListed, {}, now, now),
        listedChanges: readingOf(llamaListedChanges, given.changes, now, now),
      },
      now,
    );
    expect(answer).toMatchObject(block("wallet-answer") as object);
    expect(missing).toEqual([]);
    expect(walletDocumentation.output.safeParse(answer).error).toBeUndefined();
  });
});
