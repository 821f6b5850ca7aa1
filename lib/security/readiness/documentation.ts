import { documentRoute } from "@/lib/catalog/document";
import { sampleRequest, sampleFrame } from "../audit/documentation";
import { securityReadinessAnswer } from "./answer";
import { securityReadinessEntry } from "./entry";

export const securityReadinessDocumentation = documentRoute(securityReadinessEntry, {
  description:
    "Asks a site for what agents look for (robots.txt, sitemap, llms.txt, Markdown, OpenAPI, API catalog, MCP endpoint and card, agent card, skills, authorization metadata, security.txt) and scores what came, with a fix for each row. What doesn't apply is left out of the score. Only for sites that you may have scanned: send an allowlist and authorized: true. Where other scans of its network are under way, it waits for up to three seconds, then answers 503 `network_busy`, uncharged.",
  output: securityReadinessAnswer,
  sample: {
    input: sampleRequest,
    output: {
      ...sampleFrame,
      kind: securityReadinessEntry.label,
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
          headerLines: null,
          documentation: "https://spec.openapis.org/oas/latest.html",
        },
      ],
    },
  },
});
