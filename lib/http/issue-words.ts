import type * as z from "zod";

type ZodIssue = z.core.$ZodIssue;

/** A member of a request that is wrong, and how. */
export interface Issue {
  path: string;
  message: string;
}

/** Words that the validator finds itself where a schema names no rule of its own. */
const VALIDATORS_OWN = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/;

/** What a member is, in words, with one that would do; what a list would do with, only its own items can tell. */
const KINDS: Readonly<Record<string, readonly [rule: string, example?: unknown]>> = {
  string: ["must be a text", "text"],
  number: ["must be a number", 10],
  int: ["must be a whole number", 10],
  boolean: ["must be true or false", true],
  array: ["must be a list"],
  object: ["must be an object", {}],
  record: ["must be an object", {}],
};

/** Of the formats that no name tells: what is wanted, and one that would do. */
const FORMATS: Readonly<Record<string, readonly [rule: string, example: string]>> = {
  datetime: ["must be a time of ISO 8601 with its offset", "2026-11-26T13:00:00Z"],
  date: ["must be a day", "2026-11-26"],
};

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items", set: " items" };

/** What schemas of objects, lists, words and their wrappers say of themselves; each has its own of these. */
interface Definition {
  innerType?: z.core.$ZodType;
  defaultValue?: unknown;
  element?: z.core.$ZodType;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  entries?: Readonly<Record<string, unknown>>;
}
// Members that a schema's definition does not have are undefined, as the type says.
const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition;

/** The schema of a member, without what makes it optional or gives its default; undefined where a path leads nowhere. */
function memberOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const { innerType, element, shape } = definitionOf(schema);
  if (innerType !== undefined) return memberOf(innerType, path);
  const inner = typeof name === "number" ? element : shape?.[String(name)];
  return inner === undefined ? undefined : memberOf(inner, rest);
}

/** A value that the schema takes: its default, else the first that is on its list; undefined where it names none. */
function exampleIn(schema: z.core.$ZodType | undefined): unknown {
  if (schema === undefined) return undefined;
  const { defaultValue, entries, innerType, element } = definitionOf(schema);
  if (defaultValue !== undefined) return defaultValue;
  if (entries !== undefined) return Object.values(entries)[0];
  if (innerType !== undefined) return exampleIn(innerType);
  const item = exampleIn(element);
  return item === undefined ? undefined : [item];
}

function ruleOf(issue: ZodIssue): readonly [rule: string, example?: unknown] {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? [`must be ${issue.expected}`];
    case "too_big":
      return [
        `must be at most ${String(issue.maximum)}${UNITS[issue.origin] ?? ""}`,
        boundOf(issue.origin, issue.maximum),
      ];
    case "too_small":
      return [
        `must be at least ${String(issue.minimum)}${UNITS[issue.origin] ?? ""}`,
        boundOf(issue.origin, issue.minimum),
      ];
    case "invalid_value":
      return [
        `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`,
        issue.values[0],
      ];
    case "invalid_format":
      return (
        FORMATS[issue.format] ?? [
          `must be written as ${issue.format === "regex" ? "the documentation says" : issue.format}`,
        ]
      );
    default:
      return ["is not what this route takes"];
  }
}

/** The bound itself is a number that would do; of a length it is none. */
const boundOf = (origin: string, bound: unknown): unknown =>
  origin === "number" || origin === "int" ? bound : undefined;

const isUnsafe = (issue: ZodIssue): boolean =>
  (issue.code === "too_big" || issue.code === "too_small") && issue.origin === "int";

/** Of a whole number beyond the safe ones the validator says their end first, and the member's own bound behind it. */
const ownBoundsFirst = (issues: readonly ZodIssue[]): ZodIssue[] =>
  issues.toSorted((a, b) => Number(isUnsafe(a)) - Number(isUnsafe(b)));

/** Which member is wrong, each once, by which rule, and what would do: never the validator's own words. */
export function issuesOf(schema: z.core.$ZodType, issues: readonly ZodIssue[], given: unknown): Issue[] {
  const found = ownBoundsFirst(issues).flatMap((issue) => {
    const path = issue.path.map(String).join(".");
    const own = VALIDATORS_OWN.test(issue.message) ? null : issue.message;
    if (issue.code === "unrecognized_keys")
      return own === null
        ? issue.keys.map((key) => unknownMember(schema, issue.path, key))
        : [{ path, message: own }];
    const [rule, usual] = ruleOf(issue);
    const isAbsent = issue.code === "invalid_type" || issue.code === "invalid_value";
    const missing = isAbsent && valueAt(given, issue.path) === undefined;
    const said = own ?? (missing ? `is required, and ${rule}` : rule);
    const example = exampleIn(memberOf(schema, issue.path)) ?? usual;
    const shown =
      said.includes("such as") || example === undefined ? "" : `, such as ${JSON.stringify(example)}`;
    return [{ path, message: `${said}${shown}` }];
  });
  return found.filter(({ path }, i) => found.findIndex((one) => one.path === path) === i);
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<PropertyKey, unknown>)[name]
        : undefined,
    given,
  );

/** The names of an object's members; none for what is no object. */
export const membersOf = (schema: z.core.$ZodType): string[] =>
  Object.keys(definitionOf(withoutWrappers(schema)).shape ?? {});

function unknownMember(schema: z.core.$ZodType, path: readonly PropertyKey[], key: string): Issue {
  const taken = membersOf(memberOf(schema, path) ?? schema);
  const takes = taken.length === 0 ? "it takes none" : `it takes ${taken.join(", ")}`;
  const where = [...path.map(String), key.slice(0, 80)].join(".");
  return { path: where, message: `is no member of this request; ${takes}` };
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = definitionOf(schema);
  return innerType === undefined ? schema : withoutWrappers(innerType);
}
