import { POSITIONING_SYMBOLS } from "@/lib/catalog/intel/perps";
import { TOKEN_CHAINS, type TokenChain } from "@/lib/catalog/intel/token-chains";
import { SCALP_SYMBOLS } from "@/lib/desks/scalp/vocabulary";
import { YIELD_CHAINS } from "@/lib/desks/yields/entry";
import type { Asset } from "../question/assets";
import { type Topic, WIRE_WORDS } from "../question/topics";
import { asksStable, type Question } from "../question/understand";
import type { DeskName, DeskPlan } from "./read-desks";

/** So many desks a turn. */
export const MAX_DESKS = 4;
/** Rows that lists are asked for, so that what is named in the question can be looked for among them. */
const ROWS = 50;
const FEW = 5;

const among = <V extends string>(values: readonly V[], assets: readonly Asset[]): V[] =>
  values.filter((value) => assets.some((asset) => asset === value));

const CHAIN_OF: Readonly<Record<string, TokenChain>> = {
  Solana: "solana",
  Base: "base",
  Ethereum: "ethereum",
  BSC: "bsc",
  Arbitrum: "arbitrum",
};

const tokenChainOf = ({ chains }: Question): TokenChain | undefined =>
  TOKEN_CHAINS.find((chain) => chains.some((name) => CHAIN_OF[name] === chain));

/** Where pools of stablecoins are looked for while no chain is named. */
export const STABLE_CHAINS = ["ethereum", "solana"] as const;

/** One chain and one project select; of two that are compared each is asked for by itself. */
function yieldsPlan({ chains, projects, words }: Question): DeskPlan {
  const [chain, otherChain] = YIELD_CHAINS.filter((name) => chains.some((one) => one.toLowerCase() === name));
  const [project, otherProject] = projects.map((name) => name.replace(" ", "-"));
  const onChain = chain !== undefined && (chains.length === 1 || otherChain !== undefined) ? { chain } : {};
  const ofProject = /\bdlmm\b/i.test(words)
    ? { project: "meteora" }
    : project === undefined
      ? {}
      : { project };
  const input = { limit: ROWS, ...onChain, ...ofProject };
  // Few of the best-scored of all chains are stablecoins': more of them are among those of two large ones.
  if (asksStable(words) && chains.length === 0 && projects.length === 0)
    return {
      yields: { limit: ROWS, chain: STABLE_CHAINS[0] },
      otherYields: { limit: ROWS, chain: STABLE_CHAINS[1] },
    };
  if (otherProject !== undefined) return { yields: input, otherYields: { ...input, project: otherProject } };
  if (otherChain !== undefined) return { yields: input, otherYields: { ...input, chain: otherChain } };
  return { yields: input };
}

function wireInput({
  text,
  assets,
  uncovered,
  chains,
  projects,
  topics,
}: Question): NonNullable<DeskPlan["wire"]> {
  const named = assets.length + uncovered.length + chains.length + projects.length > 0;
  const about = Object.entries(WIRE_WORDS).find(([, words]) => words.test(text));
  const [category] = about ?? ["all"];
  const on = WIRE_CATEGORY[category];
  return { limit: ROWS, ...(!named && topics.includes("news") && on !== undefined && { category: on }) };
}
const WIRE_CATEGORY: Readonly<Record<string, keyof typeof WIRE_WORDS>> = {
  regulation: "regulation",
  defi: "defi",
  macro: "macro",
  markets: "markets",
  crypto: "crypto",
};

/** What reading a topic takes, the most telling desk first. */
function desksOf(topic: Topic, question: Question): DeskPlan {
  const { assets, addresses, text } = question;
  const perps = among(POSITIONING_SYMBOLS, assets);
  const taped = among(SCALP_SYMBOLS, assets);
  const whales = { whales: perps.length === 0 ? {} : { symbols: perps } };
  const scalp = { scalp: taped.length === 0 ? {} : { symbols: taped } };
  switch (topic) {
    case "plan":
      return {
        verdict: {},
        ...(taped.length === 0 ? { scalp: { symbols: ["BTC"] } } : scalp),
        ...(perps.length === 0 ? { whales: { symbols: ["BTC"] } } : whales),
        macro: {},
      };
    case "change":
    case "verdict":
      return {
        verdict: {},
        ...(perps.some((asset) => asset !== "BTC") && whales),
        ...(perps.length === 0 && taped.length > 0 && scalp),
      };
    case "price":
      return {
        ...(assets.length === 0 || assets.some((asset) => asset !== "SOL" && asset !== "BNB")
          ? { macro: {} }
          : {}),
        ...(assets.includes("SOL") || assets.includes("BNB")
          ? {
              scalp: {
                symbols: among(SCALP_SYMBOLS, assets).filter((one) => one === "SOL" || one === "BNB"),
              },
            }
          : {}),
        ...(assets.includes("SOL") && { whales: { symbols: ["SOL"] } }),
      };
    case "positioning":
      // BNB's funding is the tape's to say.
      return {
        ...(assets.length > 0 && perps.length === 0 ? {} : whales),
        ...(assets.includes("BNB") && { scalp: { symbols: ["BNB"] } }),
      };
    case "tape":
      return scalp;
    case "sentiment":
    case "rates":
    case "calendar":
      return { macro: {} };
    case "tvl":
      return { tvl: {} };
    case "yields":
      return yieldsPlan(question);
    case "pools": {
      const hint = pairIn(text);
      return {
        pools: {
          limit: FEW,
          // Of one pair's pools the smallest would stand first, at rates that nobody gets.
          sortByApy: hint === undefined && /\b(?:apy|apr|best|highest|most|yield|pays?)\b/i.test(text),
          ...(hint !== undefined && { poolHint: hint }),
        },
      };
    }
    case "airdrops": {
      const [chain] = question.chains;
      return { airdrop: { limit: FEW, ...(chain !== undefined && { chain }) } };
    }
    case "listings":
      return { listing: { limit: ROWS } };
    case "momentum": {
      const chain = tokenChainOf(question);
      return {
        momentum: {
          limit: FEW,
          ...(chain !== undefined && { chain }),
          ...(chain === "base" && /\bmemes?\b|\bmeme ?coins?\b/i.test(text) && { theme: "l2-memes" }),
        },
      };
    }
    case "new tokens": {
      const chain = tokenChainOf(question);
      const maxMcapUsd = mcapIn(text);
      return {
        screen: {
          limit: FEW,
          ...(chain !== undefined && { chain }),
          ...(maxMcapUsd !== undefined && { maxMcapUsd }),
        },
      };
    }
    case "token": {
      const address = addresses.evm ?? addresses.solana;
      const chain = addresses.evm === undefined ? undefined : tokenChainOf(question);
      return address === undefined ? {} : { trenches: { address, ...(chain !== undefined && { chain }) } };
    }
    case "wallet":
      return {
        wallet: {
          ...(addresses.solana !== undefined && { solAddress: addresses.solana }),
          ...(addresses.evm !== undefined && { evmAddress: addresses.evm }),
        },
      };
    case "news":
      return { wire: wireInput(question) };
  }
}

