import { describe, expect, it } from "vitest";
import { composeTvl } from "@/lib/desks/tvl/compose";
import { judged } from "@/lib/sources/fetcher/continuity";
import { toEntry, toReading } from "@/lib/sources/fetcher/cache-entry";
import { llamaChains, llamaProtocols, reduceChains, reduceProtocols } from "@/lib/sources/llama";
import { reduceYieldPools } from "@/lib/sources/llama-yields";

const NOW = Date.parse("2026-10-07T14:00:00Z");
const implausible = expect.objectContaining({ failure: "implausible" });

interface Row {
  name: string;
  tvl: number | null;
}
const small = Array.from({ length: 30 }, (_, i): Row => ({ name: `Chain ${i}`, tvl: 1e6 * (i + 1) }));
const CHAINS: readonly Row[] = [
  { name: "Ethereum", tvl: 51e9 },
  { name: "Solana", tvl: 6.2e9 },
  { name: "Base", tvl: 5.8e9 },
  { name: "BSC", tvl: 5.5e9 },
  { name: "Bitcoin", tvl: 4.4e9 },
  ...small,
];
const PROTOCOLS: readonly Row[] = Array.from({ length: 20 }, (_, i) => ({
  name: `Protocol ${i}`,
  tvl: 26e9 / (i + 1),
}));

async function* stream(rows: unknown) {
  yield await Promise.resolve(new TextEncoder().encode(JSON.stringify(rows)));
}

/** The TVL desk's answer to two lists, half an hour after the clean ones were read. */
async function answered(chains: readonly Row[], protocols: readonly Row[] = PROTOCOLS) {
  const later = NOW + 30 * 60_000;
  const chainsBefore = judged(llamaChains, toEntry(reduceChains(CHAINS), NOW), null, "web").baseline;
  const clean = await reduceProtocols(stream(PROTOCOLS));
  const protocolsBefore = judged(llamaProtocols, toEntry(clean, NOW), null, "web").baseline;
  const chainsNow = judged(llamaChains, toEntry(reduceChains(chains), later), chainsBefore, "web").entry;
  const read = toEntry(await reduceProtocols(stream(protocols)), later);
  const protocolsNow = judged(llamaProtocols, read, protocolsBefore, "web").entry;
  const { answer } = composeTvl(
    {
      chains: toReading(llamaChains, chainsNow, "ok", later),
      protocols: toReading(llamaProtocols, protocolsNow, "ok", later),
    },
    new Date(later),
  );
  return answer;
}
const but = (name: string, tvl: number | null): Row[] =>
  CHAINS.map((row) => (row.name === name ? { name, tvl } : row));

describe("the list of chains", () => {
  it("as it was is believed whole", async () => {
    const { coverage, total, notes } = await answered(CHAINS);
    expect([coverage, total?.tvlUsd]).toEqual([1, "$73.4B"]);
    expect(notes.join(" ")).not.toContain("believed");
  });

  it("loses a row of more than any chain holds, and says which", async () => {
    const { coverage, total, notes, chains } = await answered([
      ...CHAINS,
      { name: "GlitchChain", tvl: 9.9e13 },
    ]);
    expect([coverage, total?.tvlUsd]).toEqual([0.75, "$73.4B"]);
    expect(chains.map(({ name }) => name)).not.toContain("GlitchChain");
    expect(notes.join(" ")).toContain("1 row: GlitchChain");
  });

  it.each<[string, readonly Row[]]>([
    ["without Ethereum", CHAINS.slice(1)],
    ["with Ethereum unknown", but("Ethereum", null)],
    ["with Ethereum at nothing", but("Ethereum", 0)],
    ["with Ethereum at a thousandth", but("Ethereum", 51e6)],
    ["with Ethereum at a thousandfold", but("Ethereum", 51e12)],
    ["with Ethereum below nothing", but("Ethereum", -51e9)],
  ])("%s has no total, and is not sold", async (_name, rows) => {
    const { coverage, total, summary } = await answered(rows);
    expect(total).toBeNull();
    expect(coverage).toBeLessThan(0.6);
    expect(summary).toContain("TVL of chains unknown");
  });

  it("counts a chain that is there twice once", async () => {
    const { coverage, total, notes } = await answered([...CHAINS, { name: "solana", tvl: 6.2e9 }]);
    expect([coverage, total?.tvlUsd]).toEqual([0.75, "$73.4B"]);
    expect(notes.join(" ")).toContain("there twice");
  });

  it("of which half is gone is a list cut short", async () => {
    const { coverage, notes } = await answered(CHAINS.filter((_, i) => i < 6 || i % 2 === 0));
    expect(coverage).toBe(0.75);
    expect(notes.join(" ")).toContain("the number of rows");
  });

  it.each([0.001, 0.01, 10])("drops a large chain at × %d of the last reading", async (times) => {
    const { coverage, notes, chains } = await answered(but("Base", 5.8e9 * times));
    expect(coverage).toBeLessThan(1);
    expect(chains.map(({ name }) => name)).not.toContain("Base");
    expect(notes.join(" ")).toContain("the chain Base");
  });
});

