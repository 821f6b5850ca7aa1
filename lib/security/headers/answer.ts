import * as z from "zod";
import { auditFrame } from "../audit/answer";

/** One row of the header checklist. */
export const headerRow = z.object({
  id: z.string().describe("Which test."),
  title: z.string().describe("Its name for people."),
  result: z.string().describe("What it came to, for machines."),
  pass: z.boolean().nullable().describe("Null where nothing can be said."),
  scoreChange: z.int().describe("Points of the score; positive ones count only near the top."),
  reason: z.string().describe("What it came to, for people."),
  documentation: z.string().describe("Where to read about it."),
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
