import { priceOf } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { toUsd } from "@/lib/catalog/money";
import type { ChallengeTemplate } from "./challenge";
import { compactExample, compactSchema, MAX_DEPTH } from "./compact";

/** What facilitators, catalogs and readers of a 402 need not be asked to take more than, in bytes of JSON. */
const MAX_BAZAAR_BYTES = 1_400;

/**
 * How many levels of the answer's example and of its schema are shown: as much as there is room for, in this order.
 * An example says more in fewer bytes, so the schema goes first.
 */
const LEVELS: readonly (readonly [example: number, schema: number])[] = [
  [3, 3],
  [3, 2],
  [3, 1],
  [3, 0],
  [2, 0],
  [1, 0],
];

const size = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** The richest form of the extension that fits. Throws for a route that fits in none: its input is too large. */
function bazaar(entry: PublishedRoute): Record<string, unknown> {
  const fitting = LEVELS.map(([example, schema]) => bazaarOf(entry, example, schema)).find(
    (form) => size(form) <= MAX_BAZAAR_BYTES,
  );
  if (fitting === undefined)
    throw new Error(`${entry.path}: its challenge does not fit into its catalog entry`);
  return fitting;
}

/** x402's `bazaar` extension: how the route is called and what it answers, as discovery crawlers index it. */
function bazaarOf(
  entry: PublishedRoute,
  exampleLevels: number,
  schemaLevels: number,
): Record<string, unknown> {
  const body = compactSchema(entry.input.toJSONSchema({ io: "input" }));
  const output = entry.output.toJSONSchema({ io: "output" });
  const example = compactSchema(output, MAX_DEPTH - schemaLevels);
  return {
    info: {
      input: { type: "http", method: entry.method, bodyType: "json", body: entry.sample.input },
      output: { type: "json", example: compactExample(entry.sample.output, MAX_DEPTH - exampleLevels) },
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
export function renderTemplate(entry: PublishedRoute): ChallengeTemplate {
  const amount = priceOf(entry);
  return {
    path: entry.path,
    label: entry.label,
    amount,
    priceUsdc: toUsd(amount),
    description: entry.summary,
    bazaar: bazaar(entry),
    ...(entry.ifFailed !== undefined && { ifFailed: entry.ifFailed }),
  };
}
