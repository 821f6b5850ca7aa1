import * as z from "zod";

const quote = z.object({
  symbol: z.string().describe("Such as BTC."),
  price: z.number().nullable().describe("US dollars, or points of an index; null when it could not be read."),
  change: z.number().nullable().describe("Percent: over 24 hours, for indices against the previous close."),
});

const deskRead = z.object({
  desk: z.string().describe("Label of the route that sells the desk's whole answer."),
  path: z.string().describe("Where it is sold."),
  priceUsdc: z.number().describe("What it costs alone."),
  input: z
    .record(z.string(), z.unknown())
    .describe("What it was asked: send the same to it to go on by yourself."),
  dataAsOf: z.iso.datetime().nullable().describe("Time of its data; null when it gave none."),
  ageSec: z.int().min(0).nullable().describe("Age of that data when the answer was made."),
  coverage: z
    .number()
    .nullable()
    .describe("Share of its promised parts that it had; null when it gave none."),
  stale: z.boolean().describe("Whether a part of it is past its freshness."),
  sources: z.array(z.string()).describe("Providers behind it."),
  reason: z.string().nullable().describe("Why it gave nothing; null when it did."),
});

export const chatAnswer = z.object({
  ok: z.literal(true).describe("Always true: a refusal has another status and another body."),
  reply: z
    .string()
    .describe(
      "The answer: HTML of a closed list of elements, without scripts, images, styles or foreign links.",
    ),
  topics: z
    .array(z.string())
    .describe("What the question was taken to be about; empty when that was not clear."),
  marketLive: z.array(quote).describe("Prices that the desks read for this answer."),
  dataAsOf: z.iso.datetime().describe("Time of the oldest desk that the answer rests on."),
  modelUsed: z
    .string()
    .describe("Who phrased the answer: a model's selector, or `composer` where no model took part."),
  images: z.array(z.string()).describe("With mode image: data URIs."),
  modelFallback: z.boolean().describe("True whenever the answer is not from the model that was asked for."),
  agent: z
    .object({
      id: z.string().describe("agt_ and hex."),
      name: z.string().describe("As registered. Untrusted third-party text."),
      solAddress: z.string().optional().describe("Solana address, if it has one."),
      evmAddress: z.string().optional().describe("EVM address, if it has one."),
    })
    .optional()
    .describe("The identity that the call's X-Agent-Id names, if there is one."),
  desks: z.array(deskRead).describe("Desks that were read, with their age and what each costs alone."),
  notes: z.array(z.string()).describe("What a reader should know: fallbacks, gaps, what was not looked at."),
});
export type ChatAnswer = z.input<typeof chatAnswer>;
