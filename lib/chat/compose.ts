import type { CHAT_DESKS, DeskName, DeskReads } from "./desks/read-desks";
import { inEnglishOnly } from "./question/language";
import type { Topic } from "./question/topics";
import type { Question } from "./question/understand";
import {
  airdropSection,
  listingSection,
  momentumSection,
  screenSection,
  tokenSection,
  walletSection,
} from "./words/candidates";
import { list, quoted } from "./words/format";
import { calendarSection, ratesSection, sentimentSection } from "./words/macro";
import { otherCoin, otherHandoff, otherPlanSection } from "./words/plan";
import { newsSection } from "./words/news";
import { positioningSection } from "./words/positioning";
import { priceSection } from "./words/price";
import type { Section } from "./words/section";
import { serviceSections } from "./words/service";
import { tapeSection } from "./words/tape";
import { tvlSection } from "./words/tvl";
import { handoffIn, verdictSection } from "./words/verdict";
import { whySection } from "./words/why";
import { poolsSection, yieldsSection } from "./words/yields";

/** What the desks say to a question, before anybody phrases it. */
export interface Composition {
  sections: readonly Section[];
  /** Said before anything else: what the question was not understood as, or can't be answered by. */
  remarks: readonly string[];
  /** What was asked and is not covered. */
  gaps: readonly string[];
  /** The line that an agent passes on; null where no plan was asked for. */
  handoff: string | null;
}

function sectionOf(
  topic: Topic,
  reads: DeskReads,
  question: Question,
  now: Date,
  origin: string,
): Section | null {
  switch (topic) {
    case "plan": {
      const other = otherCoin(question.assets);
      return other === null
        ? verdictSection(reads, question, now, origin, true)
        : otherPlanSection(reads, other);
    }
    case "change":
    case "verdict":
      return verdictSection(reads, question, now, origin, false);
    case "price":
      return priceSection(reads, question, now);
    case "positioning":
      return positioningSection(reads, question, now);
    case "tape":
      return tapeSection(reads, question, now);
    case "sentiment":
      return sentimentSection(reads);
    case "rates":
      return ratesSection(reads, question);
    case "calendar":
      return calendarSection(reads, question, now);
    case "tvl":
      return tvlSection(reads, question);
    case "yields":
      return yieldsSection(reads, question);
    case "pools":
      return poolsSection(reads);
    case "airdrops":
      return airdropSection(reads, question, now);
    case "listings":
      return listingSection(reads, question, now);
    case "momentum":
      return momentumSection(reads);
    case "new tokens":
      return screenSection(reads);
    case "token":
      return tokenSection(reads);
    case "wallet":
      return walletSection(reads);
    case "news":
      return newsSection(reads, question, now);
  }
}

/** Which topics a desk speaks to when it was read for what the question implies. */
const TOPICS_OF: Readonly<Partial<Record<keyof typeof CHAT_DESKS, readonly Topic[]>>> = {
  macro: ["price"],
  scalp: ["tape"],
  whales: ["positioning"],
  verdict: ["verdict"],
  wire: ["news"],
  tvl: ["tvl"],
  yields: ["yields"],
};
const IN_OVERVIEW: readonly Topic[] = ["price", "sentiment", "verdict", "positioning", "news", "calendar"];
const BY_SYMBOL = new Set<Topic>(["price", "positioning", "tape"]);

/** The sections of an answer, in order: what was asked by name, then what the question implies. */
function topicsOf(question: Question, asked: readonly DeskName[]): Topic[] {
  const { topics, overview, assets, asksWhy, unread } = question;
  // Beside what nobody reads, the price is enough: the desks that it comes from have more to say.
  if (topics.length === 0 && unread.length > 0 && assets.length > 0 && !asksWhy) return ["price"];
  if (overview && topics.length === 0 && assets.length === 0) return [...IN_OVERVIEW];
  const implied = asked.flatMap((name) => TOPICS_OF[name] ?? []);
  const spot = assets.length > 0 && asked.includes("scalp") ? ["price" as const] : [];
  // A plan, and a reason, rest on all that was read.
  const all =
    topics.includes("plan") || topics.length === 0 || asksWhy ? [...topics, ...spot, ...implied] : topics;
  return [...new Set(all.filter((topic) => topic !== "verdict" || !all.includes("plan")))];
}

