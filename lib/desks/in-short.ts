import type { Detail } from "@/lib/catalog/intel/detail";
import { isRecord } from "../is-record";
import type { Judged } from "./sell";

/** Taken once: where this runs, each look for a global name is a call. */
const { isArray } = Array;
const { entries, fromEntries, keys } = Object;

/** Rests on its own hash: nothing of it is taken out. */
const WHOLE = new Set(["supporting"]);
/** Lists of which the first are shown by default: what lies further ahead, or is older. */
const SHOWN: Readonly<Record<string, number>> = { events: 10, released: 6, headlines: 10 };
/** Within a bundle, which has three desks in it. */
const SHOWN_IN_BUNDLE: Readonly<Record<string, number>> = { events: 5, released: 3, headlines: 5 };

/**
 * The answer as it is given by default: of `provenance` only what was not `ok`, no parts of scores, and the macro desk's
 * lists cut. What was promised stays, and what is null stays null.
 */
export function inShort<Answer extends Judged>(answer: Answer, detail: Detail): Answer {
  if (detail === "full") return answer;
  const macro = "macro" in answer ? cutMacro(answer.macro, "parts" in answer ? SHOWN_IN_BUNDLE : SHOWN) : {};
  const short = {
    ...shortened(answer),
    provenance: answer.provenance.filter(({ status }) => status !== "ok"),
    ...macro,
  };
  // Of the same shape: what was taken out may be absent (`onRequest`), and shorter lists are lists.
  return short as unknown as Answer;
}

const isParts = (name: string, one: unknown): boolean => name === "why" && isArray(one);

/** Without the parts of scores, at any depth: what has none is the very same object. A `why` in words is no such part. */
function shortened(whole: object): object {
  const value = whole as Readonly<Record<string, unknown>>; // its own names alone are asked for
  let short: Record<string, unknown> | undefined;
  for (const name of keys(value)) {
    const one = value[name];
    const rest = isParts(name, one) ? undefined : WHOLE.has(name) ? one : within(one);
    if (rest === one) continue;
    short ??= { ...value };
    if (rest === undefined) delete short[name];
    else short[name] = rest;
  }
  return short ?? value;
}

function shortenedList(list: readonly unknown[]): readonly unknown[] {
  const short = list.map(within);
  return short.every((one, at) => one === list[at]) ? list : short;
}

const within = (value: unknown): unknown =>
  isArray(value) ? shortenedList(value) : isRecord(value) ? shortened(value) : value;

/** The lists stand in `macro` at the macro desk, and in `macro.macro` in a bundle. */
function cutMacro(macro: unknown, shown: Readonly<Record<string, number>>): { macro?: unknown } {
  if (!isRecord(macro)) return {};
  const cut = entries(macro).map(([name, one]) => {
    const most = shown[name];
    if (most !== undefined && isArray(one)) return [name, one.slice(0, most)];
    return [name, name === "macro" ? cutMacro(one, shown).macro : within(one)];
  });
  return { macro: fromEntries(cut) };
}
