import fc from "fast-check";
import { encodeAbiParameters } from "viem";
import { describe, expect, it } from "vitest";
import { baseTokens, reduceEthBalance, reduceTokenBalances } from "@/lib/sources/base-rpc";
import { webAddress } from "@/lib/sources/fetcher/address";
import { heliusAssets, reduceAssets } from "@/lib/sources/helius";
import { amountOf, KEPT_TOKENS } from "@/lib/sources/holdings";
import { BASE_TOKENS, SOLANA_TOKENS } from "@/lib/sources/listed-tokens";
import { llamaPrices, reducePrices } from "@/lib/sources/llama-prices";
import { reduceAccounts, reduceBalance } from "@/lib/sources/solana-rpc";
import { parseExactJson } from "@/lib/sources/text/exact-json";
import { isSolanaAddress } from "@/lib/desks/solana-address";
import { isEvmAddress } from "@/lib/desks/wallet/addresses";

const NOW = new Date("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });
const rpc = (result: unknown): string => JSON.stringify({ jsonrpc: "2.0", id: 1, result });
const refused = (code: number, message = "no"): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message } });

const MINT = "8ZCmwpW3MtC5UpNcZf7U4HMvRNTo71syU11BDiAFpump";
const item = (over: object = {}, info: object = {}) => ({
  interface: "FungibleToken",
  id: MINT,
  content: { metadata: { name: "Gary", symbol: "Gary" } },
  token_info: { symbol: "Gary", balance: 5_000_000, decimals: 6, ...info },
  ...over,
});
const assets = (items: unknown[], over: object = {}) =>
  rpc({
    total: items.length,
    limit: 1_000,
    items,
    nativeBalance: { lamports: 7, price_per_sol: 100 },
    ...over,
  });

describe("whole numbers of any length", () => {
  it("keep all their digits from 16 on, wherever in the answer; strings and decimals are left alone", () => {
    const text = `{"a":18446744073709551615,"b":[-9007199254740993],"c":9007199254740992.5,"d":"\\"12345678901234567890","e":12,"f":1e30}`;
    expect(parseExactJson(text)).toEqual({
      a: "18446744073709551615",
      b: ["-9007199254740993"],
      c: 9007199254740992.5,
      d: '"12345678901234567890',
      e: 12,
      f: 1e30,
    });
  });

  it("nothing else changes, whatever the document", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const long = (_: string, value: unknown): unknown =>
          typeof value === "number" && /^-?\d{16,}$/.test(String(value)) ? String(value) : value;
        const parsed: unknown = JSON.parse(text, long);
        fc.pre(!/\d{16}/.test(text)); // those are what the test above is about
        expect(parseExactJson(text)).toEqual(parsed);
      }),
    );
  });

  it("become amounts by their digits", () => {
    expect(amountOf({ raw: "18446744073709551615", decimals: 9 })).toBe(18446744073.709551615);
    expect(amountOf({ raw: "5", decimals: 18 })).toBe(5e-18);
    expect(amountOf({ raw: "5", decimals: 0 })).toBe(5);
  });
});

