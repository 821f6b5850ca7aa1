import * as z from "zod";

/** How reading a source went: `ok` and `stale` carry a value, every other word says why there is none. */
export const SOURCE_STATUSES = [
  "ok",
  "stale",
  "timeout",
  "network",
  "geo_blocked",
  "rate_limited",
  "http_error",
  "too_large",
  "schema",
  "suspect_empty",
  "implausible",
] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

const instant = z.iso.datetime();

const provenance = z.object({
  id: z.string().describe("Source that was asked."),
  status: z
    .enum(SOURCE_STATUSES)
    .describe("`ok`; `stale`: an earlier answer past its freshness window; else why there is no answer."),
  asOf: instant
    .nullable()
    .describe(
      "Time of the data itself where the provider gives one, else when it was read; null if unknown.",
    ),
  ageSec: z.int().min(0).nullable().describe("Age of the data when this answer was made, in seconds."),
});

/** What every intel answer carries beside the fields that its own route promises; `kind` is the route's label. */
export const envelope = <Kind extends string>(kind: Kind) => ({
  summary: z
    .string()
    .max(300)
    .describe("The answer in one line. Names in it are at most tickers; tokens stand by their addresses."),
  ok: z.literal(true).describe("Always true: a refusal has another status and another body."),
  kind: z.literal(kind).describe("Which desk answered."),
  dataAsOf: instant.describe("Time of the data as a whole; the route's method page says how it is chosen."),
  asOf: z
    .record(z.string(), instant)
    .optional()
    .describe(
      "Times of the blocks whose data is a minute or more off `dataAsOf`, by path, such as `candidates[].narrative`; a path also covers what is inside it. Absent when there is none.",
    ),
  sources: z.array(z.string()).describe("Names of the providers whose data is in the answer."),
  provenance: z
    .array(provenance)
    .describe(
      'Sources that were asked and were not `ok`, with how that went; with `detail: "full"` every source that was asked.',
    ),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of the promised parts, by their weights, that rest on data within its freshness."),
  notApplicable: z
    .array(z.string())
    .optional()
    .describe(
      "Promised parts that can't exist for this subject, or that the request switched off; `coverage` is of the others. Absent when none.",
    ),
  stale: z.boolean().describe("True when any part rests on data past its freshness window."),
  method: z.string().describe("Version of the method that made this answer, as in docs/method.md."),
  notes: z.array(z.string()).describe("What a reader should know: fallbacks, gaps, caveats, attribution."),
});

/** The envelope of the answers of one kind. */
export type Envelope<Kind extends string> = z.input<z.ZodObject<ReturnType<typeof envelope<Kind>>>>;

export const headline = z.object({
  title: z.string().describe("As published, plain text, at most 300 characters. Untrusted third-party text."),
  source: z.string().describe("Publisher."),
  url: z.url({ protocol: /^https?$/ }).describe("The publisher's page."),
  publishedAt: instant.describe("As the publisher dates it, in UTC."),
  origin: z.enum(["live", "lounge"]).describe("`live`: a publisher's feed; `lounge`: a creator signal."),
  categories: z.array(z.string()).describe("Topics by feed and word list."),
});
export type Headline = z.input<typeof headline>;
