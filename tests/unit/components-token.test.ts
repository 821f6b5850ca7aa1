import { afterEach, describe, expect, it, vi } from "vitest";
import { inTokens } from "@/components/token/amounts";
import { compare } from "@/components/token/check-burns";
import { readPayment, supplyOf } from "@/components/token/read-chain";
import { readTokenQuery, tokenAddress } from "@/components/token/token-query";

const MINT = "4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw";
const balance = (accountIndex: number, amount: string, mint = MINT) => ({
  ...{ accountIndex, mint },
  uiTokenAmount: { amount },
});

/** The chain answers this, whatever it is asked. */
const chainSays = (result: unknown) =>
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ jsonrpc: "2.0", id: 1, result })));
afterEach(() => vi.unstubAllGlobals());

it("amounts are exact, however many decimals and however large", () => {
  expect(inTokens("1234567890", 6)).toBe("1,234.56789");
  expect(inTokens("1", 9)).toBe("0.000000001");
  expect(inTokens("5", 0)).toBe("5");
  expect(inTokens(18_446_744_073_709_551_615n, 6)).toBe("18,446,744,073,709.551615");
});

describe("a payment, from what it did to balances", () => {
  const paid = {
    err: null,
    preTokenBalances: [balance(1, "1000"), balance(2, "50"), balance(4, "9", "another")],
    postTokenBalances: [balance(1, "0"), balance(2, "250"), balance(4, "900", "another")],
  };

  it("burned what left all accounts, and the treasury has the rest", async () => {
    chainSays({ slot: 1, meta: paid });
    const found = await readPayment("/rpc", MINT, "x");
    expect(found).toEqual({ burned: 800n, kept: 200n });
    expect(compare({ burned: "800", kept: "200" }, found)).toEqual({ is: "same" });
    expect(compare({ burned: "900", kept: "100" }, found)).toMatchObject({ is: "other" });
  });

  it("is none where the chain knows no such transaction, or it failed", async () => {
    for (const result of [null, { slot: 1, meta: { ...paid, err: { InstructionError: [0, "Custom"] } } }]) {
      chainSays(result);
      expect(compare({ burned: "0", kept: "0" }, await readPayment("/rpc", MINT, "x"))).toEqual({
        is: "missing",
      });
    }
  });

  it("stays unread where no answer came: that is neither agreement nor a lie", async () => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(Response.json({ jsonrpc: "2.0", id: 1, error: { code: 1 } })),
    );
    await expect(readPayment("/rpc", MINT, "x")).rejects.toThrow();
  });
});

it("the supply stands in the mint's own bytes", async () => {
  const bytes = Buffer.alloc(82);
  bytes.writeBigUInt64LE(18_000_000_000_000_000_001n, 36);
  chainSays({ context: { slot: 1 }, value: { owner: "x", data: [bytes.toString("base64"), "base64"] } });
  expect(await supplyOf("/rpc", MINT)).toBe(18_000_000_000_000_000_001n);
});

it("the page's address keeps the wallet and names a day, and nothing that is neither", () => {
  const query = readTokenQuery(new URLSearchParams(`wallet=${MINT}&day=2026-11-22&from=20`));
  expect(query).toMatchObject({ wallet: MINT, day: "2026-11-22", from: 20 });
  expect(tokenAddress(query, { day: "2026-11-22", from: 30 })).toBe(
    `/token?wallet=${MINT}&day=2026-11-22&from=30#burns`,
  );
  expect(readTokenQuery(new URLSearchParams("wallet=0xabc&day=2026-99-99&from=-1"))).toMatchObject({
    ...{ wallet: null, day: null, from: 0 },
  });
});
