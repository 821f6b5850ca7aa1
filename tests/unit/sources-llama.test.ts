import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/sources/fetcher/answer";
import { jsonElements } from "@/lib/sources/fetcher/json-elements";
import { reduceChains, reduceProtocols } from "@/lib/sources/llama";

const fixture = (name: string) => readFile(new URL(`../fixtures/providers/${name}`, import.meta.url));
const failing = (failure: string) => expect.objectContaining({ failure });
async function* stream(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

describe("chains", () => {
  it("come largest first, without those that hold nothing, whatever type their ids are", async () => {
    const { value, asOf } = reduceChains(parseJson((await fixture("llama-chains.json")).toString()));
    expect(value.largest.map(({ name }) => name)).toEqual(["Meridian", "Lowtide", "Quartz", "Dust & Co"]);
    expect(value.count).toBe(4);
    expect(value.totalTvl).toBeCloseTo(9_500_000_000.25 + 480_000_000 + 1_250_000.5 + 0.0323, 4);
    expect(asOf).toBeNull();
  });

  it("are kept up to fifty, and summed over all", () => {
    const rows = Array.from({ length: 80 }, (_, i) => ({ name: `Chain ${i}`, tvl: i + 1 }));
    const { value } = reduceChains(rows);
    expect(value.largest).toHaveLength(50);
    expect(value.largest[0]).toEqual({ name: "Chain 79", tvl: 80 });
    expect(value).toMatchObject({ count: 80, totalTvl: (80 * 81) / 2 });
  });

  it("an empty list is suspect, another shape an error, one odd row neither", () => {
    expect(() => reduceChains([])).toThrow(failing("suspect_empty"));
    expect(() => reduceChains([{ name: "Old", tvl: 0 }])).toThrow(failing("suspect_empty"));
    expect(() => reduceChains({ message: "Too many requests" })).toThrow(failing("schema"));
    expect(() => reduceChains([{ chain: "renamed", value: 1 }])).toThrow(failing("schema"));
    expect(
      reduceChains([
        { name: "A", tvl: 2 },
        { name: "B", tvl: null },
      ]).value.count,
    ).toBe(1);
  });

  it("a chain of more dollars than there are is left out, and does not make all others nothing", () => {
    const rows = ["A", "B", "C"].map((name) => ({ name, tvl: 5e9 }));
    const { value } = reduceChains([{ name: "Garbage", tvl: 1e308 }, ...rows]);
    expect(value).toMatchObject({ count: 3, totalTvl: 15e9, largest: [{ name: "A" }, {}, {}] });
  });
});

describe("a row whose figure can't be read", () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ name: `Row ${i}`, tvl: 1e9 + i }));

  it.each(["47765933911.98", 1e18, null])(
    "is named of the chains, since it may be the largest: %j",
    (tvl) => {
      const { value } = reduceChains([{ name: "Ethereum", tvl }, ...rows]);
      expect(value.unread).toEqual({ count: 1, names: ["Ethereum"] });
      expect(value.count).toBe(40);
    },
  );

  it("is named of the protocols, and none is where all could be read", async () => {
    const { value } = await reduceProtocols(stream(JSON.stringify([{ name: "Lido", tvl: "25e9" }, ...rows])));
    expect(value.unread).toEqual({ count: 1, names: ["Lido"] });
    const whole = await reduceProtocols(stream(JSON.stringify([{ name: "Lido", tvl: null }, ...rows])));
    expect(whole.value.unread).toEqual({ count: 0, names: [] });
  });
});

describe("protocols", () => {
  it("are ranked without exchanges, and without what is borrowed or staked", async () => {
    const { value } = await reduceProtocols(stream(await fixture("llama-protocols.json")));
    expect(value.largest).toEqual([
      {
        name: "Tide Stake",
        category: "Liquid Staking",
        chains: 1,
        tvl: 2_600_000_000,
        change1h: null,
        change1d: -0.4,
        change7d: 2.25,
        mcap: null,
      },
      {
        name: "Harbor Lend",
        category: "Lending",
        chains: 2,
        tvl: 1_800_000_000.5,
        change1h: -0.25,
        change1d: 1.5,
        change7d: null,
        mcap: 250_000_000,
      },
    ]);
  });

  it("are kept up to fifty, the largest wherever they stand in the list", async () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
      name: `P${i}`,
      category: "Dexs",
      tvl: ((i * 7919) % 400) + 1,
    }));
    const { value } = await reduceProtocols(stream(JSON.stringify(rows)));
    expect(value.largest.map(({ tvl }) => tvl)).toEqual(Array.from({ length: 50 }, (_, i) => 400 - i));
  });

  it("an empty list is suspect, and one that breaks off is an error, however much of it was good", async () => {
    await expect(reduceProtocols(stream("[]"))).rejects.toThrow(failing("suspect_empty"));
    const whole = (await fixture("llama-protocols.json")).toString();
    await expect(reduceProtocols(stream(whole.slice(0, -20)))).rejects.toThrow(failing("schema"));
    await expect(reduceProtocols(stream('{"statusCode":500}'))).rejects.toThrow(failing("schema"));
  });

  it("one odd row does no harm, a list of them has changed its shape", async () => {
    const good = Array.from({ length: 30 }, (_, i) => ({ name: `P${i}`, category: "Dexs", tvl: i + 1 }));
    const odd = { name: 7, tvl: "1" };
    expect((await reduceProtocols(stream(JSON.stringify([odd, ...good])))).value.largest).toHaveLength(30);
    const huge = { name: "Garbage", category: "Dexs", tvl: 1e308, symbol: "-", gecko_id: null };
    expect((await reduceProtocols(stream(JSON.stringify([huge, ...good])))).value).toMatchObject({
      largest: [{ name: "P29" }, ...good.slice(1).map(() => ({}))],
      tokenless: "[]",
    });
    const many = JSON.stringify([odd, odd, odd, ...good]);
    await expect(reduceProtocols(stream(many))).rejects.toThrow(failing("schema"));
  });

  it("are read row by row: of twelve megabytes no more is taken in than has been looked at", async () => {
    const row = (i: number) => ({
      name: `P${i}`,
      category: "Dexs",
      tvl: i + 1,
      description: "x".repeat(1_500),
    });
    let taken = 0;
    let seen = 0;
    async function* rowByRow(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 8_000; i++, taken++)
        yield new TextEncoder().encode(`${i === 0 ? "[" : ","}${JSON.stringify(row(i))}`);
      yield new TextEncoder().encode("]");
    }
    for await (const elements of jsonElements(rowByRow(), { maxElementBytes: 10_000 })) {
      expect(elements).toEqual([row(seen)]);
      expect(taken).toBe(seen++);
    }
    expect(seen).toBe(8_000);
    expect((await reduceProtocols(rowByRow())).value.largest[0]).toMatchObject({ name: "P7999", tvl: 8_000 });
  });
});