const isEmpty = ({
  topics,
  assets,
  uncovered,
  unread,
  chains,
  projects,
  overview,
  service,
  addresses,
}: Question): boolean =>
  [topics, assets, uncovered, unread, chains, projects, service].every(({ length }) => length === 0) &&
  !overview &&
  addresses.evm === undefined &&
  addresses.solana === undefined;

/** What a desk said of a question that it could not answer as it was put. */
const refusedIn = (reads: DeskReads): string[] =>
  Object.values(reads).flatMap(({ refused }) =>
    refused !== null && refused.status < 500 ? [refused.why] : [],
  );

function remarksOn(question: Question, reads: DeskReads, hasSections: boolean): string[] {
  const { language, uncovered, unread, slips, refersTo, asksWhy, time, topics, service } = question;
  const only = inEnglishOnly(language);
  return [
    ...(only === null ? [] : [`${only} (I answer in English only.)`]),
    ...slips.map(([said, meant]) => `I read ${quoted(said)} as ${quoted(meant)}.`),
    ...(unread.length === 0
      ? []
      : [`No desk reads ${list(unread)}, so I can't say. What is nearest to it follows.`]),
    ...(isEmpty(question) || (!hasSections && service.length === 0 && unread.length === 0)
      ? [
          "I can't tell what you are asking about the market. Name an asset (BTC, ETH, SOL, BNB, gold, S&P 500), a chain, or a topic such as price, funding, yields, TVL, news, the Fed or the verdict. This is where the market stands:",
        ]
      : []),
    ...(uncovered.length === 0
      ? []
      : [
          `No desk covers ${list(uncovered)} by name, so I have no price, positioning or verdict on ${uncovered.length > 1 ? "them" : "it"}.${topics.includes("listings") || topics.includes("news") ? "" : " A token can be looked at by its address (svc-intel-trenches)."}`,
        ]),
    ...refusedIn(reads).map((message) => `One desk had nothing: ${message}`),
    ...(refersTo === null ? [] : [`I take this as going on from ${quoted(refersTo)}.`]),
    ...(time === "future"
      ? ["Nobody here forecasts: no desk predicts a price or a date. What follows is how things stand now."]
      : time === "past"
        ? [
            "The desks read the present and keep no history, so I can't say how it was then. What follows is how things stand now, with the changes that they do read.",
          ]
        : []),
    ...(asksWhy && service.length === 0
      ? ["The desks show what goes along with a move, not what caused it."]
      : []),
  ];
}

function handoffOf({ assets }: Question, reads: DeskReads, now: Date, origin: string): string | null {
  const other = otherCoin(assets);
  return other === null ? (handoffIn(reads, origin)?.handoff ?? null) : otherHandoff(reads, other, now);
}

/** Of each section the first points, where the whole market is asked for. */
const IN_SHORT = 3;
const short = (section: Section): Section => ({ ...section, points: section.points.slice(0, IN_SHORT) });

/**
 * The answer by rules: sections in the order of the question, each with what it rests on, and what is not known said
 * plainly. Pure. `asked`: the desks that the question is about, among those that were read.
 */
export function compose(
  question: Question,
  reads: DeskReads,
  asked: readonly DeskName[],
  now: Date,
  origin: string,
): Composition {
  const { service, topics } = question;
  const aboutService = serviceSections(service, question.text);
  const covered = question.assets.filter(
    (asset) => asset !== "SPX" && asset !== "VIX" && asset !== "DXY" && asset !== "GOLD",
  );
  const market = topicsOf(question, asked)
    .filter(
      (topic) =>
        !(BY_SYMBOL.has(topic) && topic !== "price" && question.assets.length > 0 && covered.length === 0),
    )
    .map((topic) => sectionOf(topic, reads, question, now, origin))
    .filter((section) => section !== null);
  const why = question.asksWhy && market.length > 0 ? whySection(reads, question, now) : null;
  const hasSections = market.length + aboutService.length > 0;
  const fallback =
    market.length > 0 || aboutService.length > 0
      ? []
      : [priceSection(reads, { ...question, assets: [] }, now), sentimentSection(reads)].filter(
          (section) => section !== null,
        );
  const sections = [
    ...aboutService,
    ...(why === null ? [] : [why]),
    ...(question.overview ? market.map(short) : market),
    ...fallback,
  ];
  return {
    sections,
    remarks: remarksOn(question, reads, hasSections),
    gaps: [...new Set(sections.flatMap(({ gaps = [] }) => gaps))],
    handoff: topics.includes("plan") ? handoffOf(question, reads, now, origin) : null,
  };
}
