import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Issue, parseSecurityTxt } from "@/lib/security/security-txt";

const OWN = path.resolve(import.meta.dirname, "../fixtures/cases/security-txt.json");
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
type File = z.infer<typeof file>;
type Row = z.infer<typeof row>;

const read = (name: string): File => file.parse(JSON.parse(readFileSync(name, "utf8")));
const found = (issues: readonly Issue[]): string[] => issues.map(({ code }) => code).sort();

function ours({ content }: Row, now: string): unknown {
  const reported = parseSecurityTxt(content, Date.parse(now));
  return {
    valid: reported.valid,
    errors: found(reported.errors),
    recommendations: found(reported.recommendations),
    notifications: found(reported.notifications),
  };
}
const theirs = (one: Row): unknown => ({
  valid: one.valid,
  errors: [...one.errors].sort(),
  recommendations: [...one.recommendations].sort(),
  notifications: [...one.notifications].sort(),
});

/** Each row by itself, and how many there are: a row that is gone is a row that no longer matches. */
function agree(rows: readonly Row[], now: string, count: number): void {
  it(`in each of ${count} rows`, () => {
    const differ = rows.filter((one) => JSON.stringify(ours(one, now)) !== JSON.stringify(theirs(one)));
    expect(differ).toEqual([]);
    expect(rows).toHaveLength(count);
  });

  it.each(rows.map((one) => [one.test, one.content, one] as const))("%s: %j", (_test, _content, one) => {
    expect(ours(one, now)).toEqual(theirs(one));
  });
}

describe("security.txt is read as RFC 9116 and internet.nl's codes have it", () => {
  const { meta, cases } = read(OWN);
  agree(cases, meta.now, 14);
});

describe.skipIf(!present)("security.txt is read as internet.nl read it (needs ../shared/cases)", () => {
  const { meta, cases } = present ? read(CASES) : { meta: { now: "" }, cases: [] };
  // one row's file was read from the recorder's disk, and one repeats another's input with the opposite output
  const repeats = cases.findLast(({ test }) => test === "test_unknown_fields");
  const rows = cases.filter((one) => one.test !== "test_local_file" && one !== repeats);
  agree(rows, meta.now, 28);

  it("of which 2 more are left out, as their text can't distinguish them", () => {
    expect(cases.length - rows.length).toBe(2);
  });
});
