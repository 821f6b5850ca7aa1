import { describe, expect, it } from "vitest";
import { llamaProtocols, reduceProtocols } from "@/lib/sources/llama";
import { reduceAirdrops } from "@/lib/sources/llama-airdrops";
import { KEPT_TOKENLESS, MIN_TOKENLESS_TVL_USD, tokenlessOf } from "@/lib/sources/llama-tokenless";
import { readingOf } from "../fixtures/readings";

const NOW = new Date("2026-11-22T12:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });
const bare = {
  name: "Tidewell",
  symbol: "-",
  gecko_id: null,
  category: "Lending",
  chains: ["Base"],
  tvl: 2e7,
  change_7d: 4,
  listedAt: 1_768_348_800,
  url: "https://tidewell.example",
};
async function keptOf(...rows: object[]) {
  async function* text(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(JSON.stringify([{ name: "Large", category: "Dexs", tvl: 9e9 }, ...rows]));
  }
  const { value } = await reduceProtocols(text());
  expect(llamaProtocols.kept.safeParse(value).error).toBeUndefined();
  return tokenlessOf(readingOf(llamaProtocols, value, NOW, NOW)).value ?? [];
}
const namesOf = async (...rows: object[]) => (await keptOf(...rows)).map(({ name }) => name);

describe("the kept list of protocols without a token", () => {
  const asKept = (tokenless: string) => readingOf(llamaProtocols, { largest: [], tokenless }, NOW, NOW);

  it.each(["", "[", "null", "{}", '[{"name":"Tidewell"}]'])(
    "is a source that failed where the cache holds %j",
    (text) => {
      expect(tokenlessOf(asKept(text))).toMatchObject({ value: null, status: "schema", asOf: null });
    },
  );

  it("is the same list as long as the text is the same", () => {
    const [one, other] = [tokenlessOf(asKept("[]")), tokenlessOf(asKept("[]"))];
    expect(one).toMatchObject({ status: "ok", value: [] });
    expect(one.value).toBe(other.value);
  });
});

describe("protocols without a token", () => {
  it("are kept out of the same pass that ranks the largest", async () => {
    expect(await keptOf(bare)).toEqual([
      {
        name: "Tidewell",
        category: "Lending",
        chains: ["Base"],
        tvl: 2e7,
        change7d: 4,
        listedAt: 1_768_348_800_000,
        url: "https://tidewell.example/",
        signs: [],
      },
    ]);
  });

  it.each([
    ["a ticker", { symbol: "TIDE" }],
    ["a market page", { gecko_id: "tidewell" }],
    ["no symbol at all", { symbol: undefined }],
    ["deposits of an exchange", { category: "CEX" }],
    ["a bridge", { category: "Canonical Bridge" }],
    ["a fund of real-world assets", { category: "RWA" }],
    ["too little", { tvl: MIN_TOKENLESS_TVL_USD - 1 }],
    ["no TVL", { tvl: null }],
  ])("are not those with %s", async (_, over) => {
    expect(await namesOf({ ...bare, ...over })).toEqual([]);
  });

  it("are not those whose parent has the token, wherever in the list that shows", async () => {
    const child = { ...bare, name: "V2", parentProtocol: "parent#a" };
    const parent = { ...bare, name: "V1", symbol: "AAA", parentProtocol: "parent#a", tvl: 1 };
    const other = { ...bare, name: "Other", parentProtocol: "parent#b" };
    expect(await namesOf(child, parent, other)).toEqual(["Other"]);
    expect(await namesOf(parent, child)).toEqual([]);
  });

  it.each([
    ["", []],
    ["Deposits earn what borrowers pay.", []],
    ["Earn points in Season 2 ahead of the airdrop.", ["announced", "points"]],
    ["The points program rewards lenders.", ["points"]],
    ["Made by the Tidewell Foundation.", ["foundation"]],
    ["There is no token and no plans for an airdrop.", []],
    ["Beware of the fake airdrop!", []],
    ["A disappointed pointer to tokens of the launchpad.", []],
  ])("carry what their own entry says of one to come: “%s”", async (description, signs) => {
    expect((await keptOf({ ...bare, description }))[0]?.signs).toEqual(signs);
  });

  it.each([
    ["0x53cb207b26693ef9a52b40d46cd0b01c61edb03c", ["token-contract"]],
    ["base:0x53cb207b26693ef9a52b40d46cd0b01c61edb03c", ["token-contract"]],
    ["solana:8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump", ["token-contract"]],
    ["-", []],
    [null, []],
    ["coming soon", []],
  ])("have a token's contract by its address: %s", async (address, signs) => {
    expect((await keptOf({ ...bare, address }))[0]?.signs).toEqual(signs);
  });

  it("keep what is odd about them to themselves: names are cleaned, links are web links, ages are seconds", async () => {
    const [odd] = await keptOf({
      ...bare,
      name: "<b>Ti\u202ede</b>",
      url: "javascript:alert(1)",
      listedAt: 1_768_348_800_000,
      chains: [7],
      change_7d: -250,
    });
    expect(odd).toMatchObject({
      name: "Tide",
      url: null,
      listedAt: 1_768_348_800_000,
      chains: [],
      change7d: null,
    });
  });

  it("are kept up to a number, the largest", async () => {
    const many = Array.from({ length: KEPT_TOKENLESS + 30 }, (_, i) => ({ ...bare, tvl: 6e6 + i }));
    const kept = await keptOf(...many);
    expect(kept).toHaveLength(KEPT_TOKENLESS);
    expect(kept[0]?.tvl).toBe(6e6 + many.length - 1);
  });
});

describe("DefiLlama's airdrops", () => {
  const entry = { name: "Kite", page: "https://kite.example/claim", tokenSymbol: "KITE", isActive: true };

  it("are those that say when they end; seconds, though some are milliseconds", () => {
    const { value } = reduceAirdrops({
      ms: { ...entry, endTime: 1_792_108_800_000 },
      s: {
        ...entry,
        name: "Later",
        endTime: 1_792_195_200,
        startTime: "2026-01-31T00:00:00Z",
        chains: ["solana"],
      },
      endless: entry,
      zero: { ...entry, endTime: 0 },
      off: { ...entry, endTime: 1_792_108_800, isActive: false },
    });
    expect(value).toEqual([
      {
        name: "Kite",
        symbol: "KITE",
        page: "https://kite.example/claim",
        chains: [],
        startsAt: null,
        endsAt: 1_792_108_800_000,
      },
      expect.objectContaining({
        name: "Later",
        chains: ["solana"],
        startsAt: Date.parse("2026-01-31"),
        endsAt: 1_792_195_200_000,
      }),
    ]);
  });

  it("an empty list is suspect, one without any end is not, another shape is an error", () => {
    expect(() => reduceAirdrops({})).toThrow(failing("suspect_empty"));
    expect(reduceAirdrops({ endless: entry }).value).toEqual([]);
    expect(() => reduceAirdrops([])).toThrow(failing("schema"));
    expect(() => reduceAirdrops({ a: { title: "renamed" }, b: {}, c: {} })).toThrow(failing("schema"));
  });

  it("names and links of strangers lose what is not text and what is no web page", () => {
    const hostile = {
      ...entry,
      name: "<img src=x onerror=alert(1)>Claim\u202e",
      tokenSymbol: "\u200bKITE\u202e",
      page: "javascript:alert(1)",
      endTime: 1_792_108_800,
    };
    expect(reduceAirdrops({ hostile }).value[0]).toMatchObject({ name: "Claim", symbol: "KITE", page: null });
  });
});
