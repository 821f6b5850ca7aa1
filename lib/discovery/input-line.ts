import * as z from "zod";
import type { PublishedRoute } from "../catalog/document";
import { isRecord } from "../is-record";
import { needsInWords } from "./needs";

/** How the lines below are to be read; it stands once in every document that has them. */
export const HOW_TO_READ =
  "In braces: the fields of the JSON body, of a GET those of its query. `?` may be left out; `a|b` is one of these; " +
  "`1..50` a whole number between; `[x]` a list of such; what has no type is text. After `e.g.`: a whole request, made up.";

const alternatives = (values: readonly unknown[]): string => values.map(String).join("|");

/** A field's type in a word; empty for text. */
function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return "any";
  const { type, enum: values, const: only, anyOf, items, minimum, maximum } = schema;
  if (Array.isArray(values)) return alternatives(values);
  if (only !== undefined) return String(only);
  if (Array.isArray(anyOf)) return alternatives(anyOf.map((one) => typeOf(one) || "text"));
  switch (type) {
    case "string":
      return "";
    case "boolean":
      return "true|false";
    case "integer": {
      const bounded = minimum !== undefined && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
      return bounded ? `${String(minimum)}..${String(maximum)}` : "integer";
    }
    case "array":
      return `[${typeOf(items) || "text"}]`;
    default:
      return type === undefined ? "any" : String(type);
  }
}

/** Whether what the value may be can't be read off the line, so that an example says more. */
const isFreeText = (type: string): boolean => type === "" || type === "[text]" || type === "object";

/**
 * What a route takes, in a line: `{chain?: solana|base, project?}`. With an example where a field is text that must be
 * somebody's address or name, which no type tells.
 */
export function inputLine(entry: Pick<PublishedRoute, "input" | "sample" | "needs">): string {
  const { input, sample } = entry;
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input" });
  const fields = Object.entries(properties).map(([name, schema]) => ({ name, type: typeOf(schema) }));
  const written = fields.map(
    ({ name, type }) => name + (required.includes(name) ? "" : "?") + (type === "" ? "" : `: ${type}`),
  );
  const example = isRecord(sample.input) ? sample.input : {};
  const shows = fields.some(({ name, type }) => isFreeText(type) && Object.hasOwn(example, name));
  const needs = needsInWords(entry);
  return `${needs && `${needs} `}\`{${written.join(", ")}}\`${shows ? ` e.g. \`${JSON.stringify(example)}\`` : ""}`;
}
