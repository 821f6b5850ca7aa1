import { requestSchema } from "@/lib/discovery/openapi/schemas";
import { isRecord } from "@/lib/is-record";
import type * as z from "zod";

/** One input of a form, as plain data: the page makes it of the route's schema, the browser draws it. */
export interface FormField {
  /** A member's of an object with the object's before it: `signal.title`. */
  name: string;
  kind: "text" | "longText" | "whole" | "number" | "yesNo" | "tick" | "consent" | "choice" | "list" | "json";
  hint: string;
  required: boolean;
  /** Of a member without which its object is none: how the names of that object's members begin. */
  neededWith: string | null;
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

const isObject = (
  schema: unknown,
): schema is { properties: Record<string, unknown> } & Record<string, unknown> =>
  isRecord(schema) && isRecord(schema.properties);

function kindOf(
  schema: Record<string, unknown>,
  options: readonly string[],
  required: boolean,
): FormField["kind"] {
  const { type, maxLength } = schema;
  if (type === "array") return isObject(schema.items) ? "json" : "list";
  if (options.length > 0) return "choice";
  // What is false unless it is sent needs a tick alone; what is true unless it is sent has to be said no to.
  if (type === "boolean") return required ? "consent" : schema.default === true ? "yesNo" : "tick";
  if (type === "integer") return "whole";
  if (type === "number") return "number";
  return typeof maxLength === "number" && maxLength > LONG_TEXT ? "longText" : "text";
}

/** What a value of a schema looks like, for who has to write it down. */
function exampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return "…";
  const [choice] = optionsOf(schema);
  if (choice !== undefined) return choice;
  if (isObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)]));
  return schema.type === "number" || schema.type === "integer" ? 1 : "…";
}

interface Place {
  name: string;
  required: boolean;
  /** The names of the object's members begin so, where it is one's. */
  within: string | null;
  /** What the sample request has there. */
  sample: unknown;
}

function fieldsOf(schema: unknown, { name, required, within, sample }: Place): FormField[] {
  if (!isRecord(schema)) return [];
  if (isObject(schema)) return membersOf(schema, `${name}.`, sample, schema.description);
  const options = optionsOf(schema);
  const kind = kindOf(schema, options, required);
  return [
    {
      name,
      kind,
      hint: textOf(schema.description),
      required: required && within === null,
      neededWith: required ? within : null,
      placeholder:
        kind === "json" ? JSON.stringify([exampleOf(schema.items)]) : textOf(sample ?? schema.default),
      options: kind === "json" ? [] : options,
      min: numberOf(schema.minimum),
      max: numberOf(schema.maximum),
      maxLength: numberOf(schema.maxLength),
      pattern: typeof schema.pattern === "string" ? schema.pattern : null,
    },
  ];
}

/** A field for each member; of one that says nothing of itself, what is said of its object stands there. */
function membersOf(schema: unknown, within: string | null, sample: unknown, said?: unknown): FormField[] {
  if (!isObject(schema)) return [];
  const needed = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, member]) =>
    fieldsOf(isRecord(member) ? { description: said, ...member } : member, {
      name: `${within ?? ""}${name}`,
      required: needed.includes(name),
      within,
      sample: isRecord(sample) ? sample[name] : undefined,
    }),
  );
}

/** A form's fields, of the schema that the route itself checks requests with. */
export const formFields = (input: z.ZodType, sample: unknown): FormField[] =>
  membersOf(requestSchema(input), null, sample);
