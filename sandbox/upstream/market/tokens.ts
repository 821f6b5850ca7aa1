import { getBase58Decoder } from "@solana/kit";
import { DAY, HOUR, MINUTE } from "./calendar";
import type { Randomness } from "./random";
import { HOSTILE_NAMES, PLAIN_NAMES, type TokenName } from "./token-names";
import { fluctuation } from "./fluctuation";

/**
 * What is wrong with a token. Each stands in the universe at least once at any time, so that whoever judges tokens
 * meets all of them.
 */
export const TRAITS = [
  "plain",
  "mintable",
  "freezable",
  "rugged",
  "delegate",
  "non-transferable",
  "fee",
  "hook",
  "whale",
  "top-heavy",
  "creator-heavy",
  "unlocked",
  "wash",
  "factory",
  "suspicious",
  "thin",
  "garbage-pool",
] as const;
export type Trait = (typeof TRAITS)[number];

export type TokenChain = "solana" | "base";

/** A token as it was made: nothing of this changes. */
export interface Token extends TokenName {
  chain: TokenChain;
  address: string;
  creator: string;
  pool: string;
  trait: Trait;
  bornAt: number;
  /** When it leaves its launchpad's curve; null for tokens of no launchpad. */
  graduatesAt: number | null;
  supply: number;
  /** US dollars, at birth. */
  startPrice: number;
}

const base58 = getBase58Decoder();

/** A Solana address: 32 bytes that a name and numbers decide. */
export const solanaAddress = (random: Randomness, name: string, ...at: number[]): string =>
  base58.decode(
    Uint8Array.from({ length: 32 }, (_, i) => random.integer(i === 0 ? 1 : 0, 255, name, ...at, i)),
  );

const addressOn = (chain: TokenChain, random: Randomness, name: string, index: number): string =>
  chain === "solana" ? solanaAddress(random, name, index) : `0x${random.hex(40, name, index)}`;

/** Memes of the exchange's own layer 2, at the addresses at which they really are. */
const BASE_MEMES: readonly (TokenName & { address: string })[] = [
  { name: "Brett", symbol: "BRETT", address: "0x532f27101965dd16442e59d40670faf5ebb142e4" },
  { name: "Toshi", symbol: "TOSHI", address: "0xac1bd2486aaf3b5c0fc3fd868558b082a531b2b4" },
  { name: "Degen", symbol: "DEGEN", address: "0x4ed4e862860bed51a9570b96d89af5e1b0efefed" },
];

/** USDC as its issuer made it: it can be minted and frozen, and redeemed. */
const USDC: TokenName & { address: string } = {
  name: "USD Coin",
  symbol: "USDC",
  address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
};

const nameOf = (random: Randomness, of: string, index: number): TokenName =>
  random.unit(`${of} hostile`, index) < 0.25
    ? random.pick(HOSTILE_NAMES, `${of} name`, index)
    : random.pick(PLAIN_NAMES, `${of} name`, index);

/** Any name but those of the plain token and of USDC, which are verified: whoever else bears them is an impostor. */
function ownName(random: Randomness, of: string, index: number): TokenName {
  const name = nameOf(random, of, index);
  const [plain, next = plain] = PLAIN_NAMES;
  return name === plain || name.name === USDC.name ? next : name;
}

const ESTABLISHED = TRAITS.length;
/** Tokens that everybody has known for long: one of each trait, in the order of TRAITS. */
function establishedOn(chain: TokenChain, random: Randomness): Token[] {
  const tokens = TRAITS.map((trait, index): Token => {
    const of = `${chain} established`;
    const pinned = chain === "base" ? BASE_MEMES[index] : undefined;
    return {
      chain,
      ...(pinned ?? (index === 0 ? PLAIN_NAMES[0] : ownName(random, of, index))),
      address: pinned?.address ?? addressOn(chain, random, of, index),
      creator: addressOn(chain, random, `${of} creator`, index),
      pool: addressOn(chain, random, `${of} pool`, index),
      trait: pinned === undefined ? trait : "plain",
      bornAt: Date.UTC(2025, index % 12, 1 + index),
      graduatesAt: null,
      supply: 1e9,
      startPrice: 0.0005 * (1 + 200 * random.unit(`${of} price`, index) ** 3),
    };
  });
  const issued: Token = {
    chain: "solana",
    ...USDC,
    creator: solanaAddress(random, "usdc issuer"),
    pool: solanaAddress(random, "usdc pool"),
    trait: "plain",
    bornAt: Date.UTC(2021, 4, 1),
    graduatesAt: null,
    supply: 9e9,
    startPrice: 1,
  };
  return chain === "solana" ? [...tokens, issued] : tokens;
}

const SLOT = 6 * MINUTE;
const SLOTS = 120;

/** The token that is made in a slot of six minutes. */
function tokenOfSlot(chain: TokenChain, random: Randomness, slot: number): Token {
  const of = `${chain} token`;
  const curveMinutes = random.integer(20, 600, `${of} curve`, slot);
  const bornAt = slot * SLOT + random.integer(0, 5, `${of} minute`, slot) * MINUTE;
  return {
    chain,
    ...nameOf(random, of, slot),
    address: addressOn(chain, random, of, slot),
    creator: addressOn(chain, random, `${of} creator`, slot),
    pool: addressOn(chain, random, `${of} pool`, slot),
    trait: random.unit(`${of} is plain`, slot) < 0.5 ? "plain" : random.pick(TRAITS, `${of} trait`, slot),
    bornAt,
    graduatesAt: chain === "solana" ? bornAt + curveMinutes * MINUTE : null,
    supply: 1e9,
    startPrice: 0.00002 * (1 + 20 * random.unit(`${of} price`, slot)),
  };
}

