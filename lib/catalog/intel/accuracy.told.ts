import * as z from "zod";
import { tell } from "../tell";
import { accuracyEntry } from "./accuracy";
import { SIGNALS, CONFIDENCES } from "./signals";

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
  confidence: z.enum(CONFIDENCES).describe("How sure it said to be."),
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
  confidence: z.enum(CONFIDENCES).describe("How sure it said to be."),
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

const accuracyAnswer = z.object({
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

const none = { n: 0, hits: 0, voids: 0, hitRate: null, baseRate: null, interval95: null };
export type AccuracyAnswer = z.input<typeof accuracyAnswer>;

export const accuracyTold = tell(accuracyEntry, {
  description:
    "Every paid verdict is frozen when it is made and scored 24 hours later against bitcoin, signal by signal, beside " +
    "the rate by which its rule comes true anyway. Skill is claimed only where the numbers carry it.",
  output: accuracyAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      asOf: "2026-10-07T14:06:23.000Z",
      method: "accuracy/1",
      evaluated: 41,
      open: 1,
      voids: 0,
      bySignal: [
        {
          signal: "watch",
          rule: "−0.50 ≤ z ≤ 0.50",
          n: 41,
          hits: 19,
          voids: 0,
          hitRate: 0.4634,
          baseRate: 0.4512,
          interval95: { low: 0.3206, high: 0.6126 },
          skill: 0.0222,
          demonstrated: false,
          statement: "No demonstrated skill: 41 verdicts, of 100 needed for a claim.",
        },
      ],
      byConfidence: [{ signal: "watch", confidence: "low", ...none }],
      baselines: {
        alwaysWatch: { n: 41, hits: 19, rate: 0.4634 },
        yesterdaysSign: { n: 41, hits: 20, rate: 0.4878 },
      },
      sold: { days: 40, bySignal: [{ signal: "watch", n: 812, hits: 371, voids: 0 }] },
      recent: [
        {
          at: "2026-10-07T00:03:11.000Z",
          route: "intel-verdict",
          method: "verdict/1",
          signal: "watch",
          confidence: "low",
          price: 118_420.11,
          priceSource: "Coinbase",
          sigmaDaily: 0.0214,
          baseRate: 0.4521,
          inputsHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          priceLater: null,
          z: null,
          result: "open",
        },
      ],
      statement: "No demonstrated skill.",
    },
  },
});
