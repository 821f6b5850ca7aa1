import { isRecord } from "@/lib/is-record";

/**
 * Schemas and examples cut to what fits into a response header: shape and types, without words, bounds or depth.
 * The full schemas are in /openapi.json and in the catalog.
 */

/** Levels below the outermost value that are kept at most; a caller that starts deeper gets fewer. */
export const MAX_DEPTH = 3;
const MAX_TEXT = 40;

/** A schema and its null alternative as one: `anyOf: [X, null]` is how zod renders `.nullable()`. */
function nullable(schema: Record<string, unknown>): Record<string, unknown> | null {
  const options = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [];
  const [first, second] = options;
  return options.length === 2 && first !== undefined && second?.type === "null" ? first : null;
}

/** JSON Schema reduced to types, properties, items and enums, three levels deep. */
export function compactSchema(schema: unknown, depth = 0): Record<string, unknown> {
  if (!isRecord(schema)) return {};
  const inner = nullable(schema);
  if (inner !== null) {
    const { type, const: only, enum: several, ...rest } = compactSchema(inner, depth);
    if (type === undefined) return {};
    const values = only === undefined ? several : [only];
    // An enum binds every type: without its own null it would refuse what the type allows.
    return { type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest };
  }
  const { type, properties, items } = schema;
  const kept: Record<string, unknown> = typeof type === "string" ? { type } : {};
  if (Array.isArray(schema.enum)) kept.enum = schema.enum;
  if (schema.const !== undefined) kept.const = schema.const;
  if (depth >= MAX_DEPTH) return kept;
  if (isRecord(properties)) {
    kept.properties = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, compactSchema(value, depth + 1)]),
    );
  }
  if (isRecord(items)) kept.items = compactSchema(items, depth + 1);
  return kept;
}

/** An example with one element a list, short texts, three levels deep. Dots in ASCII: a client sends it back in its payment's header. */
export function compactExample(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 3)}...` : value;
  if (Array.isArray(value))
    return depth >= MAX_DEPTH ? [] : value.slice(0, 1).map((item) => compactExample(item, depth + 1));
  if (!isRecord(value)) return value;
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, compactExample(item, depth + 1)]),
  );
}
