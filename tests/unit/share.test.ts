import { describe, expect, it } from "vitest";
import { isInShare } from "../support/share";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

describe("a share of a matrix's pairs", () => {
  const matrices = numbers(13).flatMap((of) => [3, 4, 12].map((columns) => [of + 1, columns] as const));
  const pairs = matrices.flatMap(([rows, columns]) =>
    numbers(4).map((seed) => {
      const chosen = (a: number, b: number, more = 0): boolean => isInShare(a, rows, b, seed + more);
      return { rows: numbers(rows), columns: numbers(columns), chosen };
    }),
  );

  it("has each of either sort", () => {
    for (const { rows, columns, chosen } of pairs) {
      expect(rows.filter((a) => !columns.some((b) => chosen(a, b)))).toEqual([]);
      expect(columns.filter((b) => !rows.some((a) => chosen(a, b)))).toEqual([]);
    }
  });

  it("is another for each of three seeds in a row, which together have all", () => {
    for (const { rows, columns, chosen } of pairs) {
      const times = rows.flatMap((a) =>
        columns.map((b) => [0, 1, 2].filter((more) => chosen(a, b, more)).length),
      );
      expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
      if (rows.length >= 3) expect(Math.max(...times)).toBe(1);
    }
  });
});
