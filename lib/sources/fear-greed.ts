import * as z from "zod";
import { limits } from "../curated/plausibility";
import { disbelieve, within } from "./disbelieve";
import type { Doubt } from "./doubt";
import { accept, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/** alternative.me's index: once a day at 00:00 UTC, newest first, every number a string, time in seconds. */
const score = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(100));
const day = z.object({
  value: score,
  value_classification: z.string(),
  timestamp: z
    .string()
    .regex(/^\d{9,11}$/)
    .transform(Number),
});
type Day = z.infer<typeof day>;
const answerShape = z.object({
  data: z.array(day),
  metadata: z.object({ error: z.null() }),
});

const fearGreedKept = z.object({
  /** 0 extreme fear to 100 extreme greed. */
  value: z.int().min(0).max(100),
  classification: z.string(),
  /** The value of the day before. */
  previous: z.int().min(0).max(100).nullable(),
});
export type FearGreed = z.infer<typeof fearGreedKept>;

const DAY_SEC = 86_400;

/** Throws SourceError `implausible` for a value that its own class contradicts. */
export function reduceFearGreed(answer: unknown): Reduced<FearGreed> {
  const days = accept(answerShape, answer).data.sort((a, b) => b.timestamp - a.timestamp);
  const [today, ...earlier] = days;
  if (today === undefined) throw new SourceError("suspect_empty", "no value of the index");
  if (today.timestamp % DAY_SEC !== 0) disbelieve("the day", today.timestamp, "no day begins then");
  if (earlier.some(({ timestamp, value }) => timestamp === today.timestamp && value !== today.value))
    disbelieve("the index", today.value, "the day has two values");
  within("the index", today.value, limits.fearGreed);
  if (!isOfClass(today)) disbelieve("the index", today.value, "its own class is another");
  const yesterday = earlier.find(({ timestamp }) => timestamp === today.timestamp - DAY_SEC);
  const doubted =
    yesterday !== undefined && (yesterday.value < limits.fearGreed.least || !isOfClass(yesterday));
  return {
    value: {
      value: today.value,
      classification: cleanText(today.value_classification),
      previous: doubted ? null : (yesterday?.value ?? null),
    },
    asOf: new Date(today.timestamp * 1_000),
    ...(doubted && { doubts: [ofAnotherClass(yesterday.value)] }),
  };
}

/** The values of each class, as published. */
const CLASSES: readonly (readonly [RegExp, least: number, most: number])[] = [
  [/^extreme fear$/i, 0, 25],
  [/^fear$/i, 26, 46],
  [/^neutral$/i, 47, 54],
  [/^greed$/i, 55, 75],
  [/^extreme greed$/i, 76, 100],
];
/** How far a value may lie outside of its class. */
const BESIDE = 2;

/** Whether a value is of the class beside it; a class that nobody knows says nothing. */
function isOfClass({ value, value_classification: name }: Day): boolean {
  const known = CLASSES.find(([form]) => form.test(name.trim()));
  return known === undefined || (value >= known[1] - BESIDE && value <= known[2] + BESIDE);
}

const ofAnotherClass = (got: number): Doubt => ({
  ...{ path: "the value of the day before", rule: "identity", scope: "field", got },
  want: got < limits.fearGreed.least ? `at least ${limits.fearGreed.least}` : "its own class is another",
});

export const fearGreed: Source<FearGreed> = {
  id: "fear-greed",
  version: 2,
  provider: "alternative.me",
  address: () => ({ host: "api.alternative.me", path: "/fng/", query: { limit: "2", format: "json" } }),
  answer: jsonAnswer(reduceFearGreed),
  kept: fearGreedKept,
  freshMs: 3_600_000,
  staleMs: 48 * 3_600_000,
  maxBytes: 100_000,
};
