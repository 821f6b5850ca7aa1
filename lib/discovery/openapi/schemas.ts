import * as z from "zod";
import type { Schema } from "./format";

interface Node {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** zod writes out the range of every integer, which says nothing. */
function dropRange({ jsonSchema }: Node): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** zod writes a time's format once more as a long pattern, dozens of times in an answer. */
function dropTimePattern({ jsonSchema }: Node): void {
  if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
}

/** JSON Schema's patterns have no flags: one that ignores case would be published as one that doesn't. Throws for it. */
function refuseFlags({ zodSchema }: Node): void {
  for (const { _zod } of zodSchema._zod.def.checks ?? []) {
    const pattern = "pattern" in _zod.def ? _zod.def.pattern : undefined;
    if (pattern instanceof RegExp && pattern.flags.includes("i"))
      throw new Error(`${pattern} ignores case, which JSON Schema can't say`);
  }
}

/** Answers may gain members, so that a client which checks them by an older document still takes them. */
function leaveOpen({ zodSchema, jsonSchema }: Node): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
}

function render(
  schema: z.ZodType,
  io: "input" | "output",
  changes: readonly ((node: Node) => void)[],
): Schema {
  const { $schema: _dialect, ...rendered } = z.toJSONSchema(schema, {
    io,
    override: (node) => changes.forEach((change) => change(node)),
  });
  return rendered;
}

/** What a caller may send: before defaults are filled in, and without unknown members. */
export const requestSchema = (schema: z.ZodType): Schema => render(schema, "input", [dropRange, refuseFlags]);

/** What a caller may get. */
export const answerSchema = (schema: z.ZodType): Schema =>
  render(schema, "output", [dropRange, dropTimePattern, refuseFlags, leaveOpen]);
