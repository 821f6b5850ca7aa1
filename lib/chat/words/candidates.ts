import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { change, clock, dollars, list, percent, plain, price, strangersName } from "./format";
import { type AnswerFrom, answerOf, type Section } from "./section";

const SHOWN = 4;

interface Flagged {
  riskFlags: readonly { id: string; level: string }[];
}
const flags = ({ riskFlags }: Flagged): string =>
  riskFlags.length === 0
    ? "no known risk flag, which is no promise of safety"
    : `flags: ${riskFlags
        .map(({ id, level }) => `${id} (${level})`)
        .slice(0, 4)
        .join(", ")}`;

const UNSURE = "Names are their makers' own words. A list of candidates is no advice.";

/** A claim that is open, or one that is announced and opens later. */
function claimOf(
  { status, eventTime, onchain: { claimEndsAt } }: AnswerFrom<"airdrop">["candidates"][number],
  now: Date,
): string {
  const until = claimEndsAt === null ? "" : ` until ${clock(claimEndsAt, now)}`;
  return status === "live"
    ? `a claim open${until}`
    : `a claim that opens ${clock(eventTime, now)}${claimEndsAt === null ? "" : `, open${until}`}`;
}

export function airdropSection(reads: DeskReads, _: Question, now: Date): Section | null {
  const answer = answerOf(reads, "airdrop");
  if (answer === null) return null;
  const lines = answer.candidates
    .slice(0, SHOWN)
    .map(
      (one) =>
        `${strangersName(one.name)}${one.chain === null ? "" : ` on ${one.chain}`}: ` +
        (one.onchain.basis === "claim"
          ? claimOf(one, now)
          : `holds ${dollars(one.onchain.tvlUsd)} (${change(one.onchain.change7dPct)} in 7 days) and has no token; nothing is confirmed`) +
        `; score ${plain(one.score, 0)}, ${flags(one)}.`,
    );
  const claims = answer.candidates.filter(
    ({ onchain, status }) => onchain.basis === "claim" && status === "live",
  ).length;
  return {
    title: "Airdrops",
    lead:
      lines.length === 0
        ? "The desk has no candidate."
        : `${claims === 0 ? "No open claim is known" : `${claims} of the first ${answer.candidates.length} ${claims === 1 ? "is an open claim" : "are open claims"}`}; first is ${lines[0] ?? ""}`,
    points: lines.slice(1),
    gaps: [UNSURE, "Whether a protocol without a token will drop one is nobody's data."],
  };
}

export function listingSection(
  reads: DeskReads,
  { words: text, uncovered, assets }: Question,
  now: Date,
): Section | null {
  const answer = answerOf(reads, "listing");
  if (answer === null) return null;
  const venues = ["Binance", "OKX", "Upbit", "Kraken"].filter((venue) =>
    new RegExp(`\\b${venue}\\b`, "i").test(text),
  );
  const delists = /\bdelist/i.test(text);
  const symbols: readonly string[] = [...uncovered, ...assets];
  const fitting = answer.candidates.filter(
    (one) =>
      (venues.length === 0 || (one.venue !== null && venues.includes(one.venue))) &&
      (!delists || one.onchain.action === "delist") &&
      (symbols.length === 0 ||
        symbols.includes(one.symbol ?? "") ||
        one.onchain.others.some((other) => symbols.includes(other))),
  );
  const lines = fitting
    .slice(0, SHOWN)
    .map(
      ({ name, symbol, venue, status, onchain, eventTime, firstSeen }) =>
        `${venue ?? "An exchange"}: ${onchain.action === "delist" ? "delists" : "lists"} ${strangersName(symbol ?? name)} (${status}), announced ${plain(onchain.ageHours, 1)} h ago${eventTime === null ? "" : `, dated ${clock(eventTime, now)}`}${firstSeen === null ? "" : ` (seen ${clock(firstSeen, now)})`}.`,
    );
  const asked = `${delists ? "delisting" : "announcement"}${symbols.length === 0 ? "" : ` of ${list(symbols)}`}${venues.length === 0 ? "" : ` by ${list(venues)}`}`;
  // Among scores that are near, the desk has first what more is known of.
  const others = answer.candidates
    .toSorted((a, b) => a.onchain.ageHours - b.onchain.ageHours)
    .slice(0, 2)
    .map(
      ({ symbol, name, venue }, at) =>
        `${at === 0 ? "Newest of all" : "Before it"}: ${strangersName(symbol ?? name)} at ${venue ?? "an exchange"}.`,
    );
  return {
    title: "Listings",
    lead: lines[0] ?? `No ${asked} is among the ${answer.candidates.length} newest that the desk read.`,
    points: lines.length === 0 ? others : lines.slice(1),
    gaps: ["Only announcements of Binance, OKX, Upbit and Kraken are read."],
  };
}

