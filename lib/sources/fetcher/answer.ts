import type * as z from "zod";
import type { Doubt } from "../doubt";
import { type Answer, type Reduced, SourceError } from "../source";
import { readText } from "./chunks";

/** JSON that may begin with a byte-order mark. Throws SourceError `schema`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new SourceError("schema", "answer is not JSON", { cause });
  }
}

/** Parses with a schema. Throws SourceError `schema` naming where the answer differs, not what it says. */
export function accept<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") || "the answer";
  throw new SourceError("schema", `${where}: ${issue?.code ?? "invalid"}`, { cause: parsed.error });
}

/** An answer that is read whole, as text. */
export const textAnswer =
  <Value>(reduce: (text: string, now: Date) => Reduced<Value>): Answer<Value> =>
  async (body, now) =>
    reduce(await readText(body), now);

/** An answer that is read whole, as JSON. */
export const jsonAnswer = <Value>(reduce: (answer: unknown, now: Date) => Reduced<Value>): Answer<Value> =>
  textAnswer((text, now) => reduce(parseJson(text), now));

/** For lists that always hold something: without anything it is the answer of a provider that throttles. */
export function holding<Value extends readonly unknown[]>(reduced: Reduced<Value>): Reduced<Value> {
  if (reduced.value.length === 0) throw new SourceError("suspect_empty", "nothing in the list");
  return reduced;
}

/** Rows may be odd, but an answer in which more than this share is unreadable has changed its shape. */
const MAX_UNREADABLE = 0.05;

/** Throws SourceError `schema` when too many of the rows were unreadable, or all. */
export function checkUnreadable(unreadable: number, rows: number): void {
  if (unreadable > Math.max(1, rows * MAX_UNREADABLE) || (rows > 0 && unreadable === rows))
    throw new SourceError("schema", `${unreadable} of ${rows} rows are unreadable`);
}

/** Those of `rows` that `schema` accepts. One odd row does no harm; more than one in twenty is another shape. `doubts` gets one for those. */
export function acceptRows<S extends z.ZodType>(
  schema: S,
  rows: readonly unknown[],
  doubts: Doubt[] = [],
): z.output<S>[] {
  const accepted = rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const unreadable = rows.length - accepted.length;
  checkUnreadable(unreadable, rows.length);
  if (unreadable > 0)
    doubts.push({
      path: `${unreadable} rows`,
      rule: "bound",
      scope: "row",
      got: null,
      want: "they can't be read",
    });
  return accepted;
}
