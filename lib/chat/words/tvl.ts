import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { change, list, percent } from "./format";
import { names } from "./named";
import { answerOf, type AnswerFrom, type Section } from "./section";

type Tvl = AnswerFrom<"tvl">;
const SHOWN = 5;
const PROTOCOLS = /\bprotocols?\b|\bdapps?\b/i;

const chainLine = ({ name, tvlUsd, sharePct }: Tvl["chains"][number]): string =>
  `${name} holds ${tvlUsd}, ${percent(sharePct)} of all chains.`;
const protocolLine = ({
  name,
  tvlUsd,
  category,
  chains,
  change1dPct,
  change7dPct,
}: Tvl["topProtocols"][number]): string =>
  `${name} holds ${tvlUsd} (${category ?? "no category"}, on ${chains} ${chains === 1 ? "chain" : "chains"}): ${change(change1dPct)} in a day, ${change(change7dPct)} in 7 days.`;

export function tvlSection(reads: DeskReads, { text, chains, projects }: Question): Section | null {
  const tvl = answerOf(reads, "tvl");
  if (tvl === null) return null;
  const namedChains = tvl.chains.filter(({ name }) => chains.includes(name) || names(text, name));
  const namedProtocols = tvl.topProtocols.filter(({ name }) => names(text, name) && !chains.includes(name));
  const absent = [
    ...chains.filter((chain) => !tvl.chains.some(({ name }) => name === chain)),
    ...projects.filter(
      (project) => !tvl.topProtocols.some(({ name }) => name.toLowerCase().includes(project)),
    ),
  ];
  const total =
    tvl.total === null
      ? "The total is unknown."
      : `All chains together hold ${tvl.total.tvlUsd} on ${tvl.total.chains} chains.`;
  const named = [...namedChains.map(chainLine), ...namedProtocols.map(protocolLine)];
  const [first, second] = namedChains;
  const compared =
    first !== undefined && second !== undefined
      ? `${first.name} holds more than ${second.name}: ${first.tvlUsd} against ${second.tvlUsd}, ${(first.tvlUsdValue / second.tvlUsdValue).toFixed(2)} times as much.`
      : null;
  const byProtocol = named.length === 0 && PROTOCOLS.test(text);
  const byBoth = byProtocol && /\bchains?\b/i.test(text);
  const top = byProtocol
    ? tvl.topProtocols.slice(0, SHOWN).map(protocolLine)
    : tvl.chains.slice(0, SHOWN).map(chainLine);
  const chainsFirst = `${total} The largest are ${list(tvl.chains.slice(0, 3).map(({ name, tvlUsd }) => `${name} (${tvlUsd})`))}.`;
  const largest = byProtocol
    ? `${byBoth ? `${chainsFirst} ` : ""}The largest protocols are ${list(tvl.topProtocols.slice(0, 3).map(({ name, tvlUsd }) => `${name} (${tvlUsd})`))}.`
    : chainsFirst;
  const rows =
    named.length > 0
      ? [...namedChains, ...namedProtocols]
      : byProtocol
        ? tvl.topProtocols.slice(0, SHOWN)
        : tvl.chains.slice(0, SHOWN);
  return {
    title: "Value locked (TVL)",
    lead:
      compared ??
      named[0] ??
      (absent.length > 0
        ? `${list(absent)} ${absent.length > 1 ? "are" : "is"} not among the ${tvl.chains.length} largest chains and ${tvl.topProtocols.length} largest protocols that the desk shows.`
        : largest),
    points: [
      ...(compared === null ? named.slice(1) : named),
      ...(named.length === 0 ? (absent.length > 0 ? [largest] : top) : [total]),
    ],
    figures: rows.map(({ name, tvlUsd, tvlUsdValue }) => ({
      label: name,
      value: tvlUsdValue,
      shown: tvlUsd,
    })),
    gaps: [
      ...(named.length > 0 && absent.length > 0
        ? [`${list(absent)}: not among the largest that the desk shows.`]
        : []),
      "TVLs of protocols overlap, so they don't add up; of chains no change over time is read.",
    ],
  };
}
