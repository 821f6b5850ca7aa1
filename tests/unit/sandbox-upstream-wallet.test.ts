import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { baseTokens, reduceEthBalance, reduceTokenBalances } from "@/lib/sources/base-rpc";
import { webAddress } from "@/lib/sources/fetcher/address";
import { heliusAssets, reduceAssets } from "@/lib/sources/helius";
import { rpcBody } from "@/lib/sources/json-rpc";
import { WRAPPED_ETH, WRAPPED_SOL } from "@/lib/sources/listed-tokens";
import { baseCoin, llamaListed, reducePrices, solanaCoin } from "@/lib/sources/llama-prices";
import { solanaBalance, solanaTokens } from "@/lib/sources/solana-rpc";
import type { Source } from "@/lib/sources/source";
import { priceAt } from "@/sandbox/upstream/market/prices";
import { randomness } from "@/sandbox/upstream/market/random";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

const NOW = new Date("2026-10-07T18:30:00Z");
const OWNER = "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1";
const EVM = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 5, now: () => NOW.getTime() });
});
afterAll(() => upstream.close());

/** The answer's text, asked for as the service asks. */
async function ask(source: Source<unknown>, over: { body?: string } = {}): Promise<string> {
  const address = source.address(NOW);
  const url = webAddress(address);
  const body = over.body ?? address.body;
  const response = await fetch(`${upstream.url}/${url.host}${url.pathname}${url.search}`, {
    ...(body !== undefined && { method: "POST", body, headers: { "content-type": "application/json" } }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

describe("Helius", () => {
  it("answers in the shape of its API, with whole numbers that no double holds", async () => {
    const text = await ask(heliusAssets(OWNER, "k"));
    expect(text).toMatch(/"balance":18446744073709551615,/);
    const { result } = JSON.parse(text) as { result: Record<string, unknown> };
    expect(Object.keys(result).sort()).toEqual(["cursor", "items", "limit", "nativeBalance", "total"]);
    expect(reduceAssets(text).value).toMatchObject({ complete: true });
  });

  it("fails to tell the SOL of some wallets, inside of a good answer", async () => {
    const natives = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const owner = `${OWNER.slice(0, -2)}${String.fromCharCode(65 + (i % 8), 97 + (i % 5))}${i}`;
        return reduceAssets(await ask(heliusAssets(owner, "k"))).value.native;
      }),
    );
    expect(natives).toContain(null);
    expect(natives.filter((native) => native !== null).length).toBeGreaterThan(20);
  });

  it("refuses without a key, and errors in the answer's body", async () => {
    const response = await fetch(`${upstream.url}/mainnet.helius-rpc.com/`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    const text = await ask(heliusAssets(OWNER, "k"), { body: rpcBody("getNothing", {}) });
    expect(() => reduceAssets(text)).toThrow(/-32601/);
  });
});

describe("the nodes", () => {
  it("Solana's knows what Helius knows", async () => {
    const read = async <T>(source: Source<T>) => {
      const text = await ask(source);
      async function* body() {
        yield new TextEncoder().encode(text);
      }
      return (await source.answer(body(), NOW)).value;
    };
    const indexed = reduceAssets(await ask(heliusAssets(OWNER, "k"))).value;
    const both = [await read(solanaTokens(OWNER, "tokens")), await read(solanaTokens(OWNER, "tokens-2022"))];
    const byMint = (tokens: readonly { id: string; raw: string }[]) =>
      Object.fromEntries(tokens.map(({ id, raw }) => [id, raw]));
    expect(byMint(both.flatMap(({ tokens }) => tokens))).toEqual(byMint(indexed.tokens));
    expect(await read(solanaBalance(OWNER))).toBe(indexed.native?.raw);
    expect(await ask(solanaTokens(OWNER, "tokens"))).toContain('"rentEpoch":18446744073709551615');
  });

  it("Base's answers Multicall3, and nothing for another contract", async () => {
    const { tokens, unread } = reduceTokenBalances(await ask(baseTokens(EVM))).value;
    expect(unread).toBe(0);
    expect(tokens.length).toBeGreaterThan(0);
    const other = rpcBody("eth_call", [{ to: EVM, data: "0x" }, "latest"]);
    expect(() => reduceTokenBalances("{}")).toThrow();
    expect(JSON.parse(await ask(baseTokens(EVM), { body: other }))).toMatchObject({ result: "0x" });
    const balance = rpcBody("eth_getBalance", [EVM, "latest"]);
    expect(BigInt(reduceEthBalance(await ask(baseTokens(EVM), { body: balance })).value)).toBeGreaterThan(0n);
  });
});

it("DefiLlama's prices are those of the market, within minutes", async () => {
  const text = await ask(llamaListed);
  const asked = llamaListed.address(NOW).path.split("/").at(-1)?.split(",") ?? [];
  const { value } = reducePrices(JSON.parse(text), asked, NOW);
  const near = (id: string, ticker: "SOL-USD" | "ETH-USD") =>
    expect((value[id] ?? 0) / priceAt(randomness(5), ticker, NOW.getTime())).toBeCloseTo(1, 2);
  near(solanaCoin(WRAPPED_SOL), "SOL-USD");
  near(baseCoin(WRAPPED_ETH), "ETH-USD");
});
