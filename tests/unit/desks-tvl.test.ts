import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeTvl } from "@/lib/desks/tvl/compose";
import { tvlDocumentation } from "@/lib/desks/tvl/documentation";
import { type Chains, llamaChains, llamaProtocols, type Protocols } from "@/lib/sources/llama";
import type { Reading } from "@/lib/sources/source";
import { failed, readingOf } from "../fixtures/readings";
import { runs } from "../support/properties";

const NOW = new Date("2026-10-07T14:00:00Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

const ALL_READ = { count: 0, names: [] };
const amount = fc.double({ min: 1e-6, max: 1e14, noNaN: true });
const percent = fc.option(fc.double({ min: -100, max: 1e6, noNaN: true }));
const chains: fc.Arbitrary<Chains> = fc
  .array(fc.record({ name: fc.string(), tvl: amount }), { minLength: 1, maxLength: 50 })
  .map((rows) => ({
    largest: rows.sort((a, b) => b.tvl - a.tvl),
    totalTvl: rows.reduce((sum, { tvl }) => sum + tvl, 0),
    count: rows.length,
    unread: ALL_READ,
  }));
const protocols: fc.Arbitrary<Protocols> = fc
  .array(
    fc.record({
      name: fc.string(),
      category: fc.option(fc.string()),
      chains: fc.nat(100),
      tvl: amount,
      change1h: percent,
      change1d: percent,
      change7d: percent,
      mcap: fc.option(amount),
    }),
    { minLength: 1, maxLength: 50 },
  )
  .map((largest) => ({ largest, unread: ALL_READ, tokenless: "[]" }));

function reading<Value>(
  source: { id: string; provider: string },
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<Reading<Value>> {
  const status = fc.constantFrom("ok" as const, "stale" as const);
  const there = fc
    .tuple(value, fc.nat(700), status)
    .map(([of, minutes, how]) => readingOf(source, of, ago(minutes), NOW, how));
  const gone = fc
    .constantFrom("timeout" as const, "schema" as const, "suspect_empty" as const)
    .map((failure) => failed<Value>(source, failure));
  return fc.oneof(there, gone);
}

describe("the TVL desk", () => {
  it("makes an answer of its schema from whatever could be read, and never makes up what could not", () => {
    fc.assert(
      fc.property(
        fc.record({ chains: reading(llamaChains, chains), protocols: reading(llamaProtocols, protocols) }),
        (inputs) => {
          const { answer, missing } = composeTvl(inputs, NOW);
          expect(tvlDocumentation.output.safeParse(answer).error).toBeUndefined();
          const credits = [inputs.chains, inputs.protocols].map(({ value, status }) =>
            value === null ? 0 : status === "ok" ? 1 : 0.5,
          );
          expect(answer.coverage).toBe(((credits[0] ?? 0) + (credits[1] ?? 0)) / 2);
          expect(answer.stale).toBe(credits.includes(0.5));
          expect(answer.total === null).toBe(inputs.chains.value === null);
          expect(missing).toEqual([
            ...(inputs.chains.value === null ? ["chains"] : []),
            ...(inputs.protocols.value === null ? ["topProtocols"] : []),
          ]);
          expect(answer.provenance.map(({ status }) => status)).toEqual([
            inputs.chains.status,
            inputs.protocols.status,
          ]);
          for (const [i, row] of answer.topProtocols.entries()) {
            const given = inputs.protocols.value?.largest[i];
            expect(row.change7dPct === null).toBe(given?.change7d === null);
            expect(row.mcapUsdValue === null).toBe(given?.mcap === null);
          }
        },
      ),
      runs(3),
    );
  });

  it("dates itself by the older reading, and shows the largest twenty-five of each", () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({ name: `C${i}`, tvl: 1_000 - i }));
    const { answer } = composeTvl(
      {
        chains: readingOf(
          llamaChains,
          { largest: rows, totalTvl: 60_000, count: 80, unread: ALL_READ },
          ago(12),
          NOW,
        ),
        protocols: readingOf(
          llamaProtocols,
          {
            largest: rows.map((row) => ({
              ...row,
              category: null,
              chains: 1,
              change1h: null,
              change1d: null,
              change7d: null,
              mcap: null,
            })),
            unread: ALL_READ,
            tokenless: "[]",
          },
          ago(3),
          NOW,
        ),
      },
      NOW,
    );
    expect(answer.dataAsOf).toBe(ago(12).toISOString());
    expect(answer.chains).toHaveLength(25);
    expect(answer.topProtocols).toHaveLength(25);
    expect(answer.chains[0]).toMatchObject({ name: "C0", tvlUsd: "$1.00K", sharePct: 1.67 });
    expect(answer.total).toEqual({ tvlUsd: "$60.0K", tvlUsdValue: 60_000, chains: 80 });
    expect(answer.sources).toEqual(["DefiLlama"]);
  });

  it("calls no list whole whose rows could not all be read: it counts half, and says which are in no figure", () => {
    const largest = [{ name: "Solana", tvl: 6e9 }];
    const unread = { count: 1, names: ["Ethereum"] };
    const { answer } = composeTvl(
      {
        chains: readingOf(llamaChains, { largest, totalTvl: 6e9, count: 1, unread }, ago(1), NOW),
        protocols: readingOf(llamaProtocols, { largest: [], unread: ALL_READ, tokenless: "[]" }, ago(1), NOW),
      },
      NOW,
    );
    expect(answer.coverage).toBe(0.75);
    expect(answer.summary).toContain("$6.00B on 1 chains (1 more unread)");
    expect(answer.notes).toContain(
      "DefiLlama's figures of 1 chains could not be read, and are in no sum and no share: Ethereum.",
    );
    expect(tvlDocumentation.output.safeParse(answer).error).toBeUndefined();
  });
});
