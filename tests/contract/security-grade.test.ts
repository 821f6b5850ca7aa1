import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { HEADER_TESTS } from "@/lib/security/grade/grade";
import { OWN_CASES } from "../fixtures/cases/observatory";
import { compared, observatoryFile, type ObservatoryCase } from "../support/observatory-cases";

const CASES = path.resolve(import.meta.dirname, "../../../shared/cases/observatory.json");
const present = existsSync(CASES);

const matches = (row: ObservatoryCase): boolean => {
  const { ours, expected } = compared(row);
  try {
    expect(ours).toEqual(expected);
    return true;
  } catch {
    return false; // the row's own test says how it differs
  }
};

/** Each row by itself, and how many there are: a row that is gone is a row that no longer matches. */
function agree(rows: readonly ObservatoryCase[], kind: string, count: number): void {
  it(`in each of ${count} rows ${kind}`, () => {
    expect(rows.filter((row) => !matches(row)).map(({ id }) => id)).toEqual([]);
    expect(rows).toHaveLength(count);
  });

  it.each(rows.map((row) => [row.id, row.title, row] as const))("%s: %s", (_id, _title, row) => {
    const { ours, expected } = compared(row);
    expect(ours).toEqual(expected);
  });
}

const ALONE = "on headers alone";
const MORE = "with markup, redirects, certificate or a foreign origin";

describe("the grade agrees with Observatory 6 by its published rules", () => {
  const alone = OWN_CASES.filter(({ needs }) => needs.length === 0);
  agree(alone, ALONE, 53);
  agree(
    OWN_CASES.filter((row) => !alone.includes(row)),
    MORE,
    22,
  );

  it("in rows about each of its tests", () => {
    const tests = OWN_CASES.flatMap((row) => (row.kind === "single-test" ? [row.test] : []));
    expect(new Set(tests)).toEqual(new Set(HEADER_TESTS.map(({ id }) => id)));
  });
});

describe.skipIf(!present)("the grade agrees with Observatory 6 as recorded (needs ../shared/cases)", () => {
  const recorded = present ? observatoryFile.parse(JSON.parse(readFileSync(CASES, "utf8"))).cases : [];
  // the rows that need the preload list were recorded with a list of five hosts, which is not in the file
  const cases = recorded.filter((row) => !row.needs.includes("hsts-preload-list"));
  const IN_MARKUP = ["obs-162-referrer-policy", "obs-163-referrer-policy"];
  const alone = cases.filter((row) => row.needs.length === 0 && !IN_MARKUP.includes(row.id));
  agree(alone, ALONE, 211);
  agree(
    cases.filter((row) => !alone.includes(row)),
    MORE,
    47,
  );

  it("of which 5 more are left out, as their preload list is not in the file", () => {
    expect(recorded.length - cases.length).toBe(5);
  });
});
