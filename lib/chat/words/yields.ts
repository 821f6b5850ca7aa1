import type { DeskReads } from "../desks/read-desks";
import { STABLE_CHAINS } from "../desks/plan-desks";
import { asksStable, type Question } from "../question/understand";
import { dollars, list, percent, plain, strangersName } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

type Row = AnswerFrom<"yields">["yields"][number];
const SHOWN = 4;
const HIGHEST = /\b(?:highest|best|top|most|max)\b/i;

const row = ({
  project,
  symbol,
  chain,
  apy,
  sustainableApyPct,
  excessOverTbillPp,
  tvlUsd,
  flags,
  score,
}: Row): string =>
  `${project} ${strangersName(symbol)} on ${chain}: ${percent(apy)} now, ${percent(sustainableApyPct)} sustainable` +
  `${excessOverTbillPp === null ? "" : ` (${plain(excessOverTbillPp)} points over the bill)`}, ${dollars(tvlUsd)} locked, score ${plain(score, 0)}` +
  `${flags.length === 0 ? "" : `; careful: ${flags.join(", ")}`}.`;

export function yieldsSection(
  reads: DeskReads,
  { words: text, chains, projects, compares }: Question,
): Section | null {
  const answers = [answerOf(reads, "yields"), answerOf(reads, "otherYields")].filter((one) => one !== null);
  const [answer] = answers;
  if (answer === undefined) return null;
  const { tbill3m } = answer;
  const matched = answers.reduce<number | null>(
    (sum, one) => (sum === null || one.matched === null ? null : sum + one.matched),
    0,
  );
  const yields = answers
    .flatMap((one) => one.yields)
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.tvlUsd - a.tvlUsd);
  // Without a bill, and of Meteora's pools, none has a score: then they stand by their size.
  const bestBy = yields[0]?.score === null ? "largest" : "best-scored";
  const wanted = chains.filter((chain) => yields.some((one) => one.chain === chain) || chain !== "Bitcoin");
  const onChain = wanted.length === 0 ? yields : yields.filter(({ chain }) => wanted.includes(chain));
  const ofProject =
    projects.length === 0
      ? onChain
      : onChain.filter(({ project }) => projects.some((name) => project.includes(name.replaceAll(" ", "-"))));
  const stable = asksStable(text);
  const fitting = stable ? ofProject.filter(({ stablecoin }) => stablecoin === true) : ofProject;
  const bill =
    tbill3m === null
      ? "The 3-month Treasury bill could not be read, so nothing has a score."
      : `The 3-month Treasury bill pays ${percent(tbill3m.ratePct)} (${tbill3m.date}).`;
  const asked = [
    ...(stable ? ["stablecoin"] : []),
    "pool",
    ...(projects.length > 0 ? [`of ${list(projects)}`] : []),
    ...(wanted.length > 0 ? [`on ${list(wanted)}`] : []),
  ].join(" ");
  const [best] = fitting;
  if (best === undefined)
    return {
      title: "Yields",
      lead: `No ${asked} is among the ${yields.length} ${bestBy} of ${matched ?? "an unknown number of"} pools that were looked through.`,
      points: [bill, ...yields.slice(0, 2).map((one) => `Of the others: ${row(one)}`)],
    };
  const groups =
    compares && wanted.length > 1
      ? wanted.map((chain) => ({ name: chain, one: fitting.find((pool) => pool.chain === chain) }))
      : compares && projects.length > 1
        ? projects.map((project) => ({
            name: project,
            one: fitting.find((pool) => pool.project.includes(project)),
          }))
        : [];
  const found = groups.flatMap(({ name, one }) => (one === undefined ? [] : [{ name, one }]));
  const top = HIGHEST.test(text) ? [...fitting].sort((a, b) => b.apy - a.apy)[0] : undefined;
  const shown = found.length > 1 ? found.map(({ one }) => one) : fitting.slice(0, SHOWN);
  return {
    title: "Yields",
    lead:
      found.length > 1
        ? `${bestBy === "largest" ? "Largest" : "Best-scored"} ${stable ? "stablecoin " : ""}pool of each: ${list(found.map(({ name, one }) => `${name} ${percent(one.sustainableApyPct)} sustainable (${one.project} ${strangersName(one.symbol)})`))}.`
        : `The ${best.score === null ? "largest" : "best-scored"} ${asked} is ${row(best)}`,
    points: [
      ...(top === undefined || top === best ? [] : [`The highest rate shown is another: ${row(top)}`]),
      ...(found.length > 1 ? shown : shown.slice(1)).map(row),
      bill,
    ],
    figures: shown.flatMap(({ project, symbol, sustainableApyPct }) =>
      sustainableApyPct === null
        ? []
        : [
            {
              label: `${project} ${strangersName(symbol)}`,
              value: sustainableApyPct,
              shown: percent(sustainableApyPct),
            },
          ],
    ),
    gaps: [
      ...(stable && wanted.length + projects.length === 0
        ? [`Stablecoin pools were looked for on ${list(STABLE_CHAINS)}: name a chain for those of another.`]
        : []),
      "Sustainable is the lower of the rate now and its 30-day mean, with rewards counted half; no rate says that a protocol is safe.",
      ...groups
        .filter(({ one }) => one === undefined)
        .map(
          ({ name }) =>
            `No ${stable ? "stablecoin " : ""}pool of ${name} is among the ${yields.length} ${bestBy}.`,
        ),
    ],
  };
}

const poolRow = ({
  name,
  address,
  tvlUsd,
  apy,
  feeTvl24hPct,
  ilRisk,
  exitProb24h,
  breakevenHalfwidthPct,
  flags,
}: AnswerFrom<"pools">["pools"][number]): string =>
  `${strangersName(name)} (${address}): ${dollars(tvlUsd)} locked, ${percent(apy)} a year by the last day's fees (${percent(feeTvl24hPct)} a day), ` +
  `impermanent loss against fees ${ilRisk ?? "unknown"}, chance to leave a 69-bin position within a day ${exitProb24h === null ? "unknown" : percent(exitProb24h * 100, 0)}` +
  `${breakevenHalfwidthPct === null ? "" : `, fees cover the expected loss only wider than ±${percent(breakevenHalfwidthPct, 1)}`}` +
  `${flags.length === 0 ? "" : `; careful: ${flags.join(", ")}`}.`;

export function poolsSection(reads: DeskReads): Section | null {
  const answer = answerOf(reads, "pools");
  if (answer === null) return null;
  const [first, ...rest] = answer.pools;
  if (first === undefined) return null;
  return {
    title: "Meteora DLMM pools",
    lead: poolRow(first),
    points: rest.slice(0, 3).map(poolRow),
    figures: answer.pools.flatMap(({ name, apy }) =>
      apy === null ? [] : [{ label: strangersName(name), value: apy, shown: percent(apy) }],
    ),
    gaps: [
      "The yearly rate is one day's fees times 365, before impermanent loss: a day like the last, every day.",
      ...(answer.hintMatched === false ? ["No pool fits what you named; these are the largest."] : []),
    ],
  };
}
