import { describe, expect, it } from "vitest";
import * as z from "zod";
import { TENORS } from "@/lib/catalog/intel/tenors";
import { composeYields, YIELDS_METHOD } from "@/lib/desks/yields/compose";
import { yieldsEntry } from "@/lib/desks/yields/entry";
import { llamaYields, reduceYieldPools } from "@/lib/sources/llama-yields";
import { meteoraPools } from "@/lib/sources/meteora/pools";
import { treasuryMonth, treasuryMonthBefore, treasuryYear } from "@/lib/sources/treasury";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

const now = new Date("2026-10-07T14:00:00Z");

describe("docs/method/yields.md", () => {
  itDescribes(
    {
      version: YIELDS_METHOD,
      coverage: yieldsEntry.coverage,
      sources: [llamaYields, meteoraPools, treasuryYear, treasuryMonth, treasuryMonthBefore],
    },
    now,
  );

  it("computes its example as the desk does", async () => {
    const given = z
      .object({ bill: z.object({ date: z.string(), m3: z.number() }), pools: z.array(z.unknown()) })
      .parse(block("yields-given"));
    async function* text(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(JSON.stringify({ status: "success", data: given.pools }));
    }
    const unknown = Object.fromEntries(TENORS.map((tenor) => [tenor, null]));
    const curve = treasuryYear.kept.parse({
      date: given.bill.date,
      rates: { ...unknown, m3: given.bill.m3 },
    });
    const { answer } = composeYields(
      {
        from: "llama",
        pools: readingOf(llamaYields, (await reduceYieldPools(text())).value, now, now),
        curve: [readingOf(treasuryYear, curve, "2026-10-06T19:30:00Z", now)],
      },
      yieldsEntry.input.parse({}),
      now,
    );
    expect(answer).toMatchObject(block("yields-answer") as object);
    expect(answer.yields).toHaveLength(3);
  });
});
