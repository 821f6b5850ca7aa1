import { describe, expect, it } from "vitest";
import { isAgreed, refereed, refereedIndex, unlessJumped } from "@/lib/desks/referee";
import type { Doubt } from "@/lib/sources/doubt";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";
import { failed, readingOf } from "../fixtures/readings";

const NOW = new Date("2026-10-07T14:00:00Z");
const JUMP: Doubt = {
  ...{ path: "price", rule: "continuity", scope: "field", got: 66_000 },
  want: "120000 in the last reading",
};
const from = (provider: string, price: number, over: Partial<Quote> & { agoSec?: number } = {}) => {
  const { agoSec = 0, ...more } = over;
  const at = new Date(NOW.getTime() - agoSec * 1_000);
  return readingOf<Quote>({ id: provider, provider }, { price, changePct: null, ...more }, at, NOW);
};
const jumped = (reading: Reading<Quote>): Reading<Quote> => ({ ...reading, doubts: [JUMP] });
const prices = (readings: readonly Reading<Quote>[]) => readings.map(({ value }) => value?.price ?? null);

describe("prices of one coin and one moment", () => {
  it("that agree are believed, whatever stands first", () => {
    const two = [from("Coinbase", 120_000), from("Kraken", 120_100)];
    expect(isAgreed(two)).toBe(true);
    expect(refereed("BTC", two)).toEqual(two);
  });

  it("lose the odd one out, first in the list or not, and it is named", () => {
    const [odd, right, third] = refereed("BTC", [
      from("Coinbase", 180_000),
      from("Kraken", 120_000),
      from("Yahoo Finance", 120_200),
    ]);
    expect(odd).toMatchObject({ status: "implausible", value: null });
    expect(odd?.detail).toBe(
      "gave 180000 for BTC: Kraken gave 120000, Yahoo Finance gave 120200; not believed",
    );
    expect(prices([right, third].filter((one) => one !== undefined))).toEqual([120_000, 120_200]);
  });

  it("that contradict each other without a third leave none", () => {
    expect(prices(refereed("BTC", [from("Coinbase", 180_000), from("Kraken", 120_000)]))).toEqual([
      null,
      null,
    ]);
    const three = [from("Coinbase", 180_000), from("Kraken", 120_000), from("Yahoo Finance", 12_000)];
    expect(prices(refereed("BTC", three))).toEqual([null, null, null]);
  });

  it("that fell together are believed at once, and the answer says who confirms it", () => {
    const [first] = refereed("BTC", [
      jumped(from("Coinbase", 66_000)),
      jumped(from("Kraken", 66_900)),
      failed({ id: "y", provider: "Yahoo Finance" }),
    ]);
    expect(first?.value?.price).toBe(66_000);
    expect(first?.doubts[0]?.settled).toBe("second");
    expect(first?.doubts[0]?.want).toMatch(/confirmed by Kraken$/);
  });

  it("of another moment say nothing of each other", () => {
    const apart = [from("Coinbase", 120_000), from("Kraken", 90_000, { agoSec: 3_600 })];
    expect(prices(refereed("BTC", apart))).toEqual([120_000, 90_000]);
  });

  it("that jumped alone are not believed", () => {
    expect(
      prices(refereed("BTC", [jumped(from("Coinbase", 66_000)), failed({ id: "k", provider: "Kraken" })])),
    ).toEqual([null, null]);
    expect(unlessJumped(jumped(from("Yahoo Finance", 66_000)), "DXY").status).toBe("implausible");
  });
});

describe("an index beside the closes of another source", () => {
  const closes = (last: number): Quote["closes"] => [
    ["2026-10-05", 6_700],
    ["2026-10-06", last],
  ];

  it("is believed, even after a large move, when both have the same closes", () => {
    const live = jumped(from("Yahoo Finance", 6_100, { closes: closes(6_741) }));
    const [one] = refereedIndex("SPX", live, from("FRED", 6_741, { closes: closes(6_741.15) }));
    expect(one.value?.price).toBe(6_100);
    expect(one.doubts).toMatchObject([{ settled: "second" }]);
  });

  it("is not believed, and neither is the other, when a close of one date differs", () => {
    const live = from("Yahoo Finance", 6_750, { closes: closes(6_741) });
    const both = refereedIndex("SPX", live, from("FRED", 6_641, { closes: closes(6_641) }));
    expect(both.map(({ status }) => status)).toEqual(["implausible", "implausible"]);
  });
});
