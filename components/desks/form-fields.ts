import { requestSchema } from "@/lib/discovery/openapi/schemas";
import { isRecord } from "@/lib/is-record";
import type * as z from "zod";

/** One input of a form, as plain data: the page makes it of the route's schema, the browser draws it. */
export interface FormField {
  name: string;
  kind: "text" | "longText" | "whole" | "number" | "yesNo" | "tick" | "consent" | "choice" | "list";
  hint: string;
  required: boolean;
  /** What the sample request sends; else what the schema fills in. */
  placeholder: string;
  options: readonly string[];
  min: number | null;
  max: number | null;
  maxLength: number | null;
  pattern: string | null;
}

const LONG_TEXT = 500;

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : Array.isArray(value)
      ? value.map(textOf).join(", ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

/** The alternatives of a choice, or none. */
function optionsOf(schema: Record<string, unknown>): string[] {
  const { enum: values, anyOf, items } = schema;
  if (Array.isArray(values)) return values.map(String);
  if (Array.isArray(anyOf)) return anyOf.flatMap((one) => (isRecord(one) ? optionsOf(one) : []));
  return isRecord(items) ? optionsOf(items) : [];
}

function kindOf(
  schema: Record<string, unknown>,
  options: readonly string[],
  required: boolean,
): FormField["kind"] {
  const { type, maxLength } = schema;
  if (type === "array") return "list";
  if (options.length > 0) return "choice";
  // What is false unless it is sent needs a tick alone; what is true unless it is sent has to be said no to.
  if (type === "boolean") return required ? "consent" : schema.default === true ? "yesNo" : "tick";
  if (type === "integer") return "whole";
  if (type === "number") return "number";
  return typeof maxLength === "number" && maxLength > LONG_TEXT ? "longText" : "text";
}

/** A form's fields, of the schema that the route itself checks requests with. */
export function formFields(input: z.ZodType, sample: unknown): FormField[] {
  const { properties, required } = requestSchema(input);
  if (!isRecord(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isRecord(schema)) return [];
    const options = optionsOf(schema);
    const shown = isRecord(sample) && sample[name] !== undefined ? sample[name] : schema.default;
    return [
      {
        name,
        kind: kindOf(schema, options, needed.includes(name)),
        hint: textOf(schema.description),
        required: needed.includes(name),
        placeholder: textOf(shown),
        options,
        min: numberOf(schema.minimum),
        max: numberOf(schema.maximum),
        maxLength: numberOf(schema.maxLength),
        pattern: typeof schema.pattern === "string" ? schema.pattern : null,
      },
    ];
  });
}
