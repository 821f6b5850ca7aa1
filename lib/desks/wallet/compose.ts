import type { AnswerOf } from "@/lib/catalog/define";
import type { ApiError } from "@/lib/http/api-error";
import { BASE_TOKENS, SOLANA_TOKENS, WRAPPED_ETH, WRAPPED_SOL } from "@/lib/sources/listed-tokens";
import type { Changes } from "@/lib/sources/llama-changes";
import { baseCoin, believedPrices, type Prices, solanaCoin } from "@/lib/sources/llama-prices";
import type { Reading } from "@/lib/sources/source";
import { type BlockTimes, earliest, oldestOf } from "../block-times";
import { limits } from "@/lib/curated/plausibility";
import { coverageOf, type Credit, creditByAge, creditByStatus, lesser } from "../coverage";
import { depegNotes } from "../depeg";
import { envelopeOf } from "../envelope";
import { nothingFound } from "../nothing-found";
import type { Composed } from "../sell";
import { isContradicted, noteOnContradicted } from "./believed";
import { walletEntry } from "./entry";
import type { BaseInputs, SolanaInputs, WalletInputs } from "./gather";
import { liquidityIn } from "./liquidity";
import { depegsIn, recordOf, type Wallet } from "./record";

export type WalletAnswer = AnswerOf<typeof walletEntry>;

export const WALLET_METHOD = "wallet/5";

/** A wallet with what it counts and what it rests on. */
interface WalletPart {
  wallet: Wallet;
  credits: Readonly<Record<"native" | "tokens" | "prices", readonly Credit[]>>;
  asked: readonly Reading<unknown>[];
  /** Of what is held, of its prices, and of how those changed. */
  times: Readonly<Record<"held" | "prices" | "changes", string | null>>;
  /** Whether a price of the common batch is in the record. */
  usesListed: boolean;
  notes: readonly string[];
}

/** Docs: docs/method.md, "Wallet". A wallet that could not be read at all stands there with nulls. */
export function composeWallet(inputs: WalletInputs, now: Date): Composed<WalletAnswer> {
  const { listed, listedChanges } = inputs;
  const parts = [
    ...(inputs.solana === null ? [] : [readSolanaWallet(inputs.solana, listed, listedChanges, now)]),
    ...(inputs.base === null ? [] : [readBaseWallet(inputs.base, listed, listedChanges, now)]),
  ];
  const answers = parts.map(({ wallet }) => recordOf(wallet));
  const [first, ...others] = answers;
  if (first === undefined) throw new Error("no wallet was asked for"); // `addressesOf` refuses that
  const asked = [...parts.flatMap((one) => one.asked), listed, listedChanges];
  const changes: readonly (Reading<unknown> | null)[] = [listedChanges, inputs.solana?.changes ?? null];
  const hasChanges = [first, ...others].some(({ change24h }) => change24h !== null);
  const creditsOf = (part: keyof WalletPart["credits"]): Credit[] =>
    parts.flatMap(({ credits }) => credits[part]);
  const credits = { native: creditsOf("native"), tokens: creditsOf("tokens"), prices: creditsOf("prices") };
  const answer: WalletAnswer = {
    ...envelopeOf(
      walletEntry,
      {
        summary: [first, ...others].map(({ summary }) => summary).join(" "),
        method: WALLET_METHOD,
        asked,
        used: asked.filter(
          (reading) =>
            reading.value !== null &&
            (reading !== listed || parts.some(({ usesListed }) => usesListed)) &&
            (!changes.includes(reading) || hasChanges),
        ),
        coverage: coverageOf(walletEntry.coverage, credits),
        blocks: {
          ...timesOf("wallet", parts[0], first),
          ...Object.fromEntries(
            answers.flatMap((one, i) => Object.entries(timesOf(`wallets[${i}]`, parts[i], one))),
          ),
        },
        notes: [
          ...parts.flatMap(({ notes }) => notes),
          ...parts.flatMap(({ wallet: { chain, tokens, listed: known } }) =>
            depegNotes(chain === "solana" ? "Solana" : "Base", depegsIn(tokens ?? [], known)),
          ),
          "Prices by DefiLlama where no other source has one; those of ether and of listed tokens other than SOL and dollar stablecoins are one source's, which no other confirms.",
        ],
      },
      now,
    ),
    wallet: first,
    wallets: [first, ...others],
  };
  const missing = parts.flatMap(({ wallet, credits: of }) =>
    Object.entries(of)
      .filter(([, list]) => list.every((credit) => credit === 0))
      .map(([part]) => `${wallet.chain}.${part}`),
  );
  return { answer, missing, nothing: parts.every(isEmpty) ? empty(answer.wallets) : undefined };
}

