import * as z from "zod";
import { WARM_BARS } from "../bars";
import { scored } from "./score";

const nullable = (what: string) => z.number().nullable().describe(what);

/** One timeframe's tape, as of its newest closed bar. */
export const tapeRecord = z.object({
  tf: z.enum(["5m", "15m", "1h"]).describe("Length of a bar."),
  barCloseMs: z.int().nullable().describe("When the newest closed bar closed, ms since 1970."),
  close: nullable("Its close, US dollars (USDT)."),
  ret1Pct: nullable("Its return, percent."),
  rsi14: nullable("Wilder's RSI over 14 bars, 0 to 100."),
  ema9: nullable("Exponential average of 9 closes."),
  ema21: nullable("Exponential average of 21 closes."),
  emaSpreadBps: nullable("ema9 over ema21, basis points."),
  vwapUtcDay: nullable("Volume-weighted price of the bar's UTC day, from its 00:00 to the bar's close."),
  vwapDistBps: nullable("Close over VWAP, basis points."),
  atr14Pct: nullable("Wilder's ATR over 14 bars, percent of the close."),
  takerBuyPct: nullable("Share of the bar's taker volume that bought, percent."),
  deltaQuoteUsd: nullable("Taker buys minus taker sells in the bar, US dollars."),
  cvd20Usd: nullable("The same summed over 20 bars."),
  ...scored,
  lean: z
    .enum(["long", "short", "neutral"])
    .nullable()
    .describe("This timeframe alone, by its score: long from 0.25, short from −0.25."),
  warm: z.boolean().describe(`True with ${WARM_BARS} closed bars or more; without them there is no score.`),
});
export type TapeRecord = z.input<typeof tapeRecord>;
