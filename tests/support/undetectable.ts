import type { Op } from "./lies";

/**
 * Lies that a source by itself cannot notice, each with its reason; what is noticed by the desk that compares it with another source
 * stands here too. One that is noticed after all fails the test.
 */
export const UNDETECTABLE: readonly {
  source: string;
  path: string;
  ops: readonly Op[];
  reason: string;
}[] = [
  {
    source: "yahoo.spx",
    path: "/chart/result/0/meta/gmtoffset",
    ops: ["x1000", "x100"],
    reason: "another date for the closes leaves nothing to compare",
  },
  {
    source: "yahoo.spx",
    path: "/chart/result/0/timestamp/first",
    ops: ["x1000", "x100", "zero", "neg"],
    reason: "a close under another date is compared with nothing",
  },
  {
    source: "yahoo.spx",
    path: "/chart/result/0/timestamp/middle",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close under another date is compared with nothing",
  },
  {
    source: "yahoo.spx",
    path: "/chart/result/0/indicators/quote/0/close/first",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close of an earlier session is compared with FRED's at the desk",
  },
  {
    source: "yahoo.spx",
    path: "/chart/result/0/indicators/quote/0/close/middle",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close of an earlier session is compared with FRED's at the desk",
  },
  {
    source: "yahoo.vix",
    path: "/chart/result/0/meta/gmtoffset",
    ops: ["x1000", "x100"],
    reason: "another date for the closes leaves nothing to compare",
  },
  {
    source: "yahoo.vix",
    path: "/chart/result/0/timestamp/first",
    ops: ["x1000", "x100", "zero", "neg"],
    reason: "a close under another date is compared with nothing",
  },
  {
    source: "yahoo.vix",
    path: "/chart/result/0/timestamp/middle",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close under another date is compared with nothing",
  },
  {
    source: "yahoo.vix",
    path: "/chart/result/0/indicators/quote/0/close/first",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close of an earlier session is compared with FRED's at the desk",
  },
  {
    source: "yahoo.vix",
    path: "/chart/result/0/indicators/quote/0/close/middle",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a close of an earlier session is compared with FRED's at the desk",
  },
  {
    source: "hyperliquid.perps",
    path: "/1/first/funding",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "an hour's rate within its cap, on the one venue that is asked last",
  },
  {
    source: "okx.candles-5m.BTC",
    path: "/data/middle/last",
    ops: ["zero"],
    reason: "a flag or a closing time of an old bar, no figure",
  },
  {
    source: "okx.candles-5m.BTC",
    path: "/data/last/last",
    ops: ["zero"],
    reason: "a flag or a closing time of an old bar, no figure",
  },
  {
    source: "binance.candles-1h.BTC",
    path: "/first/middle",
    ops: ["x1000", "x100"],
    reason: "a flag or a closing time of an old bar, no figure",
  },
  {
    source: "binance.candles-1h.BTC",
    path: "/middle/middle",
    ops: ["x1000", "x100"],
    reason: "a flag or a closing time of an old bar, no figure",
  },
  {
    source: "okx.funding.BTC",
    path: "/data/0/fundingRate",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a rate within its cap may be any; other venues are not asked",
  },
  {
    source: "okx.funding.BTC",
    path: "/data/0/nextFundingTime",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "the next payment's time; a rate whose period is over is not shown",
  },
  {
    source: "binance.funding.BTC",
    path: "/lastFundingRate",
    ops: ["x1000", "div1000", "x100", "zero", "neg"],
    reason: "a rate within its cap may be any; other venues are not asked",
  },
  {
    source: "binance.funding.BTC",
    path: "/nextFundingTime",
    ops: ["x1000", "x100"],
    reason: "the next payment's time; a rate whose period is over is not shown",
  },
  {
    source: "llama.chains",
    path: "/middle/tvl",
    ops: ["div1000", "zero"],
    reason: "a small chain within its bounds",
  },
  {
    source: "llama.chains",
    path: "/last/tvl",
    ops: ["x1000", "div1000", "x100", "zero"],
    reason: "a small chain within its bounds",
  },
];
