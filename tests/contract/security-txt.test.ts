import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Issue, parseSecurityTxt } from "@/lib/security/security-txt";

const CASES = path.resolve(import.meta.dirname, "../../../shared/cases/security-txt.json");
const present = existsSync(CASES);

const codes = z.array(z.string());
const row = z.object({
  test: z.string(),
  content: z.string(),
  errors: codes,
  recommendations: codes,
  notifications: codes,
  valid: z.boolean(),
});
const file = z.object({ meta: z.object({ now: z.string() }), cases: z.array(row) });
type Row = z.infer<typeof row>;

const { meta, cases } = present
  ? file.parse(JSON.parse(readFileSync(CASES, "utf8")))
  : { meta: { now: "" }, cases: [] };

// one row's file was read from the recorder's disk, and one repeats another's input with the opposite output
const repeats = cases.findLast(({ test }) => test === "test_unknown_fields");
const rows = cases.filter((one) => one.test !== "test_local_file" && one !== repeats);

const found = (issues: readonly Issue[]): string[] => issues.map(({ code }) => code).sort();

function ours({ content }: Row): unknown {
  const read = parseSecurityTxt(content, Date.parse(meta.now));
  return {
    valid: read.valid,
    errors: found(read.errors),
    recommendations: found(read.recommendations),
    notifications: found(read.notifications),
  };
}
const theirs = (one: Row): unknown => ({
  valid: one.valid,
  errors: [...one.errors].sort(),
  recommendations: [...one.recommendations].sort(),
  notifications: [...one.notifications].sort(),
});

const matching = rows.filter((one) => JSON.stringify(ours(one)) === JSON.stringify(theirs(one))).length;

describe.skipIf(!present)("security.txt is read as internet.nl reads it (needs ../shared/cases)", () => {
  it(`${matching} of ${rows.length} rows match`, () => {
    expect(rows.length).toBe(cases.length - 2);
  });

  it.each(rows.map((one) => [one.test, one.content, one] as const))("%s: %j", (_test, _content, one) => {
    expect(ours(one)).toEqual(theirs(one));
  });
});
