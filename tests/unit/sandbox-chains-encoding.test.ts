import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NETWORK as EVM_NETWORK, USDC_ADDRESS, USDC_DOMAIN } from "@/sandbox/chains/evm/network";
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from "@/sandbox/chains/solana/errors";
import { toJson } from "@/sandbox/chains/solana/json";
import { GENESIS_HASH, NETWORK, USDC_MINT } from "@/sandbox/chains/solana/network";
import { uiTokenAmount } from "@/sandbox/chains/solana/tokens";

describe("the RPC's JSON", () => {
  it("says of every plain value what JSON.stringify says", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("writes a u64 as a bare number with every digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        expect(toJson({ lamports: value })).toBe(`{"lamports":${value}}`);
      }),
    );
  });

  it("leaves out what is undefined", () => {
    expect(toJson({ a: undefined, b: [undefined], c: null })).toBe('{"b":[null],"c":null}');
  });
});

describe("a token amount", () => {
  it("is written exactly, whatever its size", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (amount, decimals) => {
          const { uiAmountString, amount: digits } = uiTokenAmount(amount, decimals);
          const [whole = "", fraction = ""] = uiAmountString.split(".");
          expect(BigInt(whole + fraction.padEnd(decimals, "0"))).toBe(amount);
          expect(fraction.endsWith("0")).toBe(false);
          expect(digits).toBe(String(amount));
        },
      ),
    );
  });

  it("is what wallets show", () => {
    expect(uiTokenAmount(20_000n, 6)).toEqual({
      amount: "20000",
      decimals: 6,
      uiAmount: 0.02,
      uiAmountString: "0.02",
    });
    expect(uiTokenAmount(0n, 6).uiAmountString).toBe("0");
    expect(uiTokenAmount(5_000_000n, 6).uiAmountString).toBe("5");
  });
});

describe("the local networks", () => {
  it("carry the ids and token addresses that the official packages know", async () => {
    const svm = await import("@x402/svm");
    const evm = await import("@x402/evm");
    expect(NETWORK).toBe(svm.SOLANA_DEVNET_CAIP2);
    expect(NETWORK).toBe(`solana:${GENESIS_HASH.slice(0, 32)}`);
    expect(USDC_MINT).toBe(svm.USDC_DEVNET_ADDRESS);
    const [usdc] = evm.DEFAULT_ASSETS[EVM_NETWORK] ?? [];
    expect(usdc).toMatchObject({ asset: USDC_ADDRESS, ...USDC_DOMAIN });
  });

  it("name every error number of the virtual machine as its own types do", async () => {
    const { readFile } = await import("node:fs/promises");
    const types = await readFile(
      new URL("../../node_modules/litesvm/dist/internal.d.ts", import.meta.url),
      "utf8",
    );
    const namesOf = (name: string): string[] => {
      const body = new RegExp(`const enum ${name} \\{([^}]*)\\}`).exec(types)?.[1] ?? "";
      return [...body.matchAll(/(\w+) = (\d+)/g)].map((found, index) => {
        expect(Number(found[2])).toBe(index);
        return found[1] ?? "";
      });
    };
    expect(namesOf("TransactionErrorFieldless")).toEqual(TRANSACTION_ERRORS);
    expect(namesOf("InstructionErrorFieldless")).toEqual(INSTRUCTION_ERRORS);
  });
});