describe("Helius' assets", () => {
  it("keep fungible tokens with balance, price and their own name", () => {
    const text = assets([
      item({}, { price_info: { price_per_token: 2, total_price: 10, currency: "USDC" } }),
      item({ id: `${MINT.slice(0, -1)}q`, interface: "V1_NFT" }, { balance: 1, decimals: 0 }),
      item({ id: `${MINT.slice(0, -1)}r` }, { balance: 0 }),
      item({ id: `${MINT.slice(0, -1)}s`, burnt: true }),
    ]);
    expect(reduceAssets(text).value).toEqual({
      native: { raw: "7", priceUsd: 100 },
      tokens: [{ id: MINT, symbol: "Gary", raw: "5000000", decimals: 6, priceUsd: 2 }],
      held: 1,
      complete: true,
    });
  });

  it("a native balance that failed inside of HTTP 200 is unknown, not 0", () => {
    const text = assets([item()], { nativeBalance: { error: "Failed to retrieve account balance" } });
    expect(reduceAssets(text).value.native).toBeNull();
    expect(reduceAssets(assets([item()], { nativeBalance: undefined })).value.native).toBeNull();
    expect(reduceAssets(assets([], { nativeBalance: { lamports: 0 } })).value.native).toEqual({
      raw: "0",
      priceUsd: null,
    });
  });

  it("a full page may not be the last, and a cursor says nothing of it", () => {
    expect(reduceAssets(assets([item()], { limit: 1 })).value.complete).toBe(false);
    expect(reduceAssets(assets([item()], { total: 5_000 })).value.complete).toBe(false);
    expect(reduceAssets(assets([item()], { cursor: MINT })).value.complete).toBe(true);
  });

  it("a token that can't be read, or of which nobody says how much is held, leaves the list incomplete", () => {
    const another = `${MINT.slice(0, -1)}q`;
    for (const token_info of [{ balance: "NaN" }, { balance: null }, { decimals: null }, { decimals: -1 }])
      expect(reduceAssets(assets([item(), item({ id: another }, token_info)])).value).toMatchObject({
        held: 1,
        complete: false,
      });
  });

  it("a mint that is listed twice is held once", () => {
    expect(reduceAssets(assets([item(), item()])).value).toMatchObject({ held: 1, tokens: [{ id: MINT }] });
  });

  it("a page that says it has items, and has none, is suspect; an empty wallet is not", () => {
    expect(() => reduceAssets(assets([], { total: 3 }))).toThrow(failing("suspect_empty"));
    expect(reduceAssets(assets([])).value).toMatchObject({ tokens: [], held: 0, complete: true });
  });

  it("a balance over 2^53 keeps its last digit", () => {
    const text = assets([item()]).replace("5000000", "18446744073709551615");
    expect(reduceAssets(text).value.tokens[0]?.raw).toBe("18446744073709551615");
  });

  it("a price that is none, or in no dollars, is unknown", () => {
    for (const price_info of [
      { price_per_token: 0, currency: "USDC" },
      { price_per_token: -1, currency: "USDC" },
      { price_per_token: 2, currency: "SOL" },
      {},
    ])
      expect(reduceAssets(assets([item({}, { price_info })])).value.tokens[0]?.priceUsd).toBeNull();
  });

  it("names lose what can't be seen, their markup, and what is beyond 20 characters", () => {
    const symbol = "<b>CL\u202eAIM</b>\u200b your reward at reward.example now";
    const [token] = reduceAssets(assets([item({}, { symbol })])).value.tokens;
    expect(token?.symbol).toBe("CLAIM your reward at");
    expect(
      reduceAssets(assets([item({ content: null }, { symbol: "\u200b" })])).value.tokens[0]?.symbol,
    ).toBe(null);
  });

  it("no more are kept than need be, the most valuable first, and the answer says so", () => {
    const many = Array.from({ length: KEPT_TOKENS + 50 }, (_, i) =>
      item(
        { id: MINT.slice(0, -4) + String(1_111 + i).replaceAll("0", "z") },
        { price_info: { price_per_token: i + 1, currency: "USDC" } },
      ),
    );
    const { tokens, held, complete } = reduceAssets(assets(many)).value;
    expect([tokens.length, held, complete, tokens[0]?.priceUsd]).toEqual([
      KEPT_TOKENS,
      many.length,
      false,
      many.length,
    ]);
  });

  it("errors come with HTTP 200: too often is rate_limited, the rest another shape", () => {
    expect(() => reduceAssets(refused(-32429))).toThrow(failing("rate_limited"));
    expect(() => reduceAssets(refused(-32000, "Rate limit exceeded"))).toThrow(failing("rate_limited"));
    expect(() => reduceAssets(refused(-32602))).toThrow(failing("schema"));
    expect(() => reduceAssets("<html>")).toThrow(failing("schema"));
  });

  it("are asked with the key in the query, under an id that does not hold it", () => {
    const source = heliusAssets(MINT, "secret");
    expect(webAddress(source.address(NOW)).searchParams.get("api-key")).toBe("secret");
    expect(source.id).toBe(`helius.assets:${MINT}`);
    expect(source.bucket).toBeDefined();
  });
});

