import { expect, it } from "vitest";
import * as z from "zod";
import { momentumEntry } from "@/lib/desks/momentum/entry";
import { scalpEntry } from "@/lib/desks/scalp/entry";
import { trenchesEntry } from "@/lib/desks/trenches/entry";
import { trenchesResearchEntry } from "@/lib/desks/trenches-research/entry";
import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { whalesEntry } from "@/lib/desks/whales/entry";
import { wireEntry } from "@/lib/desks/wire/entry";
import { yieldsEntry } from "@/lib/desks/yields/entry";
import { queryReader } from "@/lib/http/query";

it.each([
  [trenchesEntry, { chain: " Base " }, { chain: "base" }],
  [trenchesScreenEntry, { chain: "BSC" }, { chain: "bsc" }],
  [momentumEntry, { chain: "Solana" }, { chain: "solana" }],
  [trenchesResearchEntry, { chain: "Ethereum" }, { chain: "ethereum" }],
  [yieldsEntry, { chain: "Arbitrum" }, { chain: "arbitrum" }],
  [whalesEntry, { symbols: ["btc", " Eth"] }, { symbols: ["BTC", "ETH"] }],
  [scalpEntry, { symbols: ["bnb"] }, { symbols: ["BNB"] }],
  [wireEntry, { category: "Crypto" }, { category: "crypto" }],
])("$path takes its words in any case", ({ input }, sent, meant) => {
  expect(input.parse(sent)).toMatchObject(meant);
  // What is published is taken, and other words are neither.
  const schema = z.fromJSONSchema(
    z.toJSONSchema(input, { io: "input" }) as Parameters<typeof z.fromJSONSchema>[0],
  );
  expect(schema.safeParse(meant).success).toBe(true);
  const [name = ""] = Object.keys(sent);
  for (const other of ["elsewhere", "", 7, null, ["elsewhere"]])
    for (const takes of [input, schema])
      expect(takes.safeParse({ [name]: other }).success, JSON.stringify(other)).toBe(false);
});

it("reads the same from a query", () => {
  const read = queryReader(trenchesResearchEntry.input);
  expect(trenchesResearchEntry.input.parse(read(new URLSearchParams("address=&chain=Base")))).toMatchObject({
    chain: "base",
  });
});
