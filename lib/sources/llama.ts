import * as z from "zod";
import { limits } from "../curated/plausibility";
import { isRecord } from "../is-record";
import { disbelieve } from "./disbelieve";
import { type Doubt, isPlainName, rowsDoubted } from "./doubt";
import { accept, acceptRows, checkUnreadable, jsonAnswer } from "./fetcher/answer";
import { jsonElements } from "./fetcher/json-elements";
import { MOST_TVL_USD } from "./llama-tvl";
import { type Reduced, type Source, SourceError, type Step } from "./source";
import { cleanText } from "./text/clean-text";

/**
 * DefiLlama's free API. Quirks met here: rows come unsorted; `chainId` is a number, null or a string, `tokenSymbol`
 * may be "-"; an empty row "Binance" duplicates BSC; `category: "CEX"` rows are exchanges' own holdings and would
 * lead every ranking; what `chainTvls` lists as borrowed, staking or pool2 is not in `tvl`.
 */
const HOST = "api.llama.fi";
const PROVIDER = "DefiLlama";
const MINUTE_MS = 60_000;

const KEPT_CHAINS = 50;
const KEPT_PROTOCOLS = 50;
const NAMED_UNREAD = 5;

/** Rows whose figure can't be read: how much they hold is not known, so that a sum or a ranking without them is no whole one. */
const unreadRows = z.object({ count: z.int().min(0), names: z.array(z.string()).max(NAMED_UNREAD) });
export type UnreadRows = z.infer<typeof unreadRows>;

function unreadOf(rows: readonly unknown[]): UnreadRows {
  const names = rows.flatMap((row) => (isRecord(row) && typeof row.name === "string" ? [row.name] : []));
  return { count: rows.length, names: names.slice(0, NAMED_UNREAD).map(cleanText) };
}

const chainRow = z.object({ name: z.string().min(1), tvl: z.number().max(MOST_TVL_USD) });

const chains = z.object({
  /** The largest, largest first; TVL in US dollars. */
  largest: z.array(z.object({ name: z.string(), tvl: z.number().positive() })),
  /** Sum over all chains that hold any. */
  totalTvl: z.number().positive(),
  count: z.int().positive(),
  unread: unreadRows,
});
export type Chains = z.infer<typeof chains>;

const larger = (a: { tvl: number }, b: { tvl: number }): number => b.tvl - a.tvl;

/**
 * `/v2/chains`: chains without TVL are left out; one that is there twice counts once. Throws SourceError `implausible` when the
 * sum is more than there is.
 */
