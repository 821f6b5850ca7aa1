import type * as z from "zod";
import { invalidRequest } from "./body";
import type { Issue } from "./issue-words";

/**
 * Query parameters as the members of a route's input. They arrive as text, and the input's schema says what each is: an
 * entry writes `z.int()` or `z.boolean()` once, and HTTP, the tool and OpenAPI agree. The schema itself is read, not
 * rendered as JSON Schema, whose code no function should carry for this.
 */

/** Reads one text as JSON would have it; null where it is not of that form. */
interface Form {
  read(text: string): unknown;
  /** What was wanted, for people. */
  wanted: string;
}

/** A parameter's form, whether it may be given several times (it is a list then), and whether it may be left out. */
interface Parameter {
  form: Form;
  many: boolean;
  optional: boolean;
}

/** As JSON writes numbers, without an exponent: no blank, sign of plus, leading zero, hexadecimal or NaN. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const TEXT: Form = { read: (text) => text, wanted: "text" };
const NUMBER: Form = {
  read: (text) => (DECIMAL.test(text) && Number.isFinite(Number(text)) ? Number(text) : null),
  wanted: "a number in decimal digits, such as 10 or 0.5",
};
const oneOf = (values: readonly unknown[]): Form => {
  const byText = new Map(values.map((value) => [String(value), value]));
  return { read: (text) => byText.get(text) ?? null, wanted: [...byText.keys()].join(" or ") };
};
const BOOLEAN = oneOf([true, false]);

/** Every schema is one of zod's own kinds, which its types tell only of the inner interface. */
const kindsOf = (schema: z.core.$ZodType): z.core.$ZodTypes => schema as z.core.$ZodTypes;

/** What a caller sends for a schema: without defaults, refinements and what becomes of it afterwards. */
function sent(schema: z.core.$ZodType): z.core.$ZodTypes {
  const { _zod } = kindsOf(schema);
  switch (_zod.def.type) {
    case "optional":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return sent(_zod.def.innerType);
    case "pipe":
      return kindsOf(_zod.def.in)._zod.def.type === "transform" ? kindsOf(schema) : sent(_zod.def.in);
    default:
      return kindsOf(schema);
  }
}

/** Text that the schema itself judges comes as it is; only what is no text in JSON is read. Null where text can't say it. */
function formOf(schema: z.core.$ZodType): Form | null {
  const { def } = sent(schema)._zod;
  switch (def.type) {
    case "string":
    case "template_literal":
      return TEXT;
    case "number":
      return NUMBER;
    case "boolean":
      return BOOLEAN;
    case "literal":
      return def.values.every((value) => typeof value === "string") ? TEXT : oneOf(def.values);
    case "enum": {
      const values = Object.values(def.entries);
      return values.every((value) => typeof value === "string") ? TEXT : oneOf(values);
    }
    case "pipe": // what a function makes of the text before a schema of text judges it
      return formOf(def.out) === TEXT ? TEXT : null;
    case "union":
      return def.options.every((option) => formOf(option) === TEXT) ? TEXT : null;
    default:
      return null;
  }
}

function parameterOf(name: string, schema: z.core.$ZodType): Parameter {
  const { def } = sent(schema)._zod;
  const many = def.type === "array";
  const form = formOf(many ? def.element : schema);
  if (form === null)
    throw new Error(`\`${name}\` can't be a query parameter: its schema takes what text can't say`);
  return { form, many, optional: schema._zod.optin !== undefined };
}

/**
 * `value` where the texts are of the parameter's form, and what is wrong with them where they are not. Undefined where
 * nothing is given for what may be left out, as templates and forms write it: `?address=&chain=`.
 */
function readOne(
  { form, many, optional }: Parameter,
  texts: readonly string[],
): { value: unknown } | { problem: string } {
  if (!many && texts.length > 1) return { problem: `was given ${texts.length} times; give it once` };
  if (optional && texts.every((text) => text === "")) return { value: undefined };
  const values = texts.map((text) => form.read(text));
  const wrong = values.indexOf(null);
  if (wrong < 0) return { value: many ? values : values[0] };
  const given = texts[wrong] === "" ? "nothing" : JSON.stringify(texts[wrong]?.slice(0, 40));
  return { problem: `must be ${form.wanted}, and ${given} was given` };
}

/**
 * How a route's query is read: the arguments before defaults, as a JSON body would have them. Unknown parameters come as
 * text, for the schema to refuse. The reader throws ApiError 400 that names each parameter that is malformed or was given
 * too often. Throws by itself for a schema that no query can meet: such an entry must not start.
 */
export function queryReader(input: z.ZodType): (query: URLSearchParams) => Record<string, unknown> {
  const { def } = sent(input)._zod;
  if (def.type !== "object") throw new Error("the input of a GET route must be an object's schema");
  const parameters = new Map(
    Object.entries(def.shape).map(([name, schema]) => [name, parameterOf(name, schema)]),
  );
  const unknown: Parameter = { form: TEXT, many: false, optional: false };
  return (query) => {
    const issues: Issue[] = [];
    const args = [...new Set(query.keys())].flatMap((name): [string, unknown][] => {
      const read = readOne(parameters.get(name) ?? unknown, query.getAll(name));
      if ("value" in read) return read.value === undefined ? [] : [[name, read.value]];
      issues.push({ path: name, message: read.problem });
      return [];
    });
    if (issues.length > 0) throw invalidRequest(issues);
    return Object.fromEntries(args);
  };
}

/** A number in decimal digits: those with an exponent have it worked out. */
function decimal(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === "") return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return point > 0
    ? `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
    : `${sign}0.${"0".repeat(-point)}${digits}`;
}

/**
 * Arguments as a query that reads as the same arguments, for those that a GET route's schema takes. Throws ApiError 400
 * for an empty list, which a query can't tell from none.
 */
export function queryOf(args: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  const text = (value: unknown): string => {
    if (typeof value === "string") return value;
    return typeof value === "number" ? decimal(value) : JSON.stringify(value);
  };
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && value.length === 0)
      throw invalidRequest([{ path: name, message: "must have a member; leave it out for none" }]);
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, text(one));
  }
  return query;
}
