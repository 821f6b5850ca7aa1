import { vwapDay } from "@/lib/desks/vwap";
import type { Question } from "../question/understand";
import type { DeskReads } from "../desks/read-desks";
import { clockMs, dollars, percent, plain, price, signed } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

type Taped = AnswerFrom<"scalp">["scalp"][number];
type Bar = Taped["tape"][number];

const bar = (
  symbol: string,
  { tf, close, rsi14, emaSpreadBps, vwapDistBps, atr14Pct, takerBuyPct, cvd20Usd, lean, barCloseMs }: Bar,
  now: Date,
): string =>
  close === null || barCloseMs === null
    ? `${symbol} ${tf}: no bar could be read.`
    : `${symbol} ${tf} (bar closed ${clockMs(barCloseMs, now)} at ${price(close)}): RSI ${plain(rsi14, 1)}, ` +
      `9 over 21 EMA ${signed(emaSpreadBps, 1)} bps, ${signed(vwapDistBps, 1)} bps from the VWAP of ${vwapDay(barCloseMs)} (UTC), ` +
      `takers bought ${percent(takerBuyPct, 1)} of the bar, net taker flow of 20 bars ${dollars(cvd20Usd)}, ATR ${percent(atr14Pct)}; leans ${lean ?? "unknown"}.`;

/** What an RSI says by its usual marks. */
const zone = (rsi: number | null): string =>
  rsi === null
    ? ""
    : rsi >= 70
      ? ", overbought by the usual mark of 70"
      : rsi <= 30
        ? ", oversold by the usual mark of 30"
        : ", between the usual marks of 30 and 70";

/** Why a tape of two paces has no side: neither has one, or they have not the same. */
const noSide = (tape: Taped["tape"]): string =>
  tape.every(({ lean }) => lean === "neutral")
    ? " (neither 5 nor 15 minutes has a side)"
    : " (5 and 15 minutes do not agree on a side)";

function lead({ symbol, bias, tape }: Taped): string {
  const quarter = tape.find(({ tf }) => tf === "15m");
  const known = quarter?.rsi14 ?? null;
  return (
    `${symbol}'s short tape leans ${bias ?? "nowhere that is known"}${bias === "neutral" ? noSide(tape) : ""}` +
    (known === null ? "." : `; 15-minute RSI is ${plain(known, 1)}${zone(known)}.`)
  );
}

export function tapeSection(reads: DeskReads, { assets }: Question, now: Date): Section | null {
  const all = answerOf(reads, "scalp")?.scalp ?? [];
  const named = all.filter(({ symbol }) => assets.includes(symbol));
  const taped = named.length === 0 ? all : named;
  const [first, ...more] = taped;
  if (first === undefined) return null;
  return {
    title: "Short tape (5 and 15 minutes)",
    lead: lead(first),
    points: [
      ...more.map(lead),
      ...taped.slice(0, 2).flatMap(({ symbol, tape }) => tape.map((one) => bar(symbol, one, now))),
    ],
    figures: taped.flatMap(({ symbol, tape }) =>
      tape.flatMap(({ tf, rsi14 }) =>
        rsi14 === null ? [] : [{ label: `${symbol} RSI ${tf}`, value: rsi14, shown: plain(rsi14, 1) }],
      ),
    ),
    gaps: ["The tape describes the last bars; it has shown no power to forecast."],
  };
}
