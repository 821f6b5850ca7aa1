import { isRecord } from "@/lib/is-record";
import type { FormField } from "./form-fields";

/** What was entered, as the controls hold it. */
export type Entered = Readonly<Record<string, string>>;

/** Several values stand in one field, apart by commas. */
const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** A list in JSON; null for what is none. */
function parseList(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null; // the field's error says so
  }
}

function valueOf({ kind }: FormField, text: string): unknown {
  switch (kind) {
    case "json":
      return parseList(text) ?? text;
    case "whole":
    case "number":
      return Number(text);
    case "yesNo":
    case "tick":
    case "consent":
      return text === "true";
    case "list":
      return listOf(text);
    case "choice":
    case "longText":
    case "text":
      return text;
  }
}

/** The request's body: only what was entered, since the service fills in the rest. */
export function requestBody(fields: readonly FormField[], entered: Entered): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (entered[field.name] ?? "").trim();
    if (text === "") continue;
    const [name = "", member] = field.name.split(".");
    const value = valueOf(field, text);
    const object = body[name];
    body[name] = member === undefined ? value : { ...(isRecord(object) && object), [member]: value };
  }
  return body;
}

/** Whether anything of an object was entered, which then needs its other members. */
const isBegun = (within: string, entered: Entered): boolean =>
  Object.entries(entered).some(([name, text]) => name.startsWith(within) && text.trim() !== "");

/** What is wrong with a field as it stands, in words that say what to enter; null for nothing. */
export function fieldError(field: FormField, entered: Entered): string | null {
  const text = (entered[field.name] ?? "").trim();
  if (field.kind === "consent")
    return text === "true" ? null : "Tick this: the desk can't answer without it.";
  if (text === "") {
    const needed = field.required || (field.neededWith !== null && isBegun(field.neededWith, entered));
    return needed ? "Enter a value: the desk can't answer without it." : null;
  }
  if (field.kind === "json" && parseList(text) === null)
    return `Enter a list in JSON. For example: ${field.placeholder}`;
  if (field.kind === "whole" || field.kind === "number") {
    const value = Number(text);
    if (!Number.isFinite(value) || (field.kind === "whole" && !Number.isInteger(value)))
      return field.kind === "whole" ? "Enter a whole number." : "Enter a number.";
    if (field.min !== null && value < field.min) return `Enter ${field.min} or more.`;
    if (field.max !== null && value > field.max) return `Enter ${field.max} or less.`;
  }
  if (field.kind === "list" && field.options.length > 0) {
    const unknown = listOf(text).find((part) => !field.options.includes(part));
    if (unknown !== undefined) return `${unknown} is none of ${field.options.join(", ")}.`;
  }
  if (field.maxLength !== null && text.length > field.maxLength)
    return `Enter at most ${field.maxLength} characters.`;
  if (field.pattern !== null && !new RegExp(field.pattern).test(text))
    return `This is not of the form that the desk reads.${field.placeholder === "" ? "" : ` For example: ${field.placeholder}`}`;
  return null;
}
