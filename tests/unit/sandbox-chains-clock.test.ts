import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChainClock, SLOT_MS, type Commitment } from "@/sandbox/chains/solana/clock";

const START = Date.UTC(2026, 6, 1);
const clockAt = (changes: Partial<ConstructorParameters<typeof ChainClock>[0]> = {}) =>
  new ChainClock({ confirmMs: 800, finalizeMs: 12_800, blockhashSlots: 150, now: () => START, ...changes });

describe("the Solana chain's clock", () => {
  it("passes a slot every 400 ms, and has the time of each", () => {
    const clock = clockAt();
    const first = clock.slot("processed");
    clock.advance(10 * SLOT_MS);
    expect(clock.slot("processed") - first).toBe(10n);
    expect(clock.secondsOf(first + 10n) - clock.secondsOf(first)).toBe(4);
    expect(clock.secondsOf(first)).toBe(START / 1_000);
  });

  it("sees less of the chain at each safer commitment", () => {
    const clock = clockAt();
    expect(clock.slot("processed") - clock.slot("confirmed")).toBe(2n);
    expect(clock.slot("processed") - clock.slot("finalized")).toBe(32n);
  });

  it("gives the height another number than the slot, so that mixing them up shows", () => {
    const clock = clockAt();
    expect(clock.heightOf(clock.slot("processed"))).toBeLessThan(clock.slot("processed") - 1_000_000n);
  });

  it("keeps a blockhash alive through its last valid height and not one block longer", () => {
    const clock = clockAt({ blockhashSlots: 40, finalizeMs: 0 });
    const { blockhash, lastValidBlockHeight } = clock.latestBlockhash("processed");
    clock.advance(40 * SLOT_MS);
    expect(clock.heightOf(clock.slot("processed"))).toBe(lastValidBlockHeight);
    expect(clock.isLive(blockhash, "processed")).toBe(true);
    clock.advance(SLOT_MS);
    expect(clock.isLive(blockhash, "processed")).toBe(false);
  });

  it("does not know a new blockhash at a commitment that has not seen it yet", () => {
    const clock = clockAt();
    const { blockhash } = clock.latestBlockhash("processed");
    expect(clock.isLive(blockhash, "processed")).toBe(true);
    expect(clock.isLive(blockhash, "finalized")).toBe(false);
    clock.advance(12_800);
    expect(clock.isLive(blockhash, "finalized")).toBe(true);
  });

  it("knows no blockhash that it did not give out", () => {
    const [one, other] = [clockAt(), clockAt()];
    expect(one.isLive(other.latestBlockhash("processed").blockhash, "processed")).toBe(false);
  });

  it("gives the same blockhash within a slot and another one in each other slot", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 30 }), (steps) => {
        const clock = clockAt();
        const bySlot = new Map<bigint, string>();
        for (const ms of steps) {
          clock.advance(ms);
          const { blockhash } = clock.latestBlockhash("processed");
          const slot = clock.slot("processed");
          expect(bySlot.get(slot) ?? blockhash).toBe(blockhash);
          bySlot.set(slot, blockhash);
          expect(clock.isLive(blockhash, "processed")).toBe(true);
        }
        expect(new Set(bySlot.values()).size).toBe(bySlot.size);
      }),
    );
  });

  it("lets what landed become confirmed and then final, never the other way", () => {
    const clock = clockAt();
    const landed = clock.nowMs();
    const seen: Commitment[] = [];
    for (const ms of [0, 799, 1, 11_999, 1, 60_000]) {
      clock.advance(ms);
      seen.push(clock.reached(landed));
    }
    expect(seen).toEqual(["processed", "processed", "confirmed", "confirmed", "finalized", "finalized"]);
  });

  it("refuses a window in which every finalized blockhash would already be dead", () => {
    expect(() => clockAt({ blockhashSlots: 32 })).toThrow(RangeError);
    expect(() => clockAt({ blockhashSlots: 33 })).not.toThrow();
  });
});
