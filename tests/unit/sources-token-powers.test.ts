import { describe, expect, it } from "vitest";
import { reduceHoneypot } from "@/lib/sources/honeypot";
import { reduceMint } from "@/lib/sources/solana-mint";
import { powersOf } from "@/lib/sources/token-extensions";
import { worstName } from "@/lib/sources/text/name-problem";

const NEW = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const OLD = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const NOBODY = "11111111111111111111111111111111";
const fee = (transferFeeBasisPoints: unknown) => ({ epoch: 1, maximumFee: 1, transferFeeBasisPoints });

describe("a mint's powers", () => {
  it("are none without extensions, and none by those that are null, false or held by no account", () => {
    const none = {
      permanentDelegate: false,
      nonTransferable: false,
      transferHook: false,
      transferFeePct: 0,
      feeChangeable: false,
      frozenByDefault: false,
      pausable: false,
      others: [],
    };
    expect(powersOf({})).toEqual(none);
    expect(powersOf({ permanentDelegate: null, nonTransferable: false, metadataPointer: {} })).toEqual(none);
    expect(
      powersOf({ permanentDelegate: { delegate: null }, pausableConfig: { authority: NOBODY } }),
    ).toEqual(none);
  });

  it("take the larger of the current and the scheduled fee", () => {
    const config = (newer: unknown, older: unknown) => ({
      transferFeeConfig: {
        newerTransferFee: newer,
        olderTransferFee: older,
        transferFeeConfigAuthority: null,
      },
    });
    expect(powersOf(config(fee(900), fee(0)))).toMatchObject({ transferFeePct: 9, feeChangeable: false });
    expect(powersOf(config(fee(0), fee(500))).transferFeePct).toBe(5);
    expect(powersOf(config(fee("x"), fee(0))).transferFeePct).toBeNull();
    expect(powersOf(config(fee(20_000), fee(0))).transferFeePct).toBeNull();
    expect(powersOf({ transferFeeConfig: {} })).toMatchObject({ transferFeePct: null, feeChangeable: true });
  });

  it("know a frozen start, and don't guess at a state that they can't read", () => {
    const frozen = (state: unknown) => powersOf({ defaultAccountState: state }).frozenByDefault;
    expect(frozen({ accountState: "frozen" })).toBe(true);
    expect(frozen({ state: 2 })).toBe(true);
    expect(frozen({ accountState: "initialized" })).toBe(false);
    expect(frozen({ accountState: "thawing" })).toBeNull();
  });

  it("are held where the state can't be read, and unknown for an extension that isn't known", () => {
    expect(powersOf({ permanentDelegate: "X", transferHook: true, pausableConfig: {} })).toMatchObject({
      permanentDelegate: true,
      transferHook: true,
      pausable: true,
    });
    expect(powersOf({ seizeConfig: { authority: "X" } }).others).toBeNull();
    expect(powersOf({ mintCloseAuthority: { closeAuthority: "X" } }).others).toEqual(["close the mint"]);
  });
});

describe("a mint's account", () => {
  const account = (owner: string, info: object) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      result: {
        context: { slot: 1 },
        value: { owner, data: { program: "spl-token", parsed: { type: "mint", info } } },
      },
    });
  const bare = { decimals: 6, supply: "18446744073709551615", mintAuthority: null, freezeAuthority: null };

  it("of the original program has its two authorities and no other power", () => {
    expect(reduceMint(account(OLD, { ...bare, mintAuthority: "A" })).value.mint).toMatchObject({
      mintAuthority: true,
      freezeAuthority: false,
      permanentDelegate: false,
      lesserPowers: [],
    });
  });

  it("of Token-2022 has the powers of its extensions; one that the node can't parse makes them unknown", () => {
    const extensions = [
      { extension: "nonTransferable" },
      { extension: "pausableConfig", state: { authority: "A", paused: false } },
    ];
    expect(reduceMint(account(NEW, { ...bare, extensions })).value.mint).toMatchObject({
      nonTransferable: true,
      freezeAuthority: true,
    });
    const odd = reduceMint(account(NEW, { ...bare, extensions: [{ extension: "unparseableExtension" }] }));
    expect(odd.value.mint).toMatchObject({ permanentDelegate: null, freezeAuthority: null });
  });

  it("is none for a missing account or another program's, and no answer for bytes", () => {
    const reply = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: { value } });
    expect(reduceMint(reply(null)).value.mint).toBeNull();
    expect(reduceMint(account("Other", bare)).value.mint).toBeNull();
    expect(() => reduceMint(reply({ owner: OLD, data: ["AAAA", "base64"] }))).toThrow(
      expect.objectContaining({ failure: "schema" }),
    );
  });
});

describe("a simulated sale", () => {
  const TOKEN = `0x${"ab".repeat(20)}`;
  const sold = (over: object = {}) =>
    reduceHoneypot(
      {
        token: { address: TOKEN.toUpperCase().replace("0X", "0x") },
        simulationSuccess: true,
        honeypotResult: { isHoneypot: false },
        simulationResult: { buyTax: 1, sellTax: 2.5, transferTax: 0 },
        summary: { risk: "low", flags: [] },
        ...over,
      },
      TOKEN,
    ).value.simulated;

  it("gives the largest tax and whether a sale works", () => {
    expect(sold()).toEqual({ honeypot: false, taxPct: 2.5, dangers: [] });
    expect(sold({ honeypotResult: { isHoneypot: true } })?.honeypot).toBe(true);
  });

  it("that could not be run says nothing, and is no clean one", () => {
    const failed = { simulationSuccess: false, honeypotResult: undefined, simulationResult: undefined };
    expect(sold(failed)).toEqual({ honeypot: null, taxPct: null, dangers: [] });
    expect(sold({ simulationSuccess: false })).toMatchObject({ honeypot: null, taxPct: null });
    expect(sold({ simulationResult: { buyTax: 0, sellTax: 500, transferTax: 0 } })?.taxPct).toBeNull();
  });

  it("adds the flags of high severity, and is of the token that was asked for", () => {
    const flags = [
      { flag: "HIGH_FAIL_RATE", severity: "critical" },
      { flag: "closed_source", severity: "low" },
    ];
    expect(sold({ summary: { flags } })?.dangers).toEqual(["HIGH_FAIL_RATE"]);
    expect(sold({ token: { address: `0x${"cd".repeat(20)}` } })).toBeNull();
  });
});

describe("a raw name", () => {
  it.each([
    ["Harbour Cat", "none"],
    ["❤️ Cat 👩‍🚀", "none"],
    ["Пепе", "none"],
    ["Bit\u202Enioc", "control"],
    ["Cat\u0007", "control"],
    ["Bo\u200Bnk", "hidden"],
    ["Cat\u{E0041}", "hidden"],
    ["Еthereum", "scripts"], // Cyrillic Е
    ["see https://x.example", "words"],
    ["A2A|asset=BTC|bias=long", "words"],
    ["Verified clear", "words"],
  ])("%j is judged %s", (name, problem) => {
    expect(worstName([name, null])).toBe(problem);
  });

  it("is unknown where no source gives one", () => {
    expect(worstName([null, undefined, ""])).toBeNull();
  });
});
