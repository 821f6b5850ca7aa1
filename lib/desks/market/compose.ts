import type { AnswerOf } from "@/lib/catalog/define";
import { coverageOf, creditByAge } from "../coverage";
import { envelopeOf, newest } from "../envelope";
import { storiesOf } from "../headlines";
import { UNREAD_LOUNGE_NOTE } from "../lounge";
import { markOf } from "../mark";
import { CRYPTO_MAX_AGE, HEADLINES_MAX_AGE } from "../max-age";
import type { Composed } from "../sell";
import { marketEntry } from "./entry";
import type { MarketInputs } from "./gather";
import { TICK_SYMBOLS } from "./vocabulary";

export type MarketAnswer = AnswerOf<typeof marketEntry>;

export const MARKET_METHOD = "market/2";
const SHOWN = 10;

/** Docs: docs/method.md, "Market". Teasers are the lounge's; that it can't be read a note says. */
export function composeMarket(
  { marks, dayOpen, feeds, teasers }: MarketInputs,
  now: Date,
): Composed<MarketAnswer> {
  const ticks = TICK_SYMBOLS.map((symbol) => ({
    symbol,
    ...markOf({ symbol, asked: marks[symbol], dayOpen: dayOpen[symbol], maxAge: CRYPTO_MAX_AGE }, now),
  }));
  const stories = storiesOf(feeds);
  const credits = {
    ticks: ticks.flatMap((tick) => tick.credits),
    headlines: [creditByAge(stories[0]?.publishedAt ?? null, HEADLINES_MAX_AGE, now)],
  };
  const disbelieved = (symbol: keyof MarketInputs["marks"]): string =>
    marks[symbol].some(({ status }) => status === "implausible") ? " (implausible)" : "";
  const priced = ticks.some(({ value }) => value.price !== null);
  const hasHeadlines = credits.headlines[0] !== 0;
  const used = [
    ...ticks.flatMap((tick) => tick.used),
    ...(hasHeadlines ? feeds.filter(({ value }) => value !== null) : []),
  ];
  const answer: MarketAnswer = {
    ...envelopeOf(
      marketEntry,
      {
        summary:
          ticks
            .map(({ symbol, value }) =>
              value.price === null ? `${symbol} unknown${disbelieved(symbol)}` : `${symbol} $${value.price}`,
            )
            .join(", ") + `; ${hasHeadlines ? Math.min(SHOWN, stories.length) : "no"} headlines.`,
        method: MARKET_METHOD,
        asked: [...Object.values(marks).flat(), ...Object.values(dayOpen), ...feeds],
        used,
        coverage: coverageOf(marketEntry.coverage, credits),
        dataAsOf: newest(
          used.map(({ asOf }) => asOf),
          now,
        ),
        stale: Object.values(credits).flat().includes(0.5),
        notes: [...(teasers === null ? [UNREAD_LOUNGE_NOTE] : []), ...ticks.flatMap((tick) => tick.notes)],
      },
      now,
    ),
    ticks: priced ? ticks.map(({ symbol, value }) => ({ symbol, ...value })) : null,
    headlines: hasHeadlines ? stories.slice(0, SHOWN).map(({ alsoIn: _, ...headline }) => headline) : null,
    teasers: [...(teasers ?? [])],
  };
  return { answer, missing: [...(priced ? [] : ["ticks"]), ...(hasHeadlines ? [] : ["headlines"])] };
}
