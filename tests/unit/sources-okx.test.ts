import { describe, expect, it } from "vitest";
import { reduceOkxCandles } from "@/lib/sources/okx/candles";
import { okxPayments, reduceOkxFunding, reduceOkxPayments } from "@/lib/sources/okx/funding";
import { reduceOkxOpenInterest, reduceOkxRatios, reduceOkxTaker } from "@/lib/sources/okx/statistics";
import { webAddress } from "@/lib/sources/fetcher/address";

const NOW = new Date("2026-10-07T14:02:30Z");
const HOUR = 3_600_000;
const T14 = Date.parse("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });
const fine = (data: unknown[]) => ({ code: "0", msg: "", data });

describe("OKX's answers", () => {
  it("refuse with status 200: rate limit, unavailable and bad request are distinguished", () => {
    const refused = (code: string) => () => reduceOkxRatios({ code, msg: "…", data: [] });
    expect(refused("50011")).toThrow(failing("rate_limited"));
    expect(refused("50013")).toThrow(failing("http_error"));
    expect(refused("51001")).toThrow(failing("schema"));
  });

  it.each([
    ["no list", { code: "0", msg: "" }, "suspect_empty"],
    ["an empty list", fine([]), "suspect_empty"],
    ["a code that is a number", { code: 0, data: [] }, "schema"],
    ["a bare list", [["1791381600000", "1.2"]], "schema"],
    ["null", null, "schema"],
  ])("%s is a failure", (_, answer, failure) => {
    expect(() => reduceOkxRatios(answer)).toThrow(failing(failure));
  });
});

describe("OKX's ratios", () => {
  it("come newest first and as strings, and are kept oldest first", () => {
    const { value, asOf } = reduceOkxRatios(
      fine([
        [String(T14), "1.08"],
        [String(T14 - HOUR), "1.16"],
        [String(T14 - 2 * HOUR), "1"],
      ]),
    );
    expect(value).toEqual([
      [T14 - 2 * HOUR, 1],
      [T14 - HOUR, 1.16],
      [T14, 1.08],
    ]);
    expect(asOf).toEqual(new Date(T14));
  });

  it("one odd row does no harm, many do; a ratio that no market has is odd", () => {
    const row = (i: number): unknown[] => [String(T14 - i * HOUR), "1.2"];
    const rows = Array.from({ length: 20 }, (_, i) => row(i));
    expect(reduceOkxRatios(fine([...rows, [String(T14 - 99 * HOUR), "0"]])).value).toHaveLength(20);
    expect(() => reduceOkxRatios(fine([row(0), ["x", "1"], [String(T14), ""], [String(T14), "-1"]]))).toThrow(
      failing("schema"),
    );
  });

  it("a time that stands twice counts once", () => {
    const twice = fine([
      [String(T14), "1.5"],
      [String(T14), "9"],
    ]);
    expect(reduceOkxRatios(twice).value).toEqual([[T14, 1.5]]);
  });
});

describe("OKX's taker volumes", () => {
  const step = 300_000;
  const rows = fine([
    [String(T14), "10", "1"], // 14:00–14:05 is still filling at 14:02:30
    [String(T14 - step), "200", "300"],
    [String(T14 - 2 * step), "100", "50"],
  ]);

  it("put sold before bought, and lose the bucket that is still filling", () => {
    const { value, asOf } = reduceOkxTaker(rows, "5m", NOW);
    expect(value).toEqual([
      [T14 - 2 * step, 50, 100],
      [T14 - step, 300, 200],
    ]);
    expect(asOf).toEqual(new Date(T14));
  });

  it("a bucket that was filling when it was read stays out, however late the value is used", () => {
    const justOver = new Date(T14 + step + 1_000);
    expect(reduceOkxTaker(rows, "5m", justOver).value.at(-1)?.[0]).toBe(T14 - step);
    expect(reduceOkxTaker(rows, "5m", new Date(T14 + step + 10_000)).value.at(-1)?.[0]).toBe(T14);
  });

  it("nothing but a filling bucket is nothing", () => {
    expect(() => reduceOkxTaker(fine([[String(T14), "10", "1"]]), "5m", NOW)).toThrow(
      failing("suspect_empty"),
    );
  });
});

describe("OKX's open interest", () => {
  it("is contracts, coins and dollars: coins and dollars are kept", () => {
    const { value } = reduceOkxOpenInterest(fine([[String(T14), "2821000.5", "28210.005", "1930000000.1"]]));
    expect(value).toEqual([[T14, 28_210.005, 1_930_000_000.1]]);
  });
});

describe("OKX's funding", () => {
  const row = {
    instId: "SOL-USDT-SWAP",
    fundingRate: "-0.0000123",
    fundingTime: String(T14 + 2 * HOUR),
    nextFundingTime: String(T14 + 6 * HOUR),
    nextFundingRate: "",
    ts: String(T14 + 5_000),
  };

  it("has the interval that its two next payments are apart", () => {
    expect(reduceOkxFunding(fine([row]), "SOL-USDT-SWAP")).toEqual({
      value: { rate: -0.0000123, nextMs: T14 + 2 * HOUR, intervalH: 4 },
      asOf: new Date(T14 + 5_000),
    });
  });

  it.each([T14 + 2 * HOUR + 1, T14 + 2 * HOUR, T14, T14 + 90 * HOUR])(
    "takes no interval from a time after next (%i) that makes none",
    (nextFundingTime) => {
      const odd = { ...row, nextFundingTime: String(nextFundingTime) };
      expect(reduceOkxFunding(fine([odd]), "SOL-USDT-SWAP").value.intervalH).toBeNull();
    },
  );

  it("does not know its interval when the time after next is empty", () => {
    expect(
      reduceOkxFunding(fine([{ ...row, nextFundingTime: "" }]), "SOL-USDT-SWAP").value.intervalH,
    ).toBeNull();
  });

  it("of more than a tenth a period is no rate: in percent, it would pass for a hundred times as much", () => {
    expect(() => reduceOkxFunding(fine([{ ...row, fundingRate: "0.65" }]), "SOL-USDT-SWAP")).toThrow(
      failing("schema"),
    );
    const paid = { instId: "SOL-USDT-SWAP", fundingTime: String(T14), fundingRate: "0.0002" };
    const odd = { ...paid, fundingTime: String(T14 - 4 * HOUR), fundingRate: "-5000000000" };
    expect(reduceOkxPayments(fine([paid, odd]), "SOL-USDT-SWAP").value).toEqual([[T14, 0.0002]]);
  });

  it("of another swap is none", () => {
    expect(() => reduceOkxFunding(fine([row]), "BTC-USDT-SWAP")).toThrow(failing("schema"));
    expect(() => reduceOkxPayments(fine([{ ...row, realizedRate: "" }]), "BTC-USDT-SWAP")).toThrow(
      failing("schema"),
    );
  });

  it("that was paid is the realised rate, where there is one", () => {
    const paid = { instId: "SOL-USDT-SWAP", fundingTime: String(T14), fundingRate: "0.0002" };
    const before = { ...paid, fundingTime: String(T14 - 4 * HOUR), realizedRate: "" };
    const { value } = reduceOkxPayments(fine([{ ...paid, realizedRate: "0.0001" }, before]), "SOL-USDT-SWAP");
    expect(value).toEqual([
      [T14 - 4 * HOUR, 0.0002],
      [T14, 0.0001],
    ]);
  });

  it("is paged by edges that lie on its interval and overlap the page before", () => {
    const url = webAddress(okxPayments("SOL", { intervalH: 4, number: 2 }).address(NOW));
    // the newest page reaches from 12:00 back over 99 further payments
    const oldest = Date.parse("2026-10-07T12:00:00Z") - 99 * 4 * HOUR;
    expect(Number(url.searchParams.get("after"))).toBe(oldest + 4 * HOUR);
    const later = webAddress(
      okxPayments("SOL", { intervalH: 4, number: 2 }).address(new Date("2026-10-07T15:59:59Z")),
    );
    expect(later.href).toBe(url.href);
  });
});

describe("OKX's candles", () => {
  const bar = (at: number, close: string, confirm: string, open = "100"): unknown[] => [
    String(at),
    open,
    "110",
    "90",
    close,
    "5000",
    "50",
    "5050",
    confirm,
  ];

  it("lose the bar that `confirm` says is running", () => {
    const { value, asOf } = reduceOkxCandles(
      fine([bar(T14, "99", "0", "101"), bar(T14 - HOUR, "101", "1", "105"), bar(T14 - 2 * HOUR, "105", "1")]),
      "1h",
    );
    expect(value).toEqual({
      bars: [
        [T14 - 2 * HOUR, 110, 90, 105, 50],
        [T14 - HOUR, 110, 90, 101, 50],
      ],
      taker: null,
    });
    expect(asOf).toEqual(new Date(T14));
  });

  it("begin anew after a gap", () => {
    const { value } = reduceOkxCandles(
      fine([bar(T14, "99", "1", "101"), bar(T14 - HOUR, "101", "1"), bar(T14 - 3 * HOUR, "105", "1")]),
      "1h",
    );
    expect(value.bars.map(([at]) => at)).toEqual([T14 - HOUR, T14]);
  });

  it("whose close lies outside of them are no bars", () => {
    expect(() => reduceOkxCandles(fine([bar(T14, "120", "1")]), "1h")).toThrow(failing("implausible"));
  });
});
