import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { priceOf } from "@/lib/catalog/define";
import { published } from "@/lib/catalog/published";

const SPECIFICATION = path.resolve(import.meta.dirname, "../../../shared/spec.md");
const present = existsSync(SPECIFICATION);

/** A row of the price table: a path, the ends of further ones (`-wire`), the method, dollars and what else is said. */
const ROW = /^\| (\/api\/[\w/-]+)((?:, -[\w-]+)*) \| (?:GET|POST) \| (\d+\.\d+)/gm;

/** Dollars of every route that the specification's price table names. */
function specified(): Map<string, number> {
  const table = readFileSync(SPECIFICATION, "utf8");
  return new Map(
    [...table.matchAll(ROW)].flatMap(([, first = "", others = "", dollars]) => {
      const family = /^\/api\/svc-[a-z]+/.exec(first)?.[0] ?? "";
      const paths = [
        first,
        ...others
          .split(", ")
          .filter(Boolean)
          .map((end) => family + end),
      ];
      return paths.map((one) => [one, Number(dollars)] as const);
    }),
  );
}

describe.skipIf(!present)("prices are the specification's (needs ../shared/spec.md)", () => {
  const prices = present ? specified() : new Map<string, number>();

  it("of which there are those of two dozen routes", () => {
    expect(prices.size).toBe(23);
    expect(prices.get("/api/svc-intel-whales")).toBe(0.02);
    expect(prices.get("/api/svc-security-headers")).toBe(0.02);
  });

  it.each(published.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))("%s", (_, entry) => {
    expect(priceOf(entry) / 1e6).toBe(prices.get(entry.path) ?? 0);
  });
});
