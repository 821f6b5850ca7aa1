import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedViews, type CreatorView } from "@/lib/desks/creator-views";
import { COMPONENT_WEIGHTS, COMPONENTS } from "@/lib/catalog/intel/signals";
import { creatorsComponent, fearGreedComponent, yieldsComponent } from "@/lib/desks/verdict/components";
import { decide } from "@/lib/desks/verdict/decide";
import { evidence } from "../fixtures/verdict";

/** All known components at one value: S is that value, A is 1. */
const all = (value: number) => ({ tape: value, positioning: value, fearGreed: value, yields: value });

describe("the verdict's rules", () => {
  it.each([
    ["watch", {}],
    ["watch", { components: all(0.19) }],
    ["follow", { components: all(0.2) }],
    ["follow", { components: all(0.34) }],
    ["snipe", { components: all(0.35) }],
    ["snipe", { components: all(0.35), crowding: 0.69 }],
    ["follow", { components: all(0.35), crowding: 0.7 }],
    ["follow", { components: all(0.35), eventRisk: 0.8 }],
    ["snipe", { components: all(0.35), eventRisk: 0.5 }],
    ["watch", { components: all(-0.24) }],
    ["avoid", { components: all(-0.25) }],
    ["avoid", { components: all(-0.9), crowding: 1 }],
    ["rebalance", { components: all(-0.9), fundingZ: 2.5 }],
    ["rebalance", { components: all(0.9), fundingZ: -2.5 }],
    ["snipe", { components: all(0.9), fundingZ: 2.49 }],
    ["rebalance", { components: { tape: 0.4, positioning: -0.1 }, crowding: 0.7 }],
    ["watch", { components: { tape: 0.1, positioning: 0.1 }, crowding: 0.7 }],
    ["rebalance", { components: { tape: 0.1, positioning: 0 }, crowding: 0.7 }],
    ["watch", { components: { tape: 0.4, positioning: -0.1 }, crowding: 0.69 }],
    // strong, but two components pull the other way: A = 0.27 ÷ 0.67 is under 0.6
    ["follow", { components: { tape: 1, positioning: 0.4, fearGreed: -1, yields: -1, creators: 0 } }],
  ] as const)("%s: %j", (signal, given) => {
    expect(decide(evidence(given)).signal).toBe(signal);
  });

  it("compare what floats make of 0.35 + 0.3 + 0.1 + 0.1 as 0.85", () => {
    expect(decide(evidence({})).known).toBe(0.85);
    const { confidence } = decide(evidence({ components: all(0.5), proven: new Set(["snipe"]) }));
    expect(confidence).toBe("high");
  });

  it("give no score below 0.6 of the weights", () => {
    const { score, known } = decide(evidence({ components: { tape: null } }));
    expect(known).toBe(0.5);
    expect(score).toBeNull();
    expect(decide(evidence({ components: { fearGreed: null, yields: null } })).score).toBe(0);
  });

  it("hold high confidence back until the signal's record shows skill", () => {
    const given = { components: all(0.6) };
    expect(decide(evidence(given))).toMatchObject({ signal: "snipe", confidence: "medium", capped: true });
    const proven = evidence({ ...given, proven: new Set(["avoid", "snipe"]) });
    expect(decide(proven)).toMatchObject({ confidence: "high", capped: false });
    const other = evidence({ ...given, proven: new Set(["avoid"]) });
    expect(decide(other)).toMatchObject({ confidence: "medium", capped: true });
  });

  it("make less confident what is risky, thin or disputed", () => {
    const proven = new Set(["snipe", "follow", "avoid"] as const);
    const of = (given: Parameters<typeof evidence>[0]) => decide(evidence({ proven, ...given })).confidence;
    expect(of({ components: all(-0.6), crowding: 0.49 })).toBe("high");
    expect(of({ components: all(-0.6), crowding: 0.5 })).toBe("medium");
    expect(of({ components: { ...all(-0.6), yields: null } })).toBe("medium");
    expect(of({ components: { ...all(-0.6), yields: null, fearGreed: null } })).toBe("low");
    expect(of({ components: { ...all(-0.6), tape: 0.6 } })).toBe("low");
  });
});

