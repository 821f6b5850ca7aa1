import * as z from "zod";
import { tell } from "../tell";
import { auditFrame, sampleRequest, sampleFrame } from "./audit.told";
import { securityReadinessEntry } from "./readiness";

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

const securityReadinessAnswer = z.object({
  ...auditFrame("security-readiness"),
  summary: readinessSummary.describe("The score in short: 100 × earned / judged."),
  scores: readinessScores,
  readiness: z.array(readinessRow).describe("Every check with its result."),
});
export type SecurityReadinessAnswer = z.input<typeof securityReadinessAnswer>;

export const securityReadinessTold = tell(securityReadinessEntry, {
  description:
    "Asks a site for what agents look for (robots.txt, sitemap, llms.txt, Markdown, OpenAPI, API catalog, MCP endpoint and card, agent card, skills, authorization metadata, security.txt) and scores what came, with a fix for each row. What doesn't apply is left out of the score. Only for sites that you may have scanned: send an allowlist and authorized: true.",
  output: securityReadinessAnswer,
  sample: {
    input: sampleRequest,
    output: {
      ...sampleFrame,
      kind: "security-readiness",
      requests: 21,
      summary: { score: 5, earned: 5, judged: 96 },
      scores: {
        openapi: { earned: 0, judged: 23 },
        discovery: { earned: 5, judged: 52 },
        mcp: { earned: 0, judged: 21 },
      },
      readiness: [
        {
          id: "openapi",
          title: "OpenAPI description",
          points: 15,
          earned: 0,
          verdict: "fail",
          asked: "GET /openapi.json, /openapi.yaml: OpenAPI 3 without defects",
          came: "The site answered 404.",
          fix: "Publish an OpenAPI 3.1 description at /openapi.json that a validator accepts.",
          documentation: "https://spec.openapis.org/oas/latest.html",
        },
      ],
    },
  },
});