export function momentumSection(reads: DeskReads): Section | null {
  const answer = answerOf(reads, "momentum");
  if (answer === null) return null;
  const lines = answer.candidates
    .slice(0, SHOWN)
    .map(
      ({ name, symbol, chain, onchain, score, direction, ...one }) =>
        `${strangersName(symbol ?? name)} on ${chain ?? "an unknown chain"} (${onchain.address}): ${direction}, score ${plain(score, 0)}, ${change(onchain.change1hPct)} in 1 h, ${change(onchain.change24hPct)} in 24 h, ${dollars(onchain.scoredVolume1hUsd)} of scored volume in 1 h, liquidity ${dollars(onchain.liquidityUsd)}, safety ${onchain.safety}; ${flags(one)}.`,
    );
  return {
    title: "Momentum",
    lead: lines[0] ?? "No token passes the desk's gates at the moment.",
    points: lines.slice(1),
    figures: answer.candidates.flatMap(({ symbol, name, onchain }) =>
      onchain.change1hPct === null
        ? []
        : [
            {
              label: strangersName(symbol ?? name),
              value: onchain.change1hPct,
              shown: change(onchain.change1hPct),
            },
          ],
    ),
    gaps: [UNSURE, ...(answer.theme === null ? [] : [`Looked at: the ${answer.theme} rotation.`])],
  };
}

/** What costs a token points, the worst first. */
const charged = ({ failed, warned }: { failed: readonly string[]; warned: readonly string[] }): string[] => [
  ...failed,
  ...warned,
];

export function screenSection(reads: DeskReads): Section | null {
  const answer = answerOf(reads, "screen");
  if (answer === null) return null;
  const lines = answer.candidates
    .slice(0, SHOWN)
    .map(
      ({ token, safety, narrativeHeat }) =>
        `${strangersName(token.symbol ?? token.name)} (${token.address}): market cap ${dollars(token.mcapUsd)}, liquidity ${dollars(token.liquidityUsd)}, ${change(token.change1hPct)} in 1 h, heat ${plain(narrativeHeat, 0)} of 100; safety ${safety.verdict}` +
        `${charged(safety).length === 0 ? "" : `, points for ${charged(safety).slice(0, 3).join(", ")}`}${safety.missing.length === 0 ? "" : `, unknown ${safety.missing.slice(0, 3).join(", ")}`}.`,
    );
  return {
    title: "New tokens of low market cap",
    lead: lines[0] ?? "No token on the lists passes the desk's floor of liquidity at the moment.",
    points: lines.slice(1),
    gaps: [
      UNSURE,
      `${answer.lookedAt} tokens were looked at. “Clear” says that no known check failed, not that a token is safe; svc-intel-trenches looks at one by its address.`,
    ],
  };
}

export function tokenSection(reads: DeskReads): Section | null {
  const answer = answerOf(reads, "trenches");
  if (answer === null) return null;
  const { token, safety, narrativeHeat, whales, upsideBand } = answer;
  const failed = safety.checks.filter(({ status }) => status === "fail").map(({ id }) => id);
  const warned = safety.checks.filter(({ status }) => status === "warn").map(({ id }) => id);
  return {
    title: "Token",
    lead: `${strangersName(token.symbol ?? token.name)} (${token.address}, ${token.chain}): safety verdict ${safety.verdict}, risk ${plain(safety.risk, 0)} of 100.`,
    points: [
      failed.length === 0 ? "No check failed." : `Failed: ${failed.join(", ")}.`,
      ...(warned.length === 0 ? [] : [`Warnings: ${warned.join(", ")}.`]),
      ...(safety.missing.length === 0
        ? []
        : [`Nobody could answer: ${safety.missing.join(", ")}; with any of these unknown nothing is clear.`]),
      `Liquidity ${dollars(safety.liquidityUsd)}, holders ${safety.holders ?? "unknown"}, ten largest outside pools ${percent(safety.top10ExPoolPct)} of the supply.`,
      `Price ${price(token.priceUsd)}, market cap ${dollars(token.mcapUsd)}, ${change(token.change24hPct)} in 24 h, heat ${plain(narrativeHeat, 0)} of 100.`,
      ...(whales === null ? ["Its holders could not be read."] : []),
      ...(upsideBand === null
        ? []
        : [
            `Market caps of ${upsideBand.peers} peers are ${plain(upsideBand.lowX)} to ${plain(upsideBand.highX)} times its own: a comparison, not a forecast.`,
          ]),
    ],
    gaps: [
      "“Clear” says that no known check failed, not that a token is safe. Its name is its maker's own word.",
    ],
  };
}

export function walletSection(reads: DeskReads): Section | null {
  const answer = answerOf(reads, "wallet");
  if (answer === null) return null;
  const [first, ...rest] = answer.wallets;
  if (first === undefined) return null;
  return {
    title: "Wallet",
    lead: `${first.address} on ${first.chain}: ${first.summary}`,
    points: [
      `${first.native.symbol} balance ${first.native.amount ?? "unknown"} (${dollars(first.native.valueUsd)}); priced in all ${dollars(first.totalPricedUsd)}, of it ${percent(first.stablePct)} dollar stablecoins, largest holding ${percent(first.top1Pct)}.`,
      ...rest.map(({ address, chain, summary }) => `${address} on ${chain}: ${summary}`),
      ...(first.complete ? [] : ["There may be more than is shown."]),
    ],
    gaps: ["Profit and loss of the past is not computed, and a value is not what a sale would bring."],
  };
}
