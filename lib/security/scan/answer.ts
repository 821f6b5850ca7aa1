import * as z from "zod";
import { auditFrame } from "../audit/answer";
import { DEPTHS } from "../audit/vocabulary";
import { headerRow } from "../headers/answer";
import { readinessSummary, readinessScores, readinessRow } from "../readiness/answer";

const finding = z.object({
  severity: z.enum(["info", "low", "medium", "high"]).describe("How much it matters."),
  title: z.string().describe("What it is."),
  detail: z
    .string()
    .nullable()
    .describe("What was seen, never a secret's value; null below Executive depth."),
  remediation: z.string().nullable().describe("What to do; null below Executive depth."),
});

const pathProbe = z.object({
  id: z.string().describe("Which probe."),
  path: z.string().describe("What was asked for."),
  status: z
    .enum(["exposed", "present", "absent", "blocked", "catch_all", "inconclusive"])
    .describe("What it came to; catch_all: the site answers so to any path."),
  observed: z.string().describe("What came, in words of our own."),
});

const readiness = readinessSummary.extend({
  scores: readinessScores,
  checks: z
    .array(readinessRow)
    .nullable()
    .describe("Every check with its result; null below Executive depth."),
});

const count = (severity: string) => z.int().min(0).describe(`Findings of severity ${severity}.`);

const counts = z.object({
  info: count("info"),
  low: count("low"),
  medium: count("medium"),
  high: count("high"),
});

const surface = z.object({
  severityCounts: counts.describe("How many findings of each severity."),
  categoryCounts: z
    .object({
      transport: counts.describe("Redirection to https, HSTS, mixed content."),
      cookies: counts.describe("Flags of cookies."),
      cors: counts.describe("What other origins may read."),
      headers: counts.describe("Security headers of the page."),
      exposedFiles: counts.describe("Files and lists that should not be public."),
      disclosure: counts.describe(
        "What the site tells of itself: versions, debug pages, descriptions, contacts.",
      ),
    })
    .describe("The same by what the findings are about; svc-security-headers has the first four row by row."),
  findings: z.array(finding).describe("The findings themselves, worst first; empty at guest depth."),
  probes: z
    .object({
      asked: z.int().describe("Probes that were made."),
      inconclusive: z.int().describe("Of these, those of which nothing can be said."),
    })
    .describe("How much of the surface could be judged."),
  paths: z
    .array(pathProbe)
    .nullable()
    .describe("Every probe with what came of it; null below Executive depth."),
});

export const securityScanAnswer = z.object({
  ...auditFrame("security-scan"),
  summary: z
    .object({
      overallGrade: z
        .string()
        .nullable()
        .describe(
          "The grade of the headers, A+ to F, but no better than F with a finding of severity high and C with one of medium; null where the homepage is no page.",
        ),
      surfaceGrade: z
        .enum(["minimal", "clear", "moderate", "watch", "elevated"])
        .describe("By the worst finding: none, info, low, medium, high."),
      surfaceFindings: z.int().min(0).describe("How many findings there are."),
    })
    .describe("The scan in short."),
  readiness: readiness.nullable().describe("Readiness for agents; null at guest depth."),
  headers: z.array(headerRow).nullable().describe("The header checklist; null at guest depth."),
  breakdown: z.object({ surface }).describe("The findings, as deep as the tier goes."),
  deskModules: z
    .array(
      z.object({
        id: z.string().describe("Which part of a report."),
        title: z.string().describe("Its name for people."),
        tier: z.enum(DEPTHS).describe("The tier that it belongs to."),
        status: z.enum(["live", "soon"]).describe("Whether it can be had at present."),
      }),
    )
    .describe("The parts of a report and the tiers that they belong to."),
  deskPhases: z
    .array(
      z.object({
        id: z.string().describe("Which step."),
        title: z.string().describe("What it did."),
        status: z.enum(["done", "partial", "skipped"]).describe("How it went."),
      }),
    )
    .describe("The steps of this scan, in order."),
});
export type SecurityScanAnswer = z.input<typeof securityScanAnswer>;
