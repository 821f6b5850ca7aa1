import { describe, expect, it } from "vitest";
import * as z from "zod";
import { published } from "@/lib/catalog/published";
import { isRecord } from "@/lib/is-record";

const INTEL = published.filter(({ label }) => /^(intel-|market$|trenches-research$)/.test(label));

/** What others write, by the names that such members have here. */
const STRANGERS = new Set(["name", "symbol", "title", "venue", "project"]);

/** Exchanges, by our own names for them. */
const OURS = /\.(?:supporting\.(?:tape|positioning)|onchain\.since)\.venue$/;

/** Of a JSON schema, the paths of free texts that strangers write and that are not said to be untrusted. */
function unmarked(schema: unknown, path = ""): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => unmarked(one, path));
  if (!isRecord(schema)) return [];
  const own = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    ...own.flatMap(([name, one]) => [
      ...(STRANGERS.has(name) && isFreeText(one) && !saysUntrusted(one) ? [`${path}.${name}`] : []),
      ...unmarked(one, `${path}.${name}`),
    ]),
    ...["items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"].flatMap((name) =>
      unmarked(schema[name], path),
    ),
  ];
}

const isFreeText = (schema: unknown): boolean =>
  isRecord(schema) &&
  ((schema.type === "string" && schema.enum === undefined && schema.const === undefined) ||
    (Array.isArray(schema.anyOf) && schema.anyOf.some(isFreeText)));
const saysUntrusted = (schema: unknown): boolean =>
  isRecord(schema) && typeof schema.description === "string" && /untrusted/i.test(schema.description);

describe("what strangers write is said to be untrusted", () => {
  it("in every intel answer", () => {
    expect(INTEL.length).toBeGreaterThan(15);
  });

  it.each(INTEL)("$label", ({ output }) => {
    const schema: unknown = z.toJSONSchema(output, { reused: "inline", unrepresentable: "any" });
    expect(unmarked(schema).filter((path) => !OURS.test(path))).toEqual([]);
  });
});