export function reduceChains(answer: unknown): Reduced<Chains> {
  const all = accept(z.array(z.unknown()), answer);
  const { mostOfChain, mostInAll } = limits.tvl;
  const held = acceptRows(chainRow, all)
    .filter(({ tvl }) => tvl !== 0)
    .map(({ name, tvl }) => ({ name: cleanText(name), tvl }))
    .sort(larger);
  const sized = held.filter(({ tvl }) => tvl > 0 && tvl <= mostOfChain);
  const seen = new Set<string>();
  const rows = sized.filter(({ name }) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
  if (rows.length === 0) throw new SourceError("suspect_empty", "no chain holds anything");
  const totalTvl = rows.reduce((sum, { tvl }) => sum + tvl, 0);
  if (totalTvl > mostInAll) disbelieve("the TVL of all chains", totalTvl, `at most ${mostInAll}`);
  const unread = unreadOf(all.filter((row) => !chainRow.safeParse(row).success));
  const names = (of: readonly { name: string }[]): string[] => of.map(({ name }) => name);
  const doubts = [
    ...rowsDoubted(
      "bound",
      names(held.filter((row) => !sized.includes(row))),
      0,
      `outside 0 to ${mostOfChain}`,
    ),
    ...rowsDoubted("list", names(sized.filter((row) => !rows.includes(row))), 0, "there twice, counted once"),
    ...missingMajors(rows),
  ];
  const value = { largest: rows.slice(0, KEPT_CHAINS), totalTvl, count: rows.length, unread };
  return { value, asOf: null, doubts };
}

/** The chains without which a list of many is not whole. */
const missingMajors = (rows: readonly { name: string }[]): Doubt[] =>
  rows.length < limits.tvl.whole
    ? []
    : limits.tvl.always
        .filter((name) => !rows.some((row) => row.name === name))
        .map((name) => ({ path: chainPath(name), rule: "list", scope: "list", got: null, want: "missing" }));

const CHAIN = "the chain ";
/** Names a chain in doubts and baselines. */
const chainPath = (name: string): string => CHAIN + name.slice(0, 60);
/** The chain that a doubt is about; null: another figure. */
export const chainOf = ({ path }: Doubt): string | null =>
  path.startsWith(CHAIN) ? path.slice(CHAIN.length) : null;
/** The sum of all chains, by its name in doubts and baselines. */
export const TVL_TOTAL = "the TVL of all chains";
const LISTED = "the number of rows";

const percent = z.number().nullish();
const protocolRow = z.object({
  name: z.string().min(1),
  category: z.string().nullish(),
  chains: z.array(z.unknown()).nullish(),
  tvl: z.number().max(MOST_TVL_USD).nullish(),
  change_1h: percent,
  change_1d: percent,
  change_7d: percent,
  mcap: z.number().nullish(),
});

const protocol = z.object({
  name: z.string(),
  category: z.string().nullable(),
  /** How many chains it is deployed on. */
  chains: z.int().min(0),
  /** US dollars. */
  tvl: z.number().positive(),
  /** Changes of TVL, in percent. */
  change1h: z.number().nullable(),
  change1d: z.number().nullable(),
  change7d: z.number().nullable(),
  /** US dollars. */
  mcap: z.number().nullable(),
});
export type Protocol = z.infer<typeof protocol>;

const protocols = z.object({
  /** Largest first. */
  largest: z.array(protocol).max(KEPT_PROTOCOLS),
  unread: unreadRows,
  /** Those without a token, as text, since of the desks that read this one looks at them: `tokenlessOf` of llama-tokenless.ts. */
  tokenless: z.string(),
});
export type Protocols = z.infer<typeof protocols>;

const MAX_ELEMENT_BYTES = 1_000_000;

/**
 * `/protocols`, 11 MB: read row by row, once for all desks, keeping the largest 50 and those without a token. Exchanges
 * and rows without TVL are left out.
 */
export async function reduceProtocols(chunks: AsyncIterable<Uint8Array>): Promise<Reduced<Protocols>> {
  let rows = 0;
  const unreadable: unknown[] = [];
  const kept: Protocol[] = [];
  const odd: string[] = [];
  const doubts: Doubt[] = [];
  const { tokenlessCollector, tokenlessToText } = await import("./llama-tokenless"); // nobody waits for it
  const tokenless = tokenlessCollector();
  for await (const elements of jsonElements(chunks, { maxElementBytes: MAX_ELEMENT_BYTES })) {
    rows += elements.length;
    for (const element of elements) {
      tokenless.see(element);
      const { tvl, category } = sizeOf(element);
      if (typeof tvl === "number" && (category === "CEX" || tvl <= (kept[KEPT_PROTOCOLS - 1]?.tvl ?? 0)))
        continue;
      const row = protocolRow.safeParse(element);
      if (!row.success) {
        unreadable.push(isRecord(element) ? { name: element.name } : null);
        continue;
      }
      if (typeof tvl !== "number") continue;
      if (tvl > limits.tvl.mostOfProtocol || kept.some(({ name }) => name === cleanText(row.data.name))) {
        odd.push(row.data.name);
        continue;
      }
      kept.push(toProtocol(row.data, tvl, doubts));
      kept.sort(larger);
      kept.length = Math.min(kept.length, KEPT_PROTOCOLS);
    }
  }
  checkUnreadable(unreadable.length, rows);
  if (kept.length === 0) throw new SourceError("suspect_empty", "no protocol holds anything");
  const value = { largest: kept, unread: unreadOf(unreadable), tokenless: tokenlessToText(tokenless.kept()) };
  const { mostOfProtocol } = limits.tvl;
  const dropped = rowsDoubted("bound", odd, 0, `there twice, or more than ${mostOfProtocol}`);
  return { value, asOf: null, doubts: [...dropped, ...doubts.slice(0, MOST_NAMED)] };
}

/** Looked at first: most rows are too small to be kept, and need no schema. */
const sizeOf = (element: unknown): { tvl?: unknown; category?: unknown } =>
  isRecord(element) ? element : {};

/** Doubts on single figures that are named. */
const MOST_NAMED = 10;

function toProtocol(row: z.infer<typeof protocolRow>, tvl: number, doubts: Doubt[]): Protocol {
  const believed = (
    what: string,
    got: number | null | undefined,
    least: number,
    most: number,
  ): number | null => {
    if (got === null || got === undefined || (got >= least && got <= most)) return got ?? null;
    const of = isPlainName(row.name) ? ` of ${row.name}` : "";
    doubts.push({
      path: `${what}${of}`,
      rule: "bound",
      scope: "field",
      got,
      want: `outside ${least} to ${most}`,
    });
    return null;
  };
  const { mostChange, mostMcap } = limits.tvl;
  return {
    name: cleanText(row.name),
    category: row.category ? cleanText(row.category) : null,
    chains: row.chains?.length ?? 0,
    tvl,
    change1h: believed("change in an hour", row.change_1h, -100, mostChange.change_1h),
    change1d: believed("change in a day", row.change_1d, -100, mostChange.change_1d),
    change7d: believed("change in a week", row.change_7d, -100, mostChange.change_7d),
    mcap: believed("market capitalisation", row.mcap, 0, mostMcap),
  };
}

const PROTOCOL = "the protocol ";
const protocolPath = (name: string): string => PROTOCOL + name.slice(0, 60);
/** The protocol that a doubt is about; null: another figure. */
export const protocolOf = ({ path }: Doubt): string | null =>
  path.startsWith(PROTOCOL) ? path.slice(PROTOCOL.length) : null;

const { steps } = limits;

/** The rule for a chain or protocol by what it last held: what is small moves more, and may leave a list of the largest. */
const bySize = (large: Step, last = 0): Step =>
  last >= limits.tvl.major ? large : last >= limits.tvl.middling ? steps.middling : steps.small;

export const llamaChains: Source<Chains> = {
  id: "llama.chains",
  version: 3,
  provider: PROVIDER,
  address: () => ({ host: HOST, path: "/v2/chains" }),
  answer: jsonAnswer(reduceChains),
  kept: chains,
  baseline: ({ largest, totalTvl, count }) => ({
    [TVL_TOTAL]: totalTvl,
    [LISTED]: count,
    ...Object.fromEntries(largest.map(({ name, tvl }) => [chainPath(name), tvl])),
  }),
  steps: (figure, last) =>
    figure === TVL_TOTAL ? steps.tvlTotal : figure === LISTED ? steps.listed : bySize(steps.chain, last),
  freshMs: 30 * MINUTE_MS,
  staleMs: 12 * 60 * MINUTE_MS,
  maxBytes: 2_000_000,
};

export const llamaProtocols: Source<Protocols> = {
  id: "llama.protocols",
  version: 6,
  provider: PROVIDER,
  address: () => ({ host: HOST, path: "/protocols" }),
  answer: reduceProtocols,
  kept: protocols,
  baseline: ({ largest }) => Object.fromEntries(largest.map(({ name, tvl }) => [protocolPath(name), tvl])),
  steps: (_, last) => bySize(steps.protocol, last),
  freshMs: 30 * MINUTE_MS,
  staleMs: 12 * 60 * MINUTE_MS,
  maxBytes: 40_000_000,
};
