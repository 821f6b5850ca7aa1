import { expect, it } from "vitest";
import { perValue } from "@/lib/desks/per-value";

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