const timesOf = (
  path: string,
  part: WalletPart | undefined,
  { totalPricedUsd, change24h }: WalletAnswer["wallet"],
): BlockTimes => ({
  [path]: part?.times.held ?? null,
  [`${path}.totalPricedUsd`]: totalPricedUsd === null ? null : (part?.times.prices ?? null),
  [`${path}.change24h`]: change24h === null ? null : (part?.times.changes ?? null),
});

/** Read to the last, and nothing is there. */
const isEmpty = ({ wallet: { native, tokens } }: WalletPart): boolean =>
  native !== null && /^0+$/.test(native) && tokens?.length === 0;

const empty = (wallets: WalletAnswer["wallets"]): ApiError =>
  nothingFound(
    "address",
    `${wallets.map(({ chain, address }) => `${address} on ${chain}`).join(" and ")}: nothing is held there, or nothing that is looked at.`,
    `a wallet that holds SOL or tokens on Solana, or on Base ETH or one of ${BASE_TOKENS.length} listed tokens`,
  );

const SOLANA_LIST = new Map(SOLANA_TOKENS.map((token) => [token.id, token]));
const BASE_LIST = new Map(BASE_TOKENS.map((token) => [token.id, token]));

const NO_INDEXER =
  "Solana: the RPC provider could not be read; SOL with its value, and token balances by mint, unpriced, only checked tokens named, from the public node.";
const UNCHECKED =
  "Solana: pools of unverified tokens could not be read; such tokens of $1 and more are left out of the totals.";
const BASE_LIST_ONLY = `Base: ETH and a list of ${BASE_TOKENS.length} tokens were read; others may be held.`;

/** What prices count: by how their reading went, and by their own age. */
const priceCredit = (reading: Reading<Prices>, now: Date): Credit =>
  lesser(
    creditByStatus(reading),
    reading.asOf === null ? 1 : creditByAge(reading.asOf, limits.tokenPrice, now),
  );

function readSolanaWallet(
  inputs: SolanaInputs,
  listed: Reading<Prices>,
  listedChanges: Reading<Changes>,
  now: Date,
): WalletPart {
  return inputs.node === null
    ? readIndexedWallet(inputs, listed, listedChanges, now)
    : readNodeWallet(inputs, inputs.node, listed);
}

function readIndexedWallet(
  { address, assets, prices, pools, changes }: SolanaInputs,
  listed: Reading<Prices>,
  listedChanges: Reading<Changes>,
  now: Date,
): WalletPart {
  const { value } = assets;
  const ownPrice = value?.native?.priceUsd ?? null;
  const asked = [assets, prices, pools, changes].filter((reading) => reading !== null);
  const credit = creditByStatus(assets);
  const listedPrice = believedPrices(listed)?.[solanaCoin(WRAPPED_SOL)] ?? null;
  const nativeDoubted = isContradicted(ownPrice, listedPrice, undefined);
  const dexPrice = (id: string): number | null =>
    pools?.value?.find((token) => token.address === id)?.priceUsd ?? null;
  const priced = (value?.tokens ?? []).map((token) => {
    const priceUsd = token.priceUsd ?? prices?.value?.[solanaCoin(token.id)] ?? null;
    const other = token.id === WRAPPED_SOL ? listedPrice : dexPrice(token.id);
    const doubted = isContradicted(priceUsd, other, SOLANA_LIST.get(token.id));
    return { ...token, priceUsd: doubted ? null : priceUsd, doubted };
  });
  const doubted = [
    ...(nativeDoubted ? ["SOL"] : []),
    ...priced.flatMap(({ id, doubted }) => (doubted ? (SOLANA_LIST.get(id)?.symbol ?? []) : [])),
  ];
  return {
    wallet: {
      ...solana(address),
      native: value?.native?.raw ?? null,
      nativePriceUsd: nativeDoubted ? null : (ownPrice ?? listedPrice),
      tokens: value === null ? null : priced.map(({ doubted: _, ...token }) => token),
      held: value?.held ?? null,
      complete: value?.complete === true,
      priceable: true,
      changePct: (id) =>
        (id === "SOL" ? listedChanges.value?.[solanaCoin(WRAPPED_SOL)] : changes?.value?.[solanaCoin(id)]) ??
        null,
      liquidity: (id) => liquidityIn(pools?.value ?? null, id),
    },
    credits: {
      native: [value?.native ? credit : 0],
      tokens: [credit],
      prices: [
        doubted.length > 0
          ? 0
          : ownPrice !== null
            ? credit
            : listedPrice === null
              ? 0
              : priceCredit(listed, now),
        ...(prices === null ? [] : [priceCredit(prices, now)]),
        ...(pools === null ? [] : [creditByStatus(pools)]),
      ],
    },
    asked,
    times: {
      held: assets.asOf,
      prices: earliest([assets.asOf, oldestOf([prices, ...(ownPrice === null ? [listed] : [])])]),
      changes: oldestOf([listedChanges, changes]),
    },
    usesListed: ownPrice === null,
    notes: [
      ...noteOnContradicted("Solana", [...new Set(doubted)]),
      ...(pools !== null && pools.value === null ? [UNCHECKED] : []),
    ],
  };
}