/** `SOL-USDC` and the like. */
function pairIn(text: string): string | undefined {
  const [pair] = /\b[A-Za-z]{2,10}[-/][A-Za-z]{2,10}\b/.exec(text) ?? [];
  return pair === undefined || /^(?:lp|long|short)/i.test(pair)
    ? undefined
    : pair.toUpperCase().replace("/", "-");
}

/** The largest market cap that a text wants, US dollars. */
function mcapIn(text: string): number | undefined {
  const [, figure, unit = ""] =
    /\b(?:under|below|less than|up to)\s+\$?(\d[\d,]{0,12}(?:\.\d{1,3})?) ?([km])?\b(?! ?%)/i.exec(text) ??
    [];
  const dollars = Number(figure?.replaceAll(",", "")) * (unit === "" ? 1 : /k/i.test(unit) ? 1e3 : 1e6);
  return dollars >= 1_000 && dollars <= 1e12 ? dollars : undefined; // anything less is an age or a count
}

/** What a question is answered by where its topics name no desk: prices of what it names, or the market as a whole. */
function implied(question: Question): DeskPlan {
  const { assets, asksWhy, overview, service, chains, projects, addresses, time, unread } = question;
  if (addresses.evm !== undefined || addresses.solana !== undefined) return {};
  if (overview && assets.length === 0) return { macro: {}, whales: {}, verdict: {}, wire: { limit: ROWS } };
  if (asksWhy && service.length === 0)
    return {
      ...desksOf("price", question),
      ...desksOf("positioning", question),
      ...desksOf("tape", question),
      wire: { limit: ROWS },
    };
  if (assets.length > 0 && unread.length > 0) return desksOf("price", question);
  if (assets.length > 0 && time === "future") return { ...desksOf("price", question), verdict: {} };
  if (assets.length > 0)
    return { ...desksOf("price", question), ...(assets.length === 1 && desksOf("positioning", question)) };
  if (chains.length + projects.length > 0)
    return { ...desksOf("tvl", question), ...desksOf("yields", question) };
  return {};
}

/** The desks that a question is answered by, at most four, and which of them the answer is about. */
export function planDesks(question: Question): { plan: DeskPlan; asked: readonly DeskName[] } {
  const asked: DeskPlan = question.topics.reduce<DeskPlan>(
    (plan, topic) => merge(plan, desksOf(topic, question)),
    question.topics.length === 0 ? implied(question) : {},
  );
  const more =
    question.asksWhy &&
    question.topics.length > 0 &&
    question.service.length === 0 &&
    !("wallet" in asked || "trenches" in asked)
      ? merge(asked, implied({ ...question, topics: [] }))
      : asked;
  const first = take(more, MAX_DESKS);
  // The market's prices stand in every answer that has room for them.
  return { plan: take(merge(first, { macro: {} }), MAX_DESKS), asked: namesOf(first) };
}

interface OfSymbols<S> {
  symbols?: S[] | undefined;
}

/** Both; where both ask the same desk, the first's question stands, but for symbols: it is asked for what either names. */
const merge = (first: DeskPlan, second: DeskPlan): DeskPlan => ({
  ...first,
  ...without(second, first),
  ...(first.whales && second.whales && { whales: ofEither(first.whales, second.whales) }),
  ...(first.scalp && second.scalp && { scalp: ofEither(first.scalp, second.scalp) }),
});
/** The symbols of both; an input that names none asks for all. */
const ofEither = <S>(one: OfSymbols<S>, other: OfSymbols<S>): { symbols?: S[] } =>
  one.symbols && other.symbols ? { symbols: [...new Set([...one.symbols, ...other.symbols])] } : {};
const without = (plan: DeskPlan, known: DeskPlan): DeskPlan =>
  // Fewer members of the same plan.
  Object.fromEntries(Object.entries(plan).filter(([name]) => !(name in known))) as DeskPlan;
const take = (plan: DeskPlan, most: number): DeskPlan =>
  Object.fromEntries(Object.entries(plan).slice(0, most)) as DeskPlan;
/** The members of a plan are its desks. */
const namesOf = (plan: DeskPlan): DeskName[] => Object.keys(plan) as DeskName[];
