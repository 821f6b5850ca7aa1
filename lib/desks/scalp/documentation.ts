import { documentIntel } from "@/lib/catalog/intel/document";
import { scalpFields } from "./answer";
import { scalpEntry } from "./entry";

export const scalpDocumentation = documentIntel(scalpEntry, {
  description:
    "EMA, RSI, ATR, the UTC day's VWAP and the taker split of closed 5 and 15 minute bars of perpetual swaps, each " +
    "timeframe with a score whose parts add up. A bias stands only where both timeframes agree. A description of the " +
    "tape, not advice.",
  fields: scalpFields,
  sample: {
    summary: "BTC neutral (5m 0.12, 15m -0.04; OKX).",
    input: { symbols: ["BTC"] },
    read: [{ provider: "OKX", id: "okx.candles-5m.BTC", asOf: "2026-10-07T14:05:00.000Z", ageSec: 21 }],
    envelope: {
      method: "scalp/3",
      dataAsOf: "2026-10-07T14:00:00.000Z",
      notes: ["A description of the tape, not advice."],
    },
    fields: {
      scalp: [
        {
          symbol: "BTC",
          venue: "OKX",
          bias: "neutral",
          fundingPct: 0.0065,
          nextFundingMs: 1_791_388_800_000,
          tape: [
            {
              tf: "5m",
              barCloseMs: 1_791_381_900_000,
              close: 118_420.1,
              ret1Pct: 0.0538,
              rsi14: 60,
              ema9: 118_380,
              ema21: 118_310,
              emaSpreadBps: 5.92,
              vwapUtcDay: 118_300,
              vwapDistBps: 10.15,
              atr14Pct: 0.1182,
              takerBuyPct: 53,
              deltaQuoteUsd: 412_000,
              cvd20Usd: 3_461_000,
              score: 0.4273,
              why: [
                { factor: "trend", value: 0.4621, weight: 0.3, contribution: 0.1386 },
                { factor: "vwap", value: 0.5352, weight: 0.25, contribution: 0.1338 },
                { factor: "taker", value: 0.3, weight: 0.25, contribution: 0.075 },
                { factor: "rsi", value: 0.4, weight: 0.2, contribution: 0.08 },
              ],
              lean: "long",
              warm: true,
            },
          ],
        },
      ],
    },
  },
});
