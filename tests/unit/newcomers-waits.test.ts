import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { turns } from "@/lib/payments/facilitators/turns";
import { slotWaits } from "@/lib/payments/slot-wait";
import { noteTime, usualMs } from "@/lib/payments/usual-time";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Which of these questions were let through within a moment, by network. */
async function takenOf(
  questions: readonly Promise<boolean>[],
  networks: readonly string[],
): Promise<string[]> {
  const taken = Promise.all(questions);
  await vi.advanceTimersByTimeAsync(4_000);
  const isTaken = await taken;
  return networks.filter((_, at) => isTaken[at]);
}

describe("a rate that networks share", () => {
  it("gives a network that has had no turn the next one, whatever others wait", async () => {
    const { take } = turns(() => 60);
    for (let at = 0; at < 10; at += 1) expect(await take("crowd")).toBe(true);
    const networks = [...Array<string>(50).fill("crowd"), "newcomer"];
    const taken = await takenOf(networks.map(take), networks);
    expect(taken).toContain("newcomer");
    expect(taken).toHaveLength(3);
  });

  it("lets as many through a minute as it says, once a burst is used up", async () => {
    const { take } = turns(() => 120);
    let taken = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let at = 0; at < 10; at += 1) void take("crowd").then((is) => (taken += Number(is)));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(taken).toBeGreaterThan(120);
    expect(taken).toBeLessThanOrEqual(120 + 20 + 1);
  });
});

describe("a route's usual time", () => {
  it("is one second before its first call, and never more than ten", () => {
    expect(usualMs("/none")).toBe(1_000);
    noteTime("/slow", 60_000);
    expect(usualMs("/slow")).toBe(10_000);
  });

  it("is that of nine in ten of its last hundred calls", () => {
    for (let at = 0; at < 50; at += 1) noteTime("/usual", 9_000);
    for (let at = 1; at <= 100; at += 1) noteTime("/usual", at * 50);
    expect(usualMs("/usual")).toBe(4_500);
  });
});

describe("a call without a slot", () => {
  it("waits a moment twice, and no more than a payer's slots wait at once", async () => {
    const wait = slotWaits("payer", 1);
    const first = wait();
    expect(await slotWaits("payer", 1)()).toBe(false);
    await vi.advanceTimersByTimeAsync(250);
    expect(await first).toBe(true);
    const second = wait();
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe(true);
    expect(await wait()).toBe(false);
  });
});