describe("Solana's node", () => {
  const account = (mint: string, amount: string, decimals = 6) => ({
    account: {
      data: { program: "spl-token", parsed: { info: { mint, tokenAmount: { amount, decimals } } } },
    },
  });

  it("gives a balance in lamports, whatever its length", () => {
    expect(reduceBalance(rpc({ context: { slot: 1 }, value: 30_628_200_651 })).value).toBe("30628200651");
    expect(reduceBalance(rpc({ value: 0 }).replace("0}", "18446744073709551615}")).value).toBe(
      "18446744073709551615",
    );
  });

  it("adds up several accounts of one mint, leaves out empty ones and single things; rentEpoch is over 2^53", () => {
    const text = rpc({
      value: [
        account(MINT, "9007199254740993"),
        account(MINT, "1"),
        account(`${MINT.slice(0, -1)}q`, "0"),
        account(`${MINT.slice(0, -1)}r`, "1", 0),
      ],
    }).replace(/"account":\{/g, '"account":{"rentEpoch":18446744073709551615,');
    expect(reduceAccounts(text).value).toEqual({
      tokens: [{ id: MINT, symbol: null, raw: "9007199254740994", decimals: 6, priceUsd: null }],
      held: 1,
    });
  });

  it("an empty wallet is no failure, another shape is", () => {
    expect(reduceAccounts(rpc({ value: [] })).value).toEqual({ tokens: [], held: 0 });
    expect(() => reduceAccounts(rpc({ value: null }))).toThrow(failing("schema"));
    expect(() => reduceAccounts(rpc({ value: [{}, {}, {}] }))).toThrow(failing("schema"));
    expect(() => reduceBalance(refused(429))).toThrow(failing("rate_limited"));
  });
});

describe("Base's node", () => {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}` as const;
  const returned = (rows: { success: boolean; returnData: `0x${string}` }[]) =>
    rpc(
      encodeAbiParameters(
        [
          {
            type: "tuple[]",
            components: [
              { name: "success", type: "bool" },
              { name: "returnData", type: "bytes" },
            ],
          },
        ],
        [rows],
      ),
    );
  const zeros = BASE_TOKENS.map(() => ({ success: true, returnData: word(0n) }));

  it("gives wei by their hex digits", () => {
    expect(reduceEthBalance(rpc("0xde0b6b3a7640001")).value).toBe("1000000000000000001");
    expect(() => reduceEthBalance(rpc("0x"))).toThrow(failing("schema"));
    expect(() => reduceEthBalance(refused(-32016, "over rate limit"))).toThrow(failing("rate_limited"));
  });

  it("gives the listed tokens that are held; a contract that fails is unread, not zero", () => {
    const rows = zeros.with(0, { success: true, returnData: word(2n ** 80n) });
    const text = returned(rows.with(1, { success: false, returnData: "0x" }));
    expect(reduceTokenBalances(text).value).toEqual({
      tokens: [{ ...BASE_TOKENS[0], raw: String(2n ** 80n), priceUsd: null, stable: undefined }].map(
        ({ id, symbol, raw, decimals, priceUsd }) => ({ id, symbol, raw, decimals, priceUsd }),
      ),
      unread: 1,
    });
  });

  it("an answer without Multicall3, cut off, or of nothing but failures is none", () => {
    for (const text of [
      rpc("0x"),
      returned(zeros).replace(/0{64}"/, '"'),
      returned([]),
      returned(zeros.map(() => ({ success: false, returnData: "0x" as const }))),
    ])
      expect(() => reduceTokenBalances(text)).toThrow(failing("schema"));
  });

  it("is asked for every token of the list in one call", () => {
    const { body = "" } = baseTokens(`0x${"ab".repeat(20)}`).address(NOW);
    for (const { id } of BASE_TOKENS) expect(body).toContain(id.slice(2));
    expect(body.match(/70a08231/g)).toHaveLength(BASE_TOKENS.length);
  });
});

describe("DefiLlama's prices", () => {
  const now = NOW.getTime() / 1_000;
  const coin = (over: object = {}) => ({
    price: 2,
    symbol: "X",
    timestamp: now - 60,
    confidence: 0.99,
    ...over,
  });

  it("are those that were asked for, dated by the oldest; decimals may be missing", () => {
    const answer = {
      coins: { "solana:a": coin(), "solana:b": coin({ timestamp: now - 600 }), other: coin() },
    };
    const { value, asOf } = reducePrices(answer, ["solana:a", "solana:b", "solana:c"], NOW);
    expect(value).toEqual({ "solana:a": 2, "solana:b": 2 });
    expect(asOf?.getTime()).toBe(NOW.getTime() - 600_000);
  });

  it("that are hours old or that it does not trust itself are none", () => {
    const coins = { a: coin({ timestamp: now - 8_000 }), b: coin({ confidence: 0.3 }) };
    expect(reducePrices({ coins }, ["a", "b"], NOW).value).toEqual({});
  });

  it("of zero, of text and another shape altogether are refused", () => {
    expect(() => reducePrices({ coins: { a: coin({ price: 0 }) } }, ["a"], NOW)).toThrow(failing("schema"));
    expect(() => reducePrices({ message: "slow down" }, ["a"], NOW)).toThrow(failing("schema"));
    expect(reducePrices({ coins: {} }, ["a"], NOW)).toEqual({ value: {}, asOf: null, doubts: [] });
  });

  it("are named by their batch, whatever its order", () => {
    expect(llamaPrices(["b", "a"]).id).toBe(llamaPrices(["a", "b"]).id);
    expect(llamaPrices(["a"]).id).not.toBe(llamaPrices(["b"]).id);
  });
});

describe("the list of checked tokens", () => {
  it("has addresses of the right form, each once, contracts in lower case", () => {
    for (const { id } of BASE_TOKENS) expect([isEvmAddress(id), id]).toEqual([true, id.toLowerCase()]);
    for (const { id } of SOLANA_TOKENS) expect(isSolanaAddress(id), id).toBe(true);
    const ids = [...BASE_TOKENS, ...SOLANA_TOKENS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