describe("whatever the components are", () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true });
  const maybe = fc.option(unit, { nil: null, freq: 5 });
  const anything = fc.record({
    components: fc.record({
      tape: maybe,
      positioning: maybe,
      creators: maybe,
      fearGreed: maybe,
      yields: maybe,
    }),
    crowding: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    fundingZ: fc.option(fc.double({ min: -9, max: 9, noNaN: true }), { nil: null }),
    eventRisk: fc.constantFrom(null, 0, 0.5, 0.8),
    proven: fc.constant(new Set<never>()),
  });

  it("the parts add up to S, S lies within the components, and A and R within 0 and 1", () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { score, why, agreement, risk, known } = decide(given);
        const values = COMPONENTS.map((name) => given.components[name]).filter((value) => value !== null);
        expect(known).toBeCloseTo(
          COMPONENTS.reduce(
            (sum, name) => sum + (given.components[name] === null ? 0 : COMPONENT_WEIGHTS[name]),
            0,
          ),
          6,
        );
        expect(score === null).toBe(known < 0.6);
        if (score !== null) {
          expect(why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 4);
          expect(score).toBeGreaterThanOrEqual(Math.min(...values) - 3e-4);
          expect(score).toBeLessThanOrEqual(Math.max(...values) + 3e-4);
        }
        if (agreement !== null) expect(agreement).toBeGreaterThanOrEqual(0);
        expect(agreement ?? 0).toBeLessThanOrEqual(1);
        expect(risk).toBeGreaterThanOrEqual(0);
        expect(risk).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("no signal is high while its record proves nothing", () => {
    fc.assert(fc.property(anything, (given) => decide(given).confidence !== "high"));
  });

  it("the same gives the same", () => {
    fc.assert(
      fc.property(anything, (given) => {
        expect(decide(given)).toEqual(decide(structuredClone(given)));
      }),
    );
  });
});

describe("the components", () => {
  it("take fear and greed the other way round, and clip it", () => {
    expect([null, 50, 85, 15, 100, 0].map(fearGreedComponent)).toEqual([null, 0, -1, 1, -1, 1]);
  });

  it("count what stable pools pay beyond bill and two points", () => {
    expect(yieldsComponent(9, 4)).toBe(0.5);
    expect(yieldsComponent(40, 4)).toBe(1);
    expect(yieldsComponent(null, 4)).toBeNull();
    expect(yieldsComponent(9, null)).toBeNull();
  });

  const now = new Date("2026-10-07T12:00:00Z");
  const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const view = (over: Partial<CreatorView>): CreatorView => ({
    ...{ id: "sig_1", creator: "a", stance: 1, publishedAt: hoursAgo(1), hits: 0, scored: 0 },
    ...{ asset: "BTC", proof: "payment", newcomer: false },
    ...over,
  });

  it("count a creator's newest view of three days, and none from the future", () => {
    const counted = countedViews(
      [
        view({ id: "old", publishedAt: hoursAgo(73), creator: "b" }),
        view({ id: "ahead", publishedAt: hoursAgo(-1), creator: "c" }),
        view({ id: "earlier", publishedAt: hoursAgo(5) }),
        view({ id: "newest", publishedAt: hoursAgo(2) }),
        view({ id: "other", publishedAt: hoursAgo(72), creator: "d" }),
        view({ id: "ether", creator: "e", asset: "ETH" }),
      ],
      "BTC",
      now,
    );
    expect(counted.map(({ id }) => id)).toEqual(["newest", "other"]);
  });

  it("weigh views by age and by the creator's record", () => {
    expect(creatorsComponent([], now)).toBeNull();
    expect(creatorsComponent([view({ stance: -1 })], now)).toBe(-1);
    const good = view({ hits: 8, scored: 8, publishedAt: hoursAgo(0) });
    const bad = view({ creator: "b", stance: -1, hits: 0, scored: 8, publishedAt: hoursAgo(0) });
    expect(creatorsComponent([good, bad], now)).toBeCloseTo(0.8, 10); // (9/10 − 1/10) ÷ (9/10 + 1/10)
    const aged = { ...bad, hits: 8, publishedAt: hoursAgo(12) };
    expect(creatorsComponent([good, aged], now)).toBeCloseTo((1 - 1 / Math.E) / (1 + 1 / Math.E), 10);
  });
});
