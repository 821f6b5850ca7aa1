import * as z from "zod";
import { SIGNALS, CONFIDENCES } from "@/lib/catalog/intel/signals";

const share = (what: string) => z.number().min(0).max(1).nullable().describe(what);
const whole = (what: string) => z.int().min(0).describe(what);

const counts = {
  n: whole("Verdicts that were scored."),
  hits: whole("Of those, the ones that came true."),
  voids: whole("Verdicts that no price or no past could be found for; they are in no rate."),
};
const rates = {
  hitRate: share("hits ÷ n; null below 30."),
  baseRate: share(
    "Mean of the base rates frozen with them: how often the rule came true anyway. Null below 30.",
  ),
  interval95: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe("Wilson's 95 % interval of the hit rate; null below 30."),
};

const signalRow = z.object({
  signal: z.enum(SIGNALS).describe("What the verdict said."),
  rule: z.string().describe("When it came true; z is the next 24 hours' log return in daily sigmas."),
  ...counts,
  ...rates,
  skill: z
    .number()
    .nullable()
    .describe("(hits − Σ base rates) ÷ (n − Σ base rates): 0 is chance, 1 is always right. Null below 30."),
  demonstrated: z
    .boolean()
    .describe("True when n ≥ 100 and the low end of Wilson's interval at z = 3 is above the base rate."),
  statement: z.string().describe("The same in words."),
});

const cell = z.object({
  signal: z.enum(SIGNALS).describe("What the verdict said."),
  confidence: z.enum(CONFIDENCES).describe("The verdict's own confidence."),
  ...counts,
  ...rates,
});

const baseline = (what: string) =>
  z
    .object({ n: whole("Days."), hits: whole("Days on which it came true."), rate: share("Null below 30.") })
    .describe(what);

const recent = z.object({
  at: z.iso.datetime().describe("When the verdict was made."),
  route: z.string().describe("Label of the route that sold it."),
  method: z.string().describe("Version of its method."),
  signal: z.enum(SIGNALS).describe("What it said."),
  confidence: z.enum(CONFIDENCES).describe("The verdict's own confidence."),
  price: z.number().nullable().describe("Bitcoin at that moment, US dollars."),
  priceSource: z.string().nullable().describe("The exchange of both prices."),
  sigmaDaily: z.number().nullable().describe("Standard deviation of the 30 daily log returns before."),
  baseRate: share("How often the rule came true in the year before."),
  inputsHash: z.string().describe("SHA-256 of the canonical JSON of what it was decided on."),
  priceLater: z.number().nullable().describe("Bitcoin 24 hours later; null while not scored, or void."),
  z: z.number().nullable().describe("ln(later ÷ price) ÷ sigma."),
  result: z
    .enum(["hit", "miss", "void", "open"])
    .describe("`open`: not due, or its price can't be read yet."),
});

export const accuracyAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  asOf: z.iso.datetime().describe("When this was computed; at most a minute ago."),
  method: z.string().describe("Version of the scoring, as in docs/method.md."),
  evaluated: whole("Verdicts that count and were scored: the first with default parameters of each UTC day."),
  open: whole("Verdicts that count and can't be scored yet."),
  voids: whole("Verdicts that count and are void."),
  bySignal: z
    .array(signalRow)
    .describe("Each signal by itself. They are not added up: that figure would mean nothing."),
  byConfidence: z
    .array(cell)
    .describe("Signals by confidence, for reading only: no skill is claimed for a cell."),
  baselines: z
    .object({
      alwaysWatch: baseline("What saying `watch` every day would have scored on the same days."),
      yesterdaysSign: baseline("How often the next 24 hours went the way of the last whole day."),
    })
    .describe("What no skill at all would have scored."),
  sold: z
    .object({
      days: whole("UTC days that were counted."),
      bySignal: z
        .array(z.object({ signal: z.enum(SIGNALS).describe("What the verdict said."), ...counts }))
        .describe("Of every sold verdict, at most the first 2,000 of a day."),
    })
    .describe("All paid verdicts. Many of them share a day, so these counts can show no skill."),
  recent: z.array(recent).describe("The last 30 that count, newest first."),
  statement: z.string().describe("What all this shows, in a sentence."),
});
export type AccuracyAnswer = z.input<typeof accuracyAnswer>;
