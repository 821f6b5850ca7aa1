import { expect, it } from "vitest";
import { perKeys, perReadings, perValue } from "@/lib/desks/per-value";
import { coindesk, decrypt } from "@/lib/sources/feeds";
import { readingOf } from "../fixtures/readings";

it("a value is computed once for the same company, and anew for another object or another company", () => {
  let runs = 0;
  const sum = perValue(({ of }: { of: readonly number[] }, plus: number, also: object | null) => {
    runs++;
    return of.reduce((total, one) => total + one, plus) + (also === null ? 0 : 100);
  });
  const value = { of: [1, 2] };
  const company = {};
  expect([sum(value, 1, company), sum(value, 1, company)]).toEqual([104, 104]);
  expect(runs).toBe(1);
  expect(sum({ of: [1, 2] }, 1, company)).toBe(104);
  expect(sum(value, 2, company)).toBe(105);
  expect(sum(value, 2, null)).toBe(5);
  expect(sum(value, 2, {})).toBe(105);
  expect(runs).toBe(5);
});

it("what depends on several things is computed once for the same ones, and as many results are kept as asked for", () => {
  const runs: string[] = [];
  const join = perKeys(
    (words: readonly string[]) => words,
    2,
    (words) => {
      runs.push(words.join());
      return words.join("");
    },
  );
  expect([join(["a"]), join(["a", "b"]), join(["a"]), join(["a", "b"])]).toEqual(["a", "ab", "a", "ab"]);
  expect(runs).toEqual(["a", "a,b"]);
  expect([join(["c"]), join(["a", "b"]), join(["a"])]).toEqual(["c", "ab", "a"]);
  expect(runs).toEqual(["a", "a,b", "c", "a"]);
});

it("of readings only what they hold counts, not when they were read", () => {
  let runs = 0;
  const count = perReadings((feeds) => {
    runs++;
    return feeds.length;
  });
  const value = { items: [] };
  const [early, late] = [new Date("2026-10-07T14:00:00Z"), new Date("2026-10-07T14:05:00Z")];
  count([readingOf(coindesk, value, early, early)]);
  count([readingOf(coindesk, value, early, late)]);
  expect(runs).toBe(1);
  count([readingOf(coindesk, { items: [] }, early, late)]);
  count([readingOf(decrypt, value, early, late)]);
  count([readingOf(decrypt, value, early, late), readingOf(coindesk, value, early, late)]);
  expect(runs).toBe(4);
});
