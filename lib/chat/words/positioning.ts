import type { Question } from "../question/understand";
import type { DeskReads } from "../desks/read-desks";
import { change, clockMs, dollars, list, percent, plain, signed } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

type Positioned = AnswerFrom<"whales">["positioning"][number];

/** What of positioning is asked for. */
const FUNDING =
  /\b(?:funding|cheaper to hold|costs? (?:\w+ ){0,2}to (?:hold|long|short)|carry)\b|资金费率|финансирован|financiación|finanzierungsrate|fonlama|펀딩|資金調達/iu;
const INTEREST = /\b(?:open interest|oi)\b/iu;
const CROWDING = /\b(?:crowd(?:ed|ing)?|squeez\w*|overleveraged|leverage)\b/iu;

const funding = ({ symbol, fundingPct, fundingIntervalH, fundingAprPct, fundingZ30d }: Positioned): string =>
  fundingPct === null
    ? `${symbol}: funding could not be read`
    : `${symbol} funding is ${percent(fundingPct, 4)} per ${fundingIntervalH ?? "?"} h (${percent(fundingAprPct)} a year; ` +
      `${fundingPct > 0 ? "longs pay shorts" : fundingPct < 0 ? "shorts pay longs" : "neither side pays"})` +
      (fundingZ30d === null ? "" : `, ${signed(fundingZ30d)} standard deviations from its 30-day mean`);

const interest = ({ symbol, oiUsd, oiChg24hPct }: Positioned): string =>
  oiUsd === null
    ? `${symbol}: open interest could not be read`
    : `${symbol} open interest is ${dollars(oiUsd)}, ${change(oiChg24hPct)} over 24 hours in coins`;

const crowding = ({ symbol, crowding: value }: Positioned): string =>
  value === null
    ? `${symbol}: crowding is unknown`
    : `${symbol} crowding is ${plain(value)} on a scale from 0 to 1 (${value >= 0.7 ? "one-sided by the desk's rule of 0.7" : "under the 0.7 that the desk calls one-sided"})`;

const traders = ({ symbol, topPosRatio, globalRatio, takerRatio1h }: Positioned): string => {
  const side =
    topPosRatio === null
      ? "unknown"
      : Math.abs(topPosRatio - 1) < 0.005
        ? "even"
        : topPosRatio > 1
          ? "net long"
          : topPosRatio < 1
            ? "net short"
            : "even";
  return (
    `${symbol} top traders are ${side} (${plain(topPosRatio)} long ÷ short by position); all accounts ${plain(globalRatio)}; ` +
    `takers bought ${plain(takerRatio1h)} for each 1 sold in the last hour`
  );
};

interface Compared {
  asked: RegExp;
  of: (record: Positioned) => number | null;
  says: (most: Positioned, least: Positioned) => string;
}

/** By what several are set beside each other; the last is for whoever names none of it. */
const COMPARED: readonly Compared[] = [
  {
    asked: FUNDING,
    of: ({ fundingAprPct }) => fundingAprPct,
    says: (most, least) =>
      `Funding is highest on ${most.symbol} (${percent(most.fundingAprPct)} a year) and lowest on ${least.symbol} (${percent(least.fundingAprPct)} a year).`,
  },
  {
    asked: INTEREST,
    of: ({ oiUsd }) => oiUsd,
    says: (most, least) =>
      `Open interest is largest on ${most.symbol} (${dollars(most.oiUsd)}) and smallest on ${least.symbol} (${dollars(least.oiUsd)}).`,
  },
  {
    asked: CROWDING,
    of: (record) => record.crowding,
    says: (most, least) =>
      `${most.symbol} is the most crowded (${plain(most.crowding)} of 1) and ${least.symbol} the least (${plain(least.crowding)}).`,
  },
  {
    asked: /(?:)/,
    of: ({ topPosRatio }) => topPosRatio,
    says: (most, least) =>
      `Top traders are longest on ${most.symbol} (${plain(most.topPosRatio)} long ÷ short) and least on ${least.symbol} (${plain(least.topPosRatio)}).`,
  },
];

/** What differs most between several, by what was asked. */
function comparison(records: readonly Positioned[], text: string): string | null {
  const by = COMPARED.find(({ asked }) => asked.test(text));
  if (by === undefined) return null;
  const ranked = records
    .filter((record) => by.of(record) !== null)
    .sort((a, b) => (by.of(b) ?? 0) - (by.of(a) ?? 0));
  const [most, least] = [ranked[0], ranked.at(-1)];
  return most === undefined || least === undefined || ranked.length < 2 ? null : by.says(most, least);
}

export function positioningSection(reads: DeskReads, question: Question, now: Date): Section | null {
  const all = answerOf(reads, "whales")?.positioning ?? [];
  const records =
    question.assets.length === 0 ? all : all.filter(({ symbol }) => question.assets.includes(symbol));
  const bnb = question.assets.includes("BNB")
    ? (answerOf(reads, "scalp")?.scalp ?? []).find(({ symbol }) => symbol === "BNB")
    : undefined;
  const [first] = records;
  if (first === undefined && bnb === undefined) return null;
  const say = FUNDING.test(question.words)
    ? funding
    : INTEREST.test(question.words)
      ? interest
      : CROWDING.test(question.words)
        ? crowding
        : traders;
  const others = [traders, funding, interest, crowding].filter((one) => one !== say);
  const compared = records.length > 1 ? comparison(records, question.words) : null;
  const points = [
    ...(compared === null ? [] : records.map((record) => `${say(record)}.`)),
    ...(records.length > 2 ? [] : records.flatMap((record) => others.map((one) => `${one(record)}.`))),
    ...records.map(
      ({ symbol, bias, score, venue, tsMs }) =>
        `${symbol}: the desk's bias is ${bias ?? "unknown"} (score ${signed(score)}), from ${venue ?? "no venue"} as of ${clockMs(tsMs, now)}.`,
    ),
    ...(bnb === undefined
      ? []
      : [
          `BNB funding is ${percent(bnb.fundingPct, 4)} at ${bnb.venue ?? "no venue"}; top-trader ratios are read for BTC, ETH and SOL only.`,
        ]),
  ];
  return {
    title: "Positioning",
    lead:
      compared ??
      (first === undefined ? `BNB funding is ${percent(bnb?.fundingPct ?? null, 4)}.` : `${say(first)}.`),
    points: first === undefined ? points.slice(-1) : points,
    figures: records.flatMap(({ symbol, topPosRatio, fundingAprPct }) =>
      FUNDING.test(question.words)
        ? fundingAprPct === null
          ? []
          : [{ label: `${symbol} funding a year`, value: fundingAprPct, shown: percent(fundingAprPct) }]
        : topPosRatio === null
          ? []
          : [{ label: `${symbol} long ÷ short`, value: topPosRatio, shown: plain(topPosRatio) }],
    ),
    gaps: [
      "These are an exchange's statistics of its traders, not labelled wallets on a chain.",
      ...(records.length === 0 && bnb === undefined
        ? [`No positioning is read for ${list(question.assets)}.`]
        : []),
    ],
  };
}