function readNodeWallet(
  { address, assets }: SolanaInputs,
  { balance, tokens }: NonNullable<SolanaInputs["node"]>,
  listed: Reading<Prices>,
): WalletPart {
  const read = tokens.map(({ value }) => value);
  const found = read.filter((value) => value !== null);
  const price = believedPrices(listed)?.[solanaCoin(WRAPPED_SOL)] ?? null;
  return {
    wallet: {
      ...solana(address),
      native: balance.value,
      nativePriceUsd: price,
      tokens: found.length < read.length ? null : found.flatMap((value) => value.tokens),
      held: found.length < read.length ? null : found.reduce((sum, { held }) => sum + held, 0),
      complete: false,
      priceable: false,
      changePct: () => null,
      liquidity: () => null,
    },
    credits: {
      native: [creditByStatus(balance)],
      // Balances by mint, without names and values, are no snapshot of the tokens: it is not sold as one.
      ...{ tokens: [0], prices: [0] },
    },
    asked: [assets, balance, ...tokens],
    times: { held: oldestOf([balance, ...tokens]), prices: listed.asOf, changes: null },
    usesListed: true,
    notes: [NO_INDEXER],
  };
}

const solana = (address: string) => ({
  chain: "solana" as const,
  address,
  symbol: "SOL" as const,
  decimals: 9,
  listed: SOLANA_LIST,
});

function readBaseWallet(
  { address, balance, tokens }: BaseInputs,
  listed: Reading<Prices>,
  changes: Reading<Changes>,
  now: Date,
): WalletPart {
  const believed = believedPrices(listed);
  const given = (contract: string): number | null => believed?.[baseCoin(contract)] ?? null;
  const isDoubted = (contract: string): boolean =>
    isContradicted(given(contract), null, BASE_LIST.get(contract));
  const priceOf = (contract: string): number | null => (isDoubted(contract) ? null : given(contract));
  const doubted = (tokens.value?.tokens ?? []).filter(({ id }) => isDoubted(id));
  const wanted = [WRAPPED_ETH, ...(tokens.value?.tokens ?? []).map(({ id }) => id)];
  const lacking = wanted.filter((contract) => priceOf(contract) === null).length;
  const priced: Credit = lacking === 0 ? priceCredit(listed, now) : lacking < wanted.length ? 0.5 : 0;
  const unread = tokens.value?.unread ?? 0;
  return {
    wallet: {
      chain: "base",
      address,
      symbol: "ETH",
      decimals: 18,
      native: balance.value,
      nativePriceUsd: priceOf(WRAPPED_ETH),
      tokens: tokens.value?.tokens.map((token) => ({ ...token, priceUsd: priceOf(token.id) })) ?? null,
      held: tokens.value?.tokens.length ?? null,
      complete: false,
      priceable: listed.value !== null,
      listed: BASE_LIST,
      changePct: (id) => changes.value?.[baseCoin(id === "ETH" ? WRAPPED_ETH : id)] ?? null,
      liquidity: () => null,
    },
    credits: {
      native: [creditByStatus(balance)],
      tokens: [creditByStatus(tokens)],
      prices: [tokens.value === null ? 0 : priced],
    },
    asked: [balance, tokens],
    times: { held: oldestOf([balance, tokens]), prices: listed.asOf, changes: changes.asOf },
    usesListed: true,
    notes: [
      ...noteOnContradicted(
        "Base",
        doubted.map(({ symbol, id }) => symbol ?? id),
      ),
      BASE_LIST_ONLY,
      ...(unread > 0 ? [`Base: ${unread} of them could not be read.`] : []),
    ],
  };
}
