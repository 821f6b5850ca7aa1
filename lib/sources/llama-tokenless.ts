import * as z from "zod";
import { categoriesWithoutAirdrops } from "../curated/airdrop-categories";
import { DISTRIBUTION_SIGNS, type DistributionSign, signsIn } from "./distribution-signs";
import { MOST_TVL_USD } from "./llama-tvl";
import type { Reading } from "./source";
import { cleanText, cleanUrl } from "./text/clean-text";

/**
 * Of DefiLlama's `/protocols`, those that have no token: `symbol` is "-" and `gecko_id` null. That is also how a product
 * is listed whose parent has the token; a row of the same `parentProtocol` with a token gives it away.
 */
export const MIN_TOKENLESS_TVL_USD = 5e6;
/** More than pass the bound; the largest are kept if ever there are more. */
export const KEPT_TOKENLESS = 400;
const MAX_CHAINS = 8;

const row = z.object({
  name: z.string().min(1),
  category: z.string().nullish(),
  chains: z.array(z.string()).nullish().catch(null),
  tvl: z.number().min(MIN_TOKENLESS_TVL_USD).max(MOST_TVL_USD),
  // nothing loses more than it has, and what grew ten thousandfold in a week was counted in another way
  change_7d: z.number().min(-100).max(1e6).nullish().catch(null),
  listedAt: z.number().nullish().catch(null),
  url: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
  address: z.string().nullish().catch(null),
});

/** What every row is judged by; few are looked at any closer. */
const glimpse = z.object({
  symbol: z.string().nullish().catch(null),
  gecko_id: z.string().nullish().catch(null),
  parentProtocol: z.string().nullish().catch(null),
  tvl: z.number().nullish().catch(null),
});

const tokenless = z.object({
  name: z.string(),
  category: z.string().nullable(),
  /** Chains that it is deployed on, the first 8. */
  chains: z.array(z.string()),
  /** US dollars. */
  tvl: z.number().positive(),
  /** Change of TVL over 7 days, percent. */
  change7d: z.number().nullable(),
  /** When DefiLlama listed it, ms since 1970. */
  listedAt: z.number().nullable(),
  url: z.string().nullable(),
  /** What its entry says of a token to come, each once. */
  signs: z.array(z.enum(DISTRIBUTION_SIGNS)),
});
export type Tokenless = z.infer<typeof tokenless>;

const NEVER: ReadonlySet<string> = new Set(categoriesWithoutAirdrops.items);

const list = z.array(tokenless).max(KEPT_TOKENLESS);

/** The list as it is kept, largest first. */
export const tokenlessToText = (protocols: readonly Tokenless[]): string => JSON.stringify(protocols);

/** What was read last: lists that are the same text are the same list, which those who rank it rely on. */
let last: { text: string; list: readonly Tokenless[] | null } | null = null;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // whatever it is, it is no list
  }
}

function listIn(text: string): readonly Tokenless[] | null {
  if (last?.text !== text) last = { text, list: list.safeParse(jsonIn(text)).data ?? null };
  return last.list;
}

/** Reads what `tokenlessToText` wrote. The shared cache is outside: what is none of it is a source that failed. */
export function tokenlessOf<Value extends { tokenless: string }>(
  reading: Reading<Value>,
): Reading<readonly Tokenless[]> {
  const { value } = reading;
  if (value === null) return { ...reading, value };
  const found = listIn(value.tokenless);
  if (found !== null) return { ...reading, value: found };
  const nothing = { value: null, asOf: null, ageSec: null, fetchedAt: null };
  return {
    ...reading,
    ...nothing,
    status: "schema",
    detail: "what was kept is no list of protocols",
    doubts: [],
  };
}

interface Collector {
  /** Looks at a row of the list; whatever it is, it does no harm. */
  see(element: unknown): void;
  /** Those without a token, once all rows were seen. */
  kept(): Tokenless[];
}

export function tokenlessCollector(): Collector {
  const found: { parent: string | null; protocol: Tokenless }[] = [];
  const withToken = new Set<string>();
  return {
    see(element) {
      const seen = glimpse.safeParse(element).data;
      if (seen === undefined) return;
      const hasToken = (seen.symbol ?? "-") !== "-" || Boolean(seen.gecko_id);
      if (hasToken && seen.parentProtocol) withToken.add(seen.parentProtocol);
      if (hasToken || seen.symbol !== "-" || (seen.tvl ?? 0) < MIN_TOKENLESS_TVL_USD) return;
      const parsed = row.safeParse(element);
      if (!parsed.success || NEVER.has(parsed.data.category ?? "")) return;
      found.push({ parent: seen.parentProtocol ?? null, protocol: toTokenless(parsed.data) });
    },
    kept: () =>
      found
        .filter(({ parent }) => parent === null || !withToken.has(parent))
        .map(({ protocol }) => protocol)
        .sort((a, b) => b.tvl - a.tvl)
        .slice(0, KEPT_TOKENLESS),
  };
}

const toTokenless = ({
  name,
  category,
  chains,
  tvl,
  change_7d,
  listedAt,
  url,
  description,
  address,
}: z.infer<typeof row>): Tokenless => ({
  name: cleanText(name),
  category: category ? cleanText(category) : null,
  chains: (chains ?? []).slice(0, MAX_CHAINS).map(cleanText),
  tvl,
  change7d: change_7d ?? null,
  listedAt: listedAt === null || listedAt === undefined || listedAt <= 0 ? null : msOf(listedAt),
  url: cleanUrl(url ?? ""),
  signs: [...signsIn(cleanText(description ?? "")), ...contractSign(address)],
});

/** A contract of a token that has no ticker yet: `0x…`, or `<chain>:0x…`. */
const contractSign = (address: string | null | undefined): DistributionSign[] =>
  /^(?:[a-z0-9-]+:)?[0-9a-z]{32,66}$/i.test(address ?? "") ? ["token-contract"] : [];

/** Seconds, as documented; a value that can only be milliseconds is taken as such. */
export const msOf = (stamp: number): number => (stamp > 1e11 ? stamp : stamp * 1_000);
