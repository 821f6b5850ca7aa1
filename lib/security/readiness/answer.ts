import * as z from "zod";
import { auditFrame } from "../audit/answer";
import { headerLinesAnswer } from "../headers/answer";

/** One row of the readiness table. */
export const readinessRow = z.object({
  id: z.string().describe("Which check."),
  title: z.string().describe("Its name for people."),
  points: z.int().describe("What it is worth."),
  earned: z.int().describe("What the site earned."),
  verdict: z.enum(["pass", "fail", "not_applicable", "inconclusive"]).describe("What it came to."),
  asked: z.string().describe("What was asked of the site."),
  came: z.string().describe("What came."),
  fix: z.string().nullable().describe("How to pass it; null where there is nothing to fix."),
  headerLines: headerLinesAnswer
    .nullable()
    .describe("The line to set where a header is what is missing, by where it is set; else null."),
  documentation: z.string().describe("Where to read about it."),
});

const part = (what: string) =>
  z
    .object({
      earned: z.int().describe("Points earned."),
      judged: z.int().describe("Points that could be judged."),
    })
    .describe(what);

export const readinessSummary = z.object({
  score: z.int().min(0).max(100).nullable().describe("Null where less than half could be judged."),
  earned: z.int().describe("Points earned."),
  judged: z.int().describe("Points that could be judged."),
});

export const readinessScores = z
  .object({
    openapi: part("Descriptions of its API."),
    discovery: part("Files and links that lead agents."),
    mcp: part("MCP endpoint and card."),
  })
  .describe("The score by part.");

export const securityReadinessAnswer = z.object({
  ...auditFrame("security-readiness"),
  summary: readinessSummary.describe("The score in short: 100 × earned / judged."),
  scores: readinessScores,
  readiness: z.array(readinessRow).describe("Every check with its result."),
});
export type SecurityReadinessAnswer = z.input<typeof securityReadinessAnswer>;
