import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { Headline } from "@/lib/catalog/intel/answers/envelope";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { ApiError } from "@/lib/http/api-error";
import { coverageOf, creditByAge, creditByStatus } from "../coverage";
import { envelopeOf, newest } from "../envelope";
import { storiesOf } from "../headlines";
import { NO_LOUNGE_NOTE } from "../lounge";
import { nothingFound } from "../nothing-found";
import { HEADLINES_MAX_AGE } from "../max-age";
import type { Composed } from "../sell";
import type { Story } from "../stories";
import { wireEntry } from "./entry";
import type { WireInputs } from "./gather";

export type WireAnswer = AnswerOf<typeof wireEntry>;
type WireInput = z.output<typeof wireEntry.input>;

export const WIRE_METHOD = "wire/2";

/** Docs: docs/method.md, "Wire". A newspaper without news of three days is not one; the Fed may be silent for longer. */
export function composeWire(
  { feeds, lounge }: WireInputs,
  { category, limit }: WireInput,
  now: Date,
): Composed<WireAnswer> {
  const { fedPress, fedMonetary, ...papers } = feeds;
  const official = [fedPress, fedMonetary];
  const asked = [...Object.values(papers), ...official];
  const credits = {
    crypto: Object.values(papers).map(({ asOf }) => creditByAge(asOf, HEADLINES_MAX_AGE, now)),
    official: official.map(creditByStatus),
  };
  const stories = withLounge(storiesOf(asked), lounge ?? []);
  const onTopic =
    category === "all" ? stories : stories.filter(({ categories }) => categories.includes(category));
  const shown = shownOf(onTopic, limit);
  const used = asked.filter(({ value }) => value !== null);
  const answer: WireAnswer = {
    ...envelopeOf(
      wireEntry,
      {
        summary: `${shown.length} of ${onTopic.length} headlines on ${category}, the newest ${shown[0]?.publishedAt ?? "none"} by ${shown[0]?.source ?? "nobody"}.`,
        method: WIRE_METHOD,
        asked,
        used,
        coverage: coverageOf(wireEntry.coverage, credits),
        dataAsOf: newest(
          used.map(({ asOf }) => asOf),
          now,
        ),
        stale: Object.values(credits).flat().includes(0.5),
        notes: [
          "Titles are their publishers' words, as published; a creator's stand in quotation marks.",
          ...(lounge === null ? [NO_LOUNGE_NOTE] : []),
        ],
      },
      now,
    ),
    category,
    matched: onTopic.length,
    headlines: shown,
  };
  const missing = asked.filter(({ value }) => value === null).map(({ id }) => id);
  const isEmpty = onTopic.length === 0 && answer.coverage >= MIN_COVERAGE;
  return { answer, missing, nothing: isEmpty ? nothingOn(category, stories) : undefined };
}

/** Of so many rows at most one is a creator's: a row costs a creator two cents. */
const ROWS_A_CREATOR = 5;

/** The newest, of which a fifth at most is the lounge's. */
function shownOf(stories: readonly Story[], limit: number): Story[] {
  let left = Math.floor(limit / ROWS_A_CREATOR);
  return stories.filter(({ origin }) => origin !== "lounge" || left-- > 0).slice(0, limit);
}

/** The topics that have headlines are what would match. */
function nothingOn(category: string, stories: readonly Story[]): ApiError {
  const topics = [...new Set(stories.flatMap(({ categories }) => categories))].sort();
  return nothingFound(
    "category",
    category === "all" ? "No feed has a headline." : `No headline at the moment is on ${category}.`,
    topics.length === 0 ? "nothing now, later again" : ["all", ...topics].join(", "),
  );
}

/** A creator's signal stands by itself, whatever a publisher's title says. */
const withLounge = (stories: readonly Story[], signals: readonly Headline[]): Story[] =>
  [...stories, ...signals.map((signal) => ({ ...signal, alsoIn: [] }))].sort((a, b) =>
    b.publishedAt.localeCompare(a.publishedAt),
  );
