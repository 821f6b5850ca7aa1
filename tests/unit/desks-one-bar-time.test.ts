import { describe, expect, it } from "vitest";
import { oneBarTime } from "@/lib/desks/one-bar-time";
import { tapeOf, type TapeReadings } from "@/lib/desks/tape";
import type { Bar, Candles } from "@/lib/sources/candles";
import type { FundingRate } from "@/lib/sources/derivatives";
import { failed, readingOf } from "../fixtures/readings";

const CLOSE = Date.UTC(2026, 9, 7, 14);
const STEP = 300_000;
const NOW = new Date(CLOSE + 10_000);

/** OKX's five-minute bars of which the newest closed `behind` bars before the last full five minutes. */
function tape(behind: number): TapeReadings {
  const bars = Array.from({ length: 120 }, (_, i): Bar => {
    const close = 100 + i / 10;
    return [CLOSE - (behind + 120 - i) * STEP, close + 1, close - 1, close, 10];
  });
  const value: Candles = { bars, taker: null };
  const source = { id: "okx", provider: "OKX" };
  const candles = readingOf(source, value, new Date(CLOSE - behind * STEP), NOW);
  return { venue: "OKX", frames: [{ tf: "5m", candles, taker: null }], funding: failed<FundingRate>(source) };
}
const closes = (tapes: readonly (readonly TapeReadings[])[]) =>
  tapes.map((venues) =>
    venues.flatMap(({ frames }) => frames.map((frame) => tapeOf(frame, NOW).record.barCloseMs)),
  );

describe("the bars of several coins in one answer", () => {
  it("end at one time while only some of them have been published", () => {
    const before = CLOSE - STEP;
    expect(closes(oneBarTime([[tape(0)], [tape(1)]], NOW))).toEqual([[before], [before]]);
  });

  it("are left alone where all have the newest", () => {
    const all = [[tape(0)], [tape(0)]];
    expect(oneBarTime(all, NOW)).toEqual(all);
  });

  it("don't wait for one whose venue is behind by more than it needs to publish", () => {
    expect(closes(oneBarTime([[tape(0)], [tape(2)]], NOW))).toEqual([[CLOSE], [null]]);
  });
});