describe("the list of protocols", () => {
  it.each<[string, (rows: readonly Row[]) => readonly Row[], string]>([
    ["one of 42 trillion", (rows) => [...rows, { name: "Glitch", tvl: 4.2e13 }], "Glitch"],
    [
      "one of the largest unknown",
      (rows) => rows.map((row, i) => (i === 1 ? { ...row, tvl: null } : row)),
      "Protocol 1",
    ],
    ["one of the largest missing", (rows) => rows.slice(1), "Protocol 0"],
    [
      "one of the largest at a hundredth",
      (rows) => rows.map((row, i) => (i === 1 ? { ...row, tvl: 13e7 } : row)),
      "Protocol 1",
    ],
    ["one there twice", (rows) => [...rows, { name: "Protocol 3", tvl: 6.5e9 }], "Protocol 3"],
  ])("with %s counts half and names it", async (_name, change, named) => {
    const { coverage, notes, topProtocols } = await answered(CHAINS, change(PROTOCOLS));
    expect(coverage).toBe(0.75);
    expect(notes.join(" ")).toContain(named);
    expect(topProtocols.every(({ tvlUsdValue }) => tvlUsdValue <= 26e9)).toBe(true);
  });
});

describe("the list of yield pools", () => {
  const pool = (i: number, over: object = {}) => ({
    ...{ pool: `id-${i}`, chain: "Ethereum", project: `project-${i}`, symbol: "USDC" },
    ...{ tvlUsd: 1e9 - i * 1e6, apy: 4 + i / 10, apyBase: 3 + i / 10, apyReward: 1, apyMean30d: 4 },
    ...{ stablecoin: true, ilRisk: "no", exposure: "single", count: 400, outlier: false },
    ...over,
  });
  const pools = (change: (row: ReturnType<typeof pool>, i: number) => object = (row) => row) =>
    reduceYieldPools(stream({ data: Array.from({ length: 20 }, (_, i) => change(pool(i), i)) }));

  it("as it is is believed whole", async () => {
    expect((await pools()).doubts).toEqual([]);
  });

  it.each<[string, object]>([
    ["of 400 trillion dollars", { tvlUsd: 4e14 }],
    ["whose parts are not its rate", { apyBase: -80, apyReward: 200, apy: 119 }],
    ["that pays rewards below nothing", { apyReward: -1, apyBase: 5, apy: 4 }],
    ["that is there twice", { pool: "id-1" }],
  ])("drops a pool %s, with a doubt", async (_name, over) => {
    const { value, doubts } = await pools((row, i) => (i === 3 ? { ...row, ...over } : row));
    expect(value.largest).toHaveLength(19);
    expect(doubts).toHaveLength(1);
  });

  it("has no mean of 30 days that is out of bounds", async () => {
    const { value, doubts } = await pools((row, i) => (i === 3 ? { ...row, apyMean30d: 1e7 } : row));
    expect(value.largest[3]?.apyMean30d).toBeNull();
    expect(doubts).toHaveLength(1);
  });

  it.each([0.01, 0.001, 20])("whose rates are all × %d is no answer", async (times) => {
    const scaled = pools((row) => ({
      ...row,
      apy: row.apy * times,
      apyBase: row.apyBase * times,
      apyReward: row.apyReward * times,
    }));
    await expect(scaled).rejects.toThrow(implausible);
  });
});
