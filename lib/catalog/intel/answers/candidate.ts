import * as z from "zod";
import { EVIDENCE_CLASSES } from "../candidate";
import { headline } from "./envelope";

/** What an alpha desk proposes to look at. */
export const CANDIDATE_KINDS = ["airdrop", "listing", "momentum"] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** `rumour`: nobody official said so; `announced`: official, still ahead; `live`: happening; `ended`: over. */
export const CANDIDATE_STATUSES = ["rumour", "announced", "live", "ended"] as const;

const insiderSignal = z.object({
  signalId: z.string().describe("The published signal; its summary can be unlocked by this id."),
  line: z
    .string()
    .describe("The view by its facts: stance, age, proof, creator, record. No words of the creator's."),
  stance: z.enum(["long", "short", "none"]).describe("What the creator expects of the asset."),
  publishedAt: z.iso.datetime().describe("When it was published, in UTC."),
});
export type InsiderSignal = z.infer<typeof insiderSignal>;

const kolLine = z.object({
  creator: z.string().describe("The creator's wallet, shortened."),
  line: z.string().describe("The creator's record, in one line."),
});
export type KolLine = z.infer<typeof kolLine>;

const riskFlag = z.object({
  id: z.string().describe("Which risk, stable across answers."),
  level: z.enum(["caution", "danger"]).describe("A `danger` flag makes a candidate not actionable."),
  detail: z.string().describe("The risk in one sentence, with the figure that raised it."),
});
export type RiskFlag = z.infer<typeof riskFlag>;

const institutional = z
  .object({
    topPosRatio: z.number().nullable().describe("Longs over shorts by position of the venue's top traders."),
    fundingPct: z.number().nullable().describe("Funding rate of the perpetual future, in percent a period."),
  })
  .nullable()
  .describe("Futures positioning; null where the asset has no future or nobody was asked.");

/**
 * The fields of every candidate but its score, which each desk names for itself; `onchain` holds the desk's own
 * metrics.
 */
export const candidate = <Kind extends CandidateKind, Onchain extends z.ZodType>(
  kind: Kind,
  onchain: Onchain,
) => ({
  kind: z.literal(kind).describe("Which desk proposes it."),
  name: z.string().describe("Its name, plain text. Untrusted third-party text."),
  symbol: z.string().nullable().describe("Its ticker, plain text; null when it has none. Untrusted text."),
  chain: z.string().nullable().describe("The chain that it lives on; null when it is not one chain's."),
  venue: z
    .string()
    .nullable()
    .describe("Exchange, launchpad or protocol that it happens on. Untrusted text."),
  eventTime: z.iso.datetime().nullable().describe("When it happens or happened, in UTC; null if not dated."),
  firstSeen: z.iso.datetime().nullable().describe("When it first appeared, in UTC."),
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .describe("A page about it."),
  evidence: z
    .array(z.string())
    .describe("What it rests on, a sentence each, the strongest class first. Untrusted where it quotes."),
  restsOn: z
    .enum(EVIDENCE_CLASSES)
    .nullable()
    .describe(
      "Its strongest class of evidence; among scores within 5 points the stronger class comes first.",
    ),
  status: z
    .enum(CANDIDATE_STATUSES)
    .describe("`rumour`, `announced` (official, ahead), `live` (happening) or `ended`."),
  insiderSignals: z.array(insiderSignal).describe("Creator signals about it, newest first."),
  institutional,
  onchain,
  narrative: z
    .array(headline)
    .max(3)
    .nullable()
    .describe("Headlines that name it, newest first, at most 3; null when no headlines could be read."),
  kol: z.array(kolLine).describe("Lines about the creators behind the insider signals."),
  riskFlags: z.array(riskFlag).describe("Known risks; an empty list is no promise of safety."),
  actionable: z
    .boolean()
    .describe("Score of at least 60, no danger flag, and announced or live. Not advice."),
});