/** What was made does not change: kept for all markets of the process, the oldest given up. */
const made = new Map<string, Token | Token[]>();
const MAX_KEPT = 4_000;

function kept<T extends Token | Token[]>(key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  const oldest = made.keys().next().value;
  if (made.size > MAX_KEPT && oldest !== undefined) made.delete(oldest);
  return found as T; // a key is always made by the same function
}

/** All tokens of a chain at a moment: the established ones, and what was made in the last twelve hours. */
export function tokensAt(random: Randomness, chain: TokenChain, at: number): Token[] {
  const slot = Math.floor(at / SLOT);
  const market = random.hex(16, "tokens"); // another seed, another market
  const established = kept(`${market} ${chain}`, () => establishedOn(chain, random));
  const fresh = Array.from({ length: SLOTS }, (_, i) =>
    kept(`${market} ${chain} ${slot - i}`, () => tokenOfSlot(chain, random, slot - i)),
  );
  return [...established, ...fresh.filter(({ bornAt }) => bornAt <= at)];
}

/** A long-established token of a trait. */
export function establishedToken(random: Randomness, chain: TokenChain, trait: Trait): Token {
  const found = establishedOn(chain, random).slice(0, ESTABLISHED)[TRAITS.indexOf(trait)];
  if (found === undefined) throw new Error(`no token is ${trait}`);
  return found;
}

/** How a token stands at a moment, on whatever provider it is looked at. */
export interface Standing {
  priceUsd: number;
  mcapUsd: number;
  onCurve: boolean;
  /** Both sides of its pools, US dollars. */
  liquidityUsd: number;
  change1hPct: number;
  change24hPct: number;
  volume1hUsd: number;
  volume24hUsd: number;
  /** Share of the volume that people made, 0 to 1. */
  organicShare: number;
  traders1h: number;
  netBuyers1h: number;
  buys1h: number;
  sells1h: number;
  holders: number;
  /** Largest holders outside pools, percent of the supply, largest first. */
  holderPcts: readonly number[];
  creatorPct: number;
  devMints: number;
}

const priceOf = (random: Randomness, token: Token, at: number): number => {
  const pace = { daily: token.symbol === "USDC" ? 0.0002 : 0.25, memoryDays: 8 };
  const since =
    fluctuation(random, token.address, at, pace) - fluctuation(random, token.address, token.bornAt, pace);
  return token.startPrice * Math.exp(since);
};

const changePct = (now: number, before: number): number => (now / before - 1) * 100;

export function standingAt(random: Randomness, token: Token, at: number): Standing {
  const { address, trait, bornAt, graduatesAt, supply } = token;
  const now = priceOf(random, token, at);
  const before = (ago: number): number => priceOf(random, token, Math.max(bornAt, at - ago));
  const age = at - bornAt;
  const mcapUsd = now * supply;
  const depth =
    { thin: 0.0004, "garbage-pool": 1e-12 }[trait as string] ?? 0.04 + 0.06 * random.unit(address);
  const daily = mcapUsd * (0.2 + random.unit(`${address} turnover`)) * (trait === "garbage-pool" ? 100 : 1);
  const hourly = (daily / 24) * (0.5 + random.unit(`${address} hour`, at / (5 * MINUTE)));
  const change1hPct = changePct(now, before(HOUR));
  const traders = Math.max(3, Math.round((hourly / 40) * (trait === "wash" ? 0.05 : 0.5)));
  const balance =
    (random.unit(`${address} balance`, at / (5 * MINUTE)) - 0.5) * 0.5 + Math.tanh(change1hPct / 30) / 2;
  const trades = Math.round(traders * (trait === "wash" ? 40 : 1.8));
  const largest = { whale: 27, "top-heavy": 9 }[trait as string] ?? 1.4;
  return {
    priceUsd: now,
    mcapUsd,
    onCurve: graduatesAt !== null && at < graduatesAt,
    liquidityUsd: mcapUsd * depth,
    change1hPct,
    change24hPct: changePct(now, before(DAY)),
    volume1hUsd: hourly * Math.min(1, age / HOUR),
    volume24hUsd: daily * Math.min(1, age / DAY),
    organicShare: trait === "wash" ? 0.002 : 0.1 + 0.5 * random.unit(`${address} organic`),
    traders1h: traders,
    netBuyers1h: Math.round(traders * Math.max(-0.9, Math.min(0.9, balance))),
    buys1h: Math.round(trades * (0.5 + balance / 2)),
    sells1h: trades - Math.round(trades * (0.5 + balance / 2)),
    holders: Math.max(
      2,
      Math.round((Math.min(age, 60 * DAY) / HOUR) * 25 * (0.5 + random.unit(`${address} holders`))),
    ),
    holderPcts: Array.from({ length: 12 }, (_, i) => largest * (trait === "top-heavy" ? 0.85 : 0.7) ** i),
    creatorPct: trait === "creator-heavy" ? 8 : 0,
    devMints: trait === "factory" ? 210 : 1 + random.integer(0, 4, `${address} mints`),
  };
}

/** Tokens by a figure, largest first; the figure of each is made once. */
export const byFigure = (tokens: readonly Token[], figure: (token: Token) => number): Token[] =>
  tokens
    .map((token) => ({ token, value: figure(token) }))
    .sort((a, b) => b.value - a.value)
    .map(({ token }) => token);
