import * as z from "zod";
import { priceOf, type RouteEntry } from "../catalog/define";
import { toUsd } from "../catalog/money";
import type { ChallengeTemplate } from "./challenge";
import { compactExample, compactSchema } from "./compact";

/** x402's `bazaar` extension: how the route is called and what it answers, as discovery crawlers index it. */
function bazaar(entry: RouteEntry): Record<string, unknown> {
  const body = compactSchema(z.toJSONSchema(entry.input, { io: "input" }));
  const example = compactSchema(z.toJSONSchema(entry.output, { io: "output" }));
  return {
    info: {
      input: { type: "http", method: entry.method, bodyType: "json", body: entry.sample.input },
      output: { type: "json", example: compactExample(entry.sample.output) },
    },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        input: {
          type: "object",
          properties: {
            type: { const: "http" },
            method: { const: entry.method },
            bodyType: { const: "json" },
            body,
          },
          required: ["type", "method", "bodyType", "body"],
        },
        output: { type: "object", properties: { type: { const: "json" }, example }, required: ["type"] },
      },
      required: ["input"],
    },
  };
}

/** What can be said of a paid route's 402 before any request. */
export function renderTemplate(entry: RouteEntry): ChallengeTemplate {
  const amount = priceOf(entry);
  return {
    path: entry.path,
    label: entry.label,
    amount,
    priceUsdc: toUsd(amount),
    description: entry.summary,
    bazaar: bazaar(entry),
  };
}
