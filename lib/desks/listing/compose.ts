import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import type { RiskFlag } from "@/lib/catalog/intel/answers/candidate";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { Reading } from "@/lib/sources/source";
import { oldestOf } from "../block-times";
import { candidateOf, type Context, type Found, type InsiderOf, NO_INSIDER, summaryOf } from "../candidate";
import { compactUsd } from "../compact-usd";
import { contextTimes } from "../context-times";
import { coverageOf, creditByStatus } from "../coverage";
import { envelopeOf } from "../envelope";
import { evidenceClassOf, inEvidenceOrder } from "../evidence-order";
import { institutionalFrom } from "../institutional";
import { narrativesFrom } from "../narrative";
import { nothingFound } from "../nothing-found";
import { positioningReadingsOf } from "../positioning-venues";
import { round } from "../round";
import type { Composed } from "../sell";
import { listingEntry } from "./entry";
import { contractOf } from "./contract";
import { type Announced, announcedIn, type ListingInputs } from "./gather";
import { hasKrwPair, sinceAnnounced, tradedOn } from "./market";
import { statusOf } from "./status";

export type ListingAnswer = AnswerOf<typeof listingEntry>;
type Candidate = ListingAnswer["candidates"][number];
type Input = Pick<z.output<typeof listingEntry.input>, "limit" | "includeInsider" | "chain">;

export const LISTING_METHOD = "listing/5";

const HOUR_MS = 3_600_000;
/** Older announcements are history: freshness 0.09 and less. */
const MAX_AGE_HOURS = 7 * 24;
const DECAY_HOURS = 24;
const MAX_OTHERS = 8;

const NOT_A_FORECAST =
  "Freshness is the age of an announcement and nothing else; a listing's status is by age: titles give no time.";

const BY_TICKER =
  "Markets are found by ticker, prices are in tether. Contracts are known of verified tokens on Solana only.";

/** Docs: docs/method.md, "Listing". */
export function composeListing(
  inputs: ListingInputs,
  { limit, includeInsider, chain }: Input,
  insider: InsiderOf,
  now: Date,
): Composed<ListingAnswer> {
  const { venues, feeds, positioning, market, verified } = inputs;
  const found = announcedIn(venues)
    .flatMap((announcement) => listingsOf(announcement, inputs, now))
    .sort((a, b) => newestFirst(b, a)); // so that of the same thing the newest stays
  const narrativeOf = narrativesFrom(feeds);
  const institutionalOf = institutionalFrom(positioning, now);
  const contextOf = (one: Listing["found"]): Context => ({
    narrative: narrativeOf(one),
    insider: includeInsider ? insider(one) : NO_INSIDER,
    institutional: institutionalOf(one.symbol),
  });
  const all = [...new Map(found.map((one) => [keyOf(one), one])).values()].sort(newestFirst);
  const newest = all.filter(({ found: one }) => isOn(one.chain, chain));
  const looked = inEvidenceOrder(newest, ({ found: one }) => evidenceClassOf(contextOf(one), one.measured));
  const candidates = looked.slice(0, limit).map(({ found: one, score }): Candidate => ({
    ...candidateOf(one, contextOf(one), score),
    freshness: score,
  }));
  const parts: Record<string, readonly Reading<unknown>[]> = {
    binance: venues.Binance,
    okx: venues.OKX,
    upbit: venues.Upbit,
    kraken: venues.Kraken,
    market: [
      ...Object.values(market.spot),
      verified,
      ...Object.values(market.hours).map(({ reading }) => reading),
    ],
    headlines: feeds,
  };
  const coverage = coverageOf(
    listingEntry.coverage,
    Object.fromEntries(Object.entries(parts).map(([part, of]) => [part, of.map(creditByStatus)])),
  );
  const asked = [...Object.values(parts).flat(), ...positioningReadingsOf(positioning)];
  return {
    answer: {
      ...envelopeOf(
        listingEntry,
        {
          summary: summaryOf(
            "listing",
            candidates.map(({ freshness, ...one }) => ({ ...one, score: freshness })),
            looked.length,
          ),
          method: LISTING_METHOD,
          asked,
          used: asked.filter(({ value }) => value !== null),
          coverage,
          blocks: {
            candidates: oldestOf(Object.values(venues).flat()),
            "candidates[].onchain.krwPair": market.spot.Upbit.asOf,
            "candidates[].onchain.tradedOn": oldestOf(Object.values(market.spot)),
            "candidates[].onchain.contract": shownTime(candidates, ({ contract }) => contract, [verified]),
            "candidates[].onchain.since": shownTime(
              candidates,
              ({ since }) => since,
              Object.values(market.hours).map(({ reading }) => reading),
            ),
            ...contextTimes(candidates, feeds, positioning),
          },
          notes: [
            NOT_A_FORECAST,
            BY_TICKER,
            ...(chain === undefined ? [] : [leftOut(all.length - newest.length, chain)]),
          ],
        },
        now,
      ),
      candidates,
    },
    missing: Object.entries(parts)
      .filter(([, of]) => of.every(({ value }) => value === null))
      .map(([part]) => part),
    nothing: candidates.length === 0 && coverage >= MIN_COVERAGE ? nothingOn(chain, all) : undefined,
  };
}

