/**
 * Reads the routes of llms.txt or SKILL.md as an agent does that has nothing else: by the lines, and by what the document
 * says of how to read them. It imports nothing of the service.
 */

interface Field {
  name: string;
  required: boolean;
  /** Empty for text. */
  type: string;
}

export interface ToldRoute {
  method: string;
  url: string;
  /** US dollars; 0 where it is free. */
  price: number;
  fields: readonly Field[];
  /** A whole request, where the line has one. */
  example?: Readonly<Record<string, unknown>>;
}

const LINE =
  /^- \[(GET|POST|PATCH) [^\]]+\]\((\S+)\): (free|\$[\d.]+)\. [^`]* `\{(.*?)\}`(?: e\.g\. `(.*)`)?$/;

function fieldsOf(braces: string): Field[] {
  if (braces === "") return [];
  return braces.split(", ").map((written) => {
    const [, name = "", mark = "", type = ""] = /^(\w+)(\??)(?:: (.+))?$/.exec(written) ?? [];
    if (name === "") throw new Error(`a field can't be read: ${written}`);
    return { name, required: mark === "", type };
  });
}

/** Every route that a document tells of. */
export function toldRoutes(document: string): ToldRoute[] {
  return document.split("\n").flatMap((line) => {
    const [, method = "", url = "", price = "", braces = "", example] = LINE.exec(line) ?? [];
    if (method === "") return [];
    return {
      ...{ method, url, price: price === "free" ? 0 : Number(price.slice(1)), fields: fieldsOf(braces) },
      ...(example === undefined ? {} : { example: JSON.parse(example) as Record<string, unknown> }),
    };
  });
}

/** Of several, the one that a number draws. */
const pick = (values: readonly string[], draw: number): string => values[draw % values.length] ?? "";

/**
 * A value of a type as the line tells it, drawn by a number; undefined for free text, which the reader must know from
 * elsewhere.
 */
export function valueOf(type: string, draw: number): unknown {
  if (type === "" || type === "[text]" || type === "object") return undefined;
  if (type === "true|false") return draw % 2 === 0;
  if (type === "integer" || type === "number") return 1 + draw;
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(type);
  if (range !== null) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return low + (draw % (high - low + 1));
  }
  const list = /^\[(.*)\]$/.exec(type)?.[1];
  if (list !== undefined) {
    const item = valueOf(list, draw);
    return item === undefined ? undefined : [item];
  }
  return pick(type.split("|"), draw);
}

/** A request that sets these fields besides what the example has: what the line tells of them, or words for free text. */
export function requestFrom(
  { fields, example = {} }: ToldRoute,
  wanted: (field: Field) => boolean,
  draw = 0,
): Record<string, unknown> {
  const chosen = fields.filter(
    (field) => field.required || wanted(field) || Object.hasOwn(example, field.name),
  );
  return Object.fromEntries(
    chosen.flatMap(({ name, type, required }) => {
      const value = Object.hasOwn(example, name) ? example[name] : valueOf(type, draw);
      if (value !== undefined) return [[name, value]];
      return required ? [[name, "words"]] : [];
    }),
  );
}
