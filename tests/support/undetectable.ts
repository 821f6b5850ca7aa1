import type { Op } from "./lies";

/** Lies that nothing can notice, each with its reason. One that is noticed after all fails the test. */
export const UNDETECTABLE: readonly {
  source: string;
  path: string;
  ops: readonly Op[];
  reason: string;
}[] = [
  {
    source: "binance.candles-1h.BTC",
    path: "",
    ops: ["cut-largest"],
    reason: "the oldest bar of 300, which no figure needs",
  },
  {
    source: "okx.open-interest.BTC",
    path: "/data",
    ops: ["cut-largest"],
    reason: "the oldest of 100 hours: 25 are used",
  },
  {
    source: "binance.funding-payments.BTC",
    path: "",
    ops: ["cut-largest"],
    reason: "the oldest of 90 payments, as when it is 30 days old",
  },
  {
    source: "llama.chains",
    path: "/middle/tvl",
    ops: ["zero"],
    reason: "a chain that is not shown, and holds next to nothing",
  },
  {
    source: "llama.chains",
    path: "/last/tvl",
    ops: ["zero"],
    reason: "a chain that is not shown, and holds next to nothing",
  },
];
