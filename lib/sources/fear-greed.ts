import * as z from "zod";
import { accept, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";

/** alternative.me's index: once a day at 00:00 UTC, newest first, every number a string, time in seconds. */
const score = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(0).max(100));
const answerShape = z.object({
  data: z.array(
    z.object({
      value: score,
      value_classification: z.string(),
      timestamp: z
        .string()
        .regex(/^\d{9,11}$/)
        .transform(Number),
    }),
  ),
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

export function reduceFearGreed(answer: unknown): Reduced<FearGreed> {
  const days = accept(answerShape, answer).data.sort((a, b) => b.timestamp - a.timestamp);
  const [today, ...earlier] = days;
  if (today === undefined) throw new SourceError("suspect_empty", "no value of the index");
  const yesterday = earlier.find(({ timestamp }) => timestamp === today.timestamp - DAY_SEC);
  return {
    value: {
      value: today.value,
      classification: cleanText(today.value_classification),
      previous: yesterday?.value ?? null,
    },
    asOf: new Date(today.timestamp * 1_000),
  };
}

export const fearGreed: Source<FearGreed> = {
  id: "fear-greed",
  version: 1,
  provider: "alternative.me",
  address: () => ({ host: "api.alternative.me", path: "/fng/", query: { limit: "2", format: "json" } }),
  answer: jsonAnswer(reduceFearGreed),
  kept: fearGreedKept,
  freshMs: 3_600_000,
  staleMs: 48 * 3_600_000,
  maxBytes: 100_000,
};
