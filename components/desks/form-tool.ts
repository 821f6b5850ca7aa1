import type { FormField } from "./form-fields";
import { type Entered, fieldError } from "./request-body";

/** Fields that attest something: a person's word, which nobody else gives. */
const ATTESTS = new Set(["authorized"]);

/** What an agent fills in. */
const fillable = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ kind, name }) => kind !== "consent" && !ATTESTS.has(name));

function schemaOf({
  kind,
  hint,
  options,
  min,
  max,
  maxLength,
  pattern,
  placeholder,
}: FormField): Record<string, unknown> {
  const description = hint === "" ? {} : { description: hint };
  const choice = options.length > 0 ? { enum: options } : {};
  switch (kind) {
    case "whole":
    case "number":
      return {
        ...{ type: kind === "whole" ? "integer" : "number", ...description },
        ...(min !== null && { minimum: min }),
        ...(max !== null && { maximum: max }),
      };
    case "yesNo":
    case "tick":
    case "consent":
      return { type: "boolean", ...description };
    case "list":
      return { type: "array", items: { type: "string", ...choice }, ...description };
    case "json":
      return {
        type: "array",
        items: { type: "object" },
        ...description,
        examples: [JSON.parse(placeholder)],
      };
    case "choice":
    case "longText":
    case "text":
      return {
        ...{ type: "string", ...description, ...choice },
        ...(maxLength !== null && { maxLength }),
        ...(pattern !== null && { pattern }),
      };
  }
}

/** The form as the input of a tool. */
export const formSchema = (fields: readonly FormField[]): Record<string, unknown> => ({
  type: "object",
  properties: Object.fromEntries(fillable(fields).map((field) => [field.name, schemaOf(field)])),
  required: fillable(fields).flatMap(({ name, required }) => (required ? [name] : [])),
  additionalProperties: false,
});

/** A value as a field's control holds it; null for what that control does not take. */
function textOf(value: unknown, kind: FormField["kind"] | undefined): string | null {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  if (!Array.isArray(value)) return null;
  if (kind === "json") return JSON.stringify(value);
  return value.every((one) => typeof one === "string") ? value.join(", ") : null;
}

/** What an agent's input makes of the form, and what is wrong with it, by the names of fields. */
export function filledBy(
  fields: readonly FormField[],
  input: Readonly<Record<string, unknown>>,
): { entered: Entered; wrong: Record<string, string> } {
  const names = new Map(fillable(fields).map((field) => [field.name, field]));
  const texts = Object.entries(input).map(
    ([name, value]) => [name, textOf(value, names.get(name)?.kind)] as const,
  );
  const entered = Object.fromEntries(
    texts.filter((one): one is readonly [string, string] => names.has(one[0]) && one[1] !== null),
  );
  const wrong: Record<string, string> = {};
  for (const [name, text] of texts)
    if (!names.has(name))
      wrong[name] = "There is no such field, or only the person at the page may fill it in.";
    else if (text === null) wrong[name] = "Give text, a number, true or false, or a list of texts.";
  for (const field of names.values()) {
    const error = fieldError(field, entered);
    if (error !== null) wrong[field.name] ??= error;
  }
  return { entered, wrong };
}
