import { describe, expect, it } from "vitest";
import * as z from "zod";
import { POOLS_METHOD } from "@/lib/desks/meteora/compose";
import { meteoraEntry } from "@/lib/desks/meteora/entry";
import { toRow } from "@/lib/desks/meteora/row";
import { type Close, meteoraCloses } from "@/lib/sources/meteora/closes";
import { meteoraPool, meteoraPools, meteoraSearch } from "@/lib/sources/meteora/pools";
import type { Source } from "@/lib/sources/source";
import { dlmmPool } from "../fixtures/dlmm-pool";
import { block, itDescribes } from "../support/method-page";

const now = new Date("2026-10-07T14:30:00Z");
const ADDRESS = "5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6";

/** A keyed source as the page writes it. */
function written<Value>(source: Source<Value>, id: string): Source<unknown> {
  const { host, path } = source.address(now);
  return { ...source, id, address: () => ({ host, path: path.replace(ADDRESS, "{pool}") }) };
}

describe("docs/method/pools.md", () => {
  const [over, open] = [meteoraCloses(ADDRESS, now)[0], meteoraCloses(ADDRESS, now).at(-1)];
  if (over === undefined || open === undefined) throw new Error("a week has several stretches");
  itDescribes(
    {
      version: POOLS_METHOD,
      coverage: meteoraEntry.coverage,
      sources: [
        meteoraPools,
        written(meteoraPool(ADDRESS), "meteora.pool:{pool}"),
        written(meteoraSearch("sol"), "meteora.search:{words}"),
        written(over, "meteora.closes:{pool}:{n}"),
        written(open, "meteora.closes:{pool}:{n}:open"),
      ],
    },
    now,
  );

  it("computes its example as the desk does", () => {
    const { closes: series, ...given } = z
      .object({
        tvl: z.number(),
        volumeDay: z.number(),
        feesDay: z.number(),
        feesHour: z.number(),
        protocolFeesDay: z.number(),
        binStep: z.number(),
        closes: z.object({ alternating: z.tuple([z.number(), z.number()]), count: z.int() }),
      })
      .parse(block("pools-given"));
    const hour = Math.floor(now.getTime() / 3_600_000) * 3_600;
    const closes = Array.from({ length: series.count }, (_, i): Close => [
      hour - (series.count - i) * 3_600,
      series.alternating[i % 2 === 0 ? 0 : 1],
    ]);
    expect(toRow({ ...dlmmPool(), ...given }, closes, now)).toMatchObject(block("pools-answer") as object);
  });
});
