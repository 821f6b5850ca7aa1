import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { PublishedRoute } from "../catalog/document";
import { isRecord } from "../is-record";

/** A JSON Schema of an object, as tools carry them. */
export type ObjectSchema = Tool["inputSchema"] & {
  properties: NonNullable<Tool["inputSchema"]["properties"]>;
};

/** Keywords whose members are names and not keywords themselves. */
const NAMED = new Set(["properties", "$defs"]);

/** The schema without the keywords that `drops` names, at every depth. */
function without(schema: unknown, drops: (keyword: string, value: unknown) => boolean): unknown {
  if (Array.isArray(schema)) return schema.map((item) => without(item, drops));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !drops(keyword, value))
      .map(([keyword, value]) => [
        keyword,
        NAMED.has(keyword) && isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, drops)]))
          : without(value, drops),
      ]),
  );
}

/** Throws for a route whose schema is not of an object: none can be a tool. */
export function asObject(schema: unknown, path: string): ObjectSchema {
  if (isRecord(schema) && schema.type === "object" && isRecord(schema.properties))
    return schema as ObjectSchema; // JSON throughout, since zod renders JSON Schema, and an object's as was just seen
  throw new Error(`${path}: the schema of a tool must be an object's`);
}

const closes = (keyword: string, value: unknown): boolean =>
  keyword === "$schema" || (keyword === "additionalProperties" && value === false);

/** A route's input as its tool takes it: 2020-12 is the protocol's default dialect and need not be said. */
export const inputSchema = (entry: PublishedRoute): ObjectSchema =>
  asObject(
    without(z.toJSONSchema(entry.input, { io: "input" }), (keyword) => keyword === "$schema"),
    entry.path,
  );

/** A route's output, open to further members: what it gains later breaks no caller that validates. */
export const outputSchema = (entry: PublishedRoute): ObjectSchema =>
  asObject(without(z.toJSONSchema(entry.output, { io: "output" }), closes), entry.path);
