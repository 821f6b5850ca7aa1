import { describe, expect, it } from "vitest";
import * as z from "zod";
import { composeTvl, TVL_METHOD } from "@/lib/desks/tvl/compose";
import { tvlEntry } from "@/lib/desks/tvl/entry";
import { llamaChains, llamaProtocols, reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { readingOf } from "../fixtures/readings";
import { block, itDescribes } from "../support/method-page";

describe("docs/method/tvl.md", () => {
  itDescribes(
    { version: TVL_METHOD, coverage: tvlEntry.coverage, sources: [llamaChains, llamaProtocols] },
    new Date("2026-10-07"),
  );

  it("computes its example as the desk does", async () => {
    const given = z
      .object({ chains: z.array(z.unknown()), protocols: z.array(z.unknown()) })
      .parse(block("tvl-given"));
    const now = new Date("2026-10-07T14:00:00Z");
    const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
    async function* text(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(JSON.stringify(given.protocols));
    }
    const protocols = (await reduceProtocols(text())).value;
    expect(50 * 60_000).toBeGreaterThan(llamaProtocols.freshMs);
    const { answer } = composeTvl(
      {
        chains: readingOf(llamaChains, reduceChains(given.chains).value, minutesAgo(10), now),
        protocols: readingOf(llamaProtocols, protocols, minutesAgo(50), now, "stale"),
      },
      now,
    );
    expect(answer).toMatchObject(block("tvl-answer") as object);
    expect(answer.dataAsOf).toBe(minutesAgo(50).toISOString());
  });
});