/** Time of a member that some candidate has. */
const shownTime = (
  candidates: readonly Candidate[],
  pick: (onchain: Candidate["onchain"]) => unknown,
  readings: readonly Reading<unknown>[],
): string | null => (candidates.some(({ onchain }) => pick(onchain) !== null) ? oldestOf(readings) : null);

const QUIET = nothingFound(
  "limit",
  "No exchange announced a listing or delisting in the last 7 days.",
  "nothing now, later again",
);

/** Announcements name no chain: a coin's is known by its contract alone. */
const isOn = (known: string | null | undefined, asked: string | undefined): boolean =>
  asked === undefined || known?.toLowerCase() === asked.toLowerCase();

const leftOut = (count: number, chain: string): string =>
  `Announcements name no chain: ${count} left out, as no contract of theirs is known on “${chain}”.`;

function nothingOn(chain: string | undefined, all: readonly Listing[]): typeof QUIET {
  if (chain === undefined || all.length === 0) return QUIET;
  const known = new Set(all.flatMap(({ found: one }) => one.chain ?? []));
  return nothingFound(
    "chain",
    `No coin that was announced in the last 7 days is known to be on “${chain}”.`,
    [...known, "a request without `chain`"].join(", "),
  );
}

interface Listing {
  found: Found<"listing", Candidate["onchain"]>;
  /** Its freshness. */
  score: number;
}

/** A candidate for each ticker of an announcement; none when it is over a week old. */
function listingsOf(announced: Announced, { market, verified }: ListingInputs, now: Date): Listing[] {
  const { venue, title, url, publishedAt, parsed } = announced;
  const ageHours = Math.max(0, (now.getTime() - Date.parse(publishedAt)) / HOUR_MS);
  if (ageHours > MAX_AGE_HOURS) return [];
  const { action, tokens, markets, day } = parsed;
  const score = round(100 * Math.exp(-ageHours / DECAY_HOURS), 2);
  const delists = action === "delist";
  return tokens.map(({ ticker, name }) => {
    const contract = contractOf(ticker, name, verified.value);
    const since = delists ? null : sinceAnnounced(ticker, publishedAt, market);
    const traded = tradedOn(ticker, market);
    const found: Listing["found"] = {
      kind: "listing",
      name: name ?? ticker,
      symbol: ticker,
      chain: contract?.chain ?? null,
      venue,
      eventTime: delists ? day : null,
      firstSeen: publishedAt,
      url,
      evidence: [
        `${venue}: “${title}”`,
        ...(since === null
          ? []
          : [
              `${signed(since.changePct)} % and ${compactUsd(since.volumeUsd)} traded since, on ${since.venue}.`,
            ]),
      ],
      measured: since === null ? null : "market",
      status: statusOf(ticker, announced, market, now),
      onchain: {
        action,
        ageHours: round(ageHours, 2),
        markets: [...markets],
        krwPair: hasKrwPair(ticker, markets, market),
        tradedOn: traded,
        contract,
        since,
        others: tokens
          .map((other) => other.ticker)
          .filter((other) => other !== ticker)
          .slice(0, MAX_OTHERS),
      },
      riskFlags: delists
        ? [
            {
              id: "delisting",
              level: "danger",
              detail: `${venue} ends trading${day === null ? "" : ` on ${day.slice(0, 10)}`}.`,
            },
          ]
        : [
            {
              id: "first_hours",
              level: "caution",
              detail: "Prices around a listing move most in its first hours, both ways.",
            },
            ...(traded?.length === 0 && contract === null ? [NOT_TRADED] : []),
          ],
    };
    return { score, found };
  });
}

const NOT_TRADED: RiskFlag = {
  id: "not_traded",
  level: "caution",
  detail: "No exchange whose list was read trades it yet, and no contract is known: there is nothing to buy.",
};

const signed = (value: number): string => `${value > 0 ? "+" : ""}${value}`;

const newestFirst = ({ found: a }: Listing, { found: b }: Listing): number =>
  (b.firstSeen ?? "").localeCompare(a.firstSeen ?? "") ||
  order(a.venue ?? "", b.venue ?? "") ||
  order(a.symbol ?? "", b.symbol ?? "");

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An exchange may announce the same twice. */
const keyOf = ({ found: { venue, symbol, onchain } }: Listing): string =>
  [venue, symbol, onchain.action].join(" ");
