import { describe, expect, it } from "vitest";
import { webAddress } from "@/lib/sources/fetcher/address";
import { goplusReport, reduceSecurity } from "@/lib/sources/goplus";

const TOKEN = "0x84fa8f52e437ac04107ec1768764b2b39287cb3e";
const OWNER = "0xf032646f1c003b73f696fb4ca6267c2690732ae1";
const PAIR = "0x1f1b4836dde1859e2ede1c6155140318ef5931c2";
const DEAD = "0x000000000000000000000000000000000000dead";
const NOBODY = "0x0000000000000000000000000000000000000000";

const held = (address: string, percent: string, is_locked = 0) => ({
  address,
  tag: "",
  is_contract: 0,
  balance: "1",
  percent,
  is_locked,
});

/**
 * Members and values of a genuine answer about a token whose trade its owner can stop and whose taxes are 100 %
 * (kept whole as a fixture of a public wallet's securityCheck.test.ts), without what nobody here reads.
 */
const captured = {
  buy_tax: "1",
  can_take_back_ownership: "0",
  cannot_buy: "1",
  creator_percent: "0.000000",
  dex: [{ name: "UniswapV2", liquidity: "9945.36414120", pair: PAIR }],
  hidden_owner: "0",
  holder_count: "2574",
  holders: [
    held(DEAD, "0.425958492716196934", 1),
    held(PAIR, "0.369071343944508520"),
    held("0xdfcc050d7ab45e8e345296ff94194a807cfe8fcc", "0.043020357483006858"),
    held("0xdbc0eef081dec6630be67989009e0ade58274477", "0.036625010692010275"),
  ],
  is_anti_whale: "1",
  is_blacklisted: "0",
  is_honeypot: "0",
  is_mintable: "1",
  is_open_source: "1",
  lp_holders: [
    held(DEAD, "0.990894326168576578", 1),
    held("0xaa0158358cca97e443e4845f705ca6f4e286b824", "0.008251525679100131"),
    held(NOBODY, "0.000000000000000000", 1),
  ],
  owner_address: OWNER,
  owner_change_balance: "0",
  selfdestruct: "0",
  sell_tax: "1",
  slippage_modifiable: "0",
  token_name: "Grove Token",
  token_symbol: "GVR",
  transfer_pausable: "1",
};
const reduced = (over: object = {}, code = 1) =>
  reduceSecurity({ code, message: "OK", result: { [TOKEN]: { ...captured, ...over } } }, TOKEN).value.report;

describe("GoPlus' report", () => {
  it("is read as it was captured: burned tokens and pools are no holders, shares are fractions", () => {
    expect(reduced()).toEqual({
      name: "Grove Token",
      symbol: "GVR",
      nameProblem: "none",
      mintAuthority: true,
      freezeAuthority: true,
      rugged: null,
      permanentDelegate: false,
      nonTransferable: null, // not a honeypot, but nobody says whether all of it can be sold
      transferHook: null,
      transferFeePct: 100,
      feeChangeable: false,
      codeChangeable: null, // nobody says whether it is a proxy
      frozenByDefault: null,
      lesserPowers: [],
      dangers: ["can't be bought"],
      warnings: 0,
      normalised: null,
      holders: [
        { owner: "0xdfcc050d7ab45e8e345296ff94194a807cfe8fcc", pct: expect.closeTo(4.302035748, 6) },
        { owner: "0xdbc0eef081dec6630be67989009e0ade58274477", pct: expect.closeTo(3.662501069, 6) },
      ],
      creatorPct: 0,
      totalHolders: 2574,
      liquidityUsd: 9945.3641412,
      lpUnlockedShare: expect.closeTo(0.0091, 4),
      positions: false,
      curveOnly: false,
      impersonates: null,
      detectedAt: null,
    });
  });

  it("lets nobody mint or freeze where ownership was given up for good, and only there", () => {
    expect(reduced({ owner_address: NOBODY })).toMatchObject({
      mintAuthority: false,
      freezeAuthority: false,
    });
    for (const trick of [{ hidden_owner: "1" }, { can_take_back_ownership: "1" }])
      expect(reduced({ owner_address: NOBODY, ...trick })).toMatchObject({ mintAuthority: true });
    for (const unsaid of ["hidden_owner", "can_take_back_ownership"])
      expect(reduced({ owner_address: NOBODY, [unsaid]: undefined })).toMatchObject({ mintAuthority: true });
    expect(reduced({ owner_address: "" })).toMatchObject({ mintAuthority: false });
    expect(reduced({ owner_address: undefined })).toMatchObject({ mintAuthority: true });
  });

  it("excuses nothing for GoPlus' own list of trusted tokens", () => {
    expect(reduced({ trust_list: "1" })).toMatchObject({ mintAuthority: true, freezeAuthority: true });
  });

  it("knows no dangers if one of the questions behind them has no answer and none was found", () => {
    const clean = { cannot_buy: "0" };
    expect(reduced(clean)?.dangers).toEqual([]);
    for (const key of ["hidden_owner", "can_take_back_ownership", "selfdestruct", "cannot_buy"])
      for (const value of [undefined, "", null, "5"])
        expect(reduced({ ...clean, [key]: value })?.dangers, `${key} ${String(value)}`).toBeNull();
  });

  it("takes for unknown what has no key, is no share, or was counted in another way", () => {
    const bare = reduceSecurity({ code: 1, result: { [TOKEN]: { is_open_source: "0" } } }, TOKEN).value
      .report;
    expect(bare).toMatchObject({
      mintAuthority: null,
      freezeAuthority: null,
      holders: null,
      lpUnlockedShare: null,
      transferFeePct: null,
      liquidityUsd: null,
      dangers: ["source not published"],
    });
    expect(reduced({ lp_holders: [held(OWNER, "255324.35", 1)] })?.lpUnlockedShare).toBeNull();
    expect(reduced({ holders: [held(OWNER, "")] })?.holders).toBeNull();
    expect(reduced({ sell_tax: "" })?.transferFeePct).toBeNull();
    expect(reduced({ is_open_source: undefined })?.dangers).toBeNull();
  });

  it("names the token that it pretends to be, if that is an address", () => {
    const fake = (true_token_address: unknown) => reduced({ fake_token: { value: 1, true_token_address } });
    expect(fake(OWNER.toUpperCase().replace("0X", "0x"))?.impersonates).toBe(OWNER);
    expect(fake("<script>")?.impersonates).toBeNull();
    expect(reduced({ fake_token: { value: 0, true_token_address: OWNER } })?.impersonates).toBeNull();
  });

  it("of what is no token is none; a refusal under HTTP 200 is one", () => {
    expect(reduceSecurity({ code: 1, result: {} }, TOKEN).value.report).toBeNull();
    expect(reduceSecurity({ code: 1, result: null }, TOKEN).value.report).toBeNull();
    expect(reduceSecurity({ code: 1, result: { [OWNER]: captured } }, TOKEN).value.report).toBeNull();
    expect(() => reduced({}, 4029)).toThrow(expect.objectContaining({ failure: "rate_limited" }));
    expect(() => reduced({}, 2004)).toThrow(expect.objectContaining({ failure: "schema" }));
  });

  it("is asked for by chain and contract", () => {
    expect(webAddress(goplusReport("bsc", TOKEN).address(new Date(0))).href).toBe(
      `https://api.gopluslabs.io/api/v1/token_security/56?contract_addresses=${TOKEN}`,
    );
  });
});
