import * as z from "zod";
import { auditFrame } from "../audit/answer";

const line = (where: string) => z.string().describe(`The same ${where}.`);

/** What to set, by where it is set. */
export const headerLinesAnswer = z.object({
  header: z.string().nullable().describe("The header as it is sent; null where no header mends the row."),
  nginx: line("for nginx"),
  caddy: line("for Caddy"),
  vercel: line("for vercel.json"),
  next: line("for next.config"),
  cloudflare: line("for Cloudflare"),
  express: line("for Express"),
  note: z.string().nullable().describe("What to mind."),
});

/** One row of the header checklist. */
export const headerRow = z.object({
  id: z.string().describe("Which test."),
  title: z.string().describe("Its name for people."),
  result: z.string().describe("What it came to, for machines."),
  pass: z.boolean().nullable().describe("Null where nothing can be said."),
  scoreChange: z.int().describe("Points of the score; positive ones count only near the top."),
  reason: z.string().describe("What it came to, for people."),
  documentation: z.string().describe("Where to read about it."),
  fix: headerLinesAnswer
    .nullable()
    .describe("What to set where the test failed, else null; in a scan null below Executive depth."),
});

const advisory = z.object({
  id: z.string().describe("Which remark."),
  status: z.enum(["good", "improve", "not_applicable"]).describe("Whether there is anything to do."),
  detail: z.string().describe("What was seen."),
  documentation: z.string().describe("Where to read about it."),
});

export const securityHeadersAnswer = z.object({
  ...auditFrame("security-headers"),
  summary: z
    .object({
      grade: z.string().nullable().describe("A+ to F; null when the homepage is no page (404 and the like)."),
      score: z.int().nullable().describe("0 and up; bonuses can carry it above 100."),
      testsPassed: z.int().describe("Tests that passed."),
      testsFailed: z.int().describe("Tests that failed."),
      algorithm: z.string().describe("The rules that the grade follows."),
    })
    .describe("The grade in short."),
  headers: z.array(headerRow).describe("Every test with its result."),
  advisories: z.array(advisory).describe("Remarks that change no score."),
});
export type SecurityHeadersAnswer = z.input<typeof securityHeadersAnswer>;
