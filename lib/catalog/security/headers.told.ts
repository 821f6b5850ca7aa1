import * as z from "zod";
import { tell } from "../tell";
import { auditFrame, sampleRequest, sampleFrame } from "./audit.told";
import { securityHeadersEntry } from "./headers";

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

const securityHeadersAnswer = z.object({
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

export const securityHeadersTold = tell(securityHeadersEntry, {
  description:
    "Asks a site's homepage three times (as a browser, from a foreign origin, over plain http), after its robots.txt, and judges its security headers, cookies, redirection and script integrity by the rules of the HTTP Observatory's algorithm version 6. Only for sites that you may have scanned: send an allowlist and authorized: true.",
  output: securityHeadersAnswer,
  sample: {
    input: sampleRequest,
    output: {
      ...sampleFrame,
      kind: "security-headers",
      requests: 4,
      summary: {
        grade: "B",
        score: 75,
        testsPassed: 9,
        testsFailed: 2,
        algorithm: "Observatory-compatible, algorithm version 6",
      },
      headers: [
        {
          id: "strict-transport-security",
          title: "Strict Transport Security",
          result: "hsts-not-implemented",
          pass: false,
          scoreChange: -20,
          reason: "The header is missing: a first visit over http can be intercepted.",
          documentation:
            "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security",
        },
      ],
      advisories: [],
    },
  },
});
