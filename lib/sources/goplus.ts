import * as z from "zod";
import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import { isRecord } from "../is-record";
import { accept, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";
import { worstName } from "./text/name-problem";
import { amount, decimalAmount, sameSpelling, word } from "./token-fields";
import { type Holder, KEPT_DANGERS, KEPT_HOLDERS, type Reported, reported } from "./token-report";

/**
 * GoPlus' report of one token on an EVM chain; keyless. Quirks met here: yes and no are "1" and "0", shares are decimals
 * in strings (0.05 is 5 %), and what it could not find out has no key; refusals come with HTTP 200 and another `code`;
 * a contract without published source has next to no key; a share of the LP may exceed the whole, which says that it
 * was counted in another way; a burn address and pools stand among the holders.
 */
type GoplusChain = Exclude<TokenChain, "solana">;
const CHAIN_IDS: Readonly<Record<GoplusChain, string>> = {
  ethereum: "1",
  bsc: "56",
  base: "8453",
  arbitrum: "42161",
};

const yes = z
  .union([z.literal("1"), z.literal("0"), z.literal(1), z.literal(0)])
  .transform((value) => String(value) === "1")
  .nullish()
  .catch(null);
const rows = <S extends z.ZodRawShape>(shape: S) =>
  z.array(z.object(shape).nullable().catch(null)).nullish().catch(null);

const security = z.object({
  token_name: word,
  token_symbol: word,
  is_open_source: yes,
  is_honeypot: yes,
  cannot_sell_all: yes,
  cannot_buy: yes,
  buy_tax: decimalAmount,
  sell_tax: decimalAmount,
  is_mintable: yes,
  owner_address: word,
  hidden_owner: yes,
  can_take_back_ownership: yes,
  owner_change_balance: yes,
  transfer_pausable: yes,
  is_blacklisted: yes,
  selfdestruct: yes,
  slippage_modifiable: yes,
  honeypot_with_same_creator: yes,
  is_airdrop_scam: yes,
  is_proxy: yes,
  fake_token: z.object({ value: z.unknown(), true_token_address: word }).nullish().catch(null),
  holder_count: z
    .union([
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
      amount,
    ])
    .nullish()
    .catch(null),
  holders: rows({ address: word, percent: decimalAmount, is_locked: yes }),
  creator_percent: decimalAmount,
  dex: rows({ liquidity: decimalAmount, pair: word, liquidity_type: word }),
  lp_holders: rows({ address: word, percent: decimalAmount, is_locked: yes }),
});
type Raw = z.infer<typeof security>;

const answered = z.object({ code: z.number(), result: z.unknown() });

export function reduceSecurity(answer: unknown, address: string): Reduced<Reported> {
  const { code, result } = accept(answered, answer);
  if (code === 4029) throw new SourceError("rate_limited", "code 4029 under HTTP 200");
  if (code !== 1) throw new SourceError("schema", `code ${code} under HTTP 200`);
  const found = isRecord(result)
    ? Object.entries(result).find(([key]) => sameSpelling(key) === address)
    : undefined;
  // It knows nothing of what is no token: no entry, or one without a single key that it looked at.
  if (found === undefined || !isRecord(found[1]) || Object.keys(found[1]).length === 0)
    return { value: { report: null }, asOf: null };
  const raw = accept(security, found[1]);
  return { value: { report: reportOf(raw) }, asOf: null };
}

const reportOf = (raw: Raw): Reported["report"] => ({
  name: cleanText(raw.token_name ?? "") || null,
  symbol: cleanText(raw.token_symbol ?? "") || null,
  nameProblem: worstName([raw.token_name, raw.token_symbol]),
  mintAuthority: byOwner(raw, raw.is_mintable),
  freezeAuthority: either(byOwner(raw, raw.transfer_pausable), byOwner(raw, raw.is_blacklisted)),
  rugged: raw.is_airdrop_scam ?? null,
  permanentDelegate: byOwner(raw, raw.owner_change_balance),
  nonTransferable: either(raw.is_honeypot ?? null, raw.cannot_sell_all ?? null),
  transferHook: null, // none can exist
  transferFeePct: feeOf(raw),
  feeChangeable: byOwner(raw, raw.slippage_modifiable),
  codeChangeable: raw.is_proxy ?? null,
  frozenByDefault: null, // no such thing can exist
  lesserPowers: [],
  dangers: dangersOf(raw),
  warnings: 0,
  normalised: null,
  holders: holdersOf(raw),
  creatorPct: percent(raw.creator_percent),
  totalHolders: raw.holder_count ?? null,
  liquidityUsd: liquidityOf(raw),
  lpUnlockedShare: unlockedOf(raw),
  positions: positionsOf(raw),
  curveOnly: false,
  impersonates: impersonated(raw),
  detectedAt: null,
});

const BURNED = /^0x0{36}(?:0{4}|dead)$/i;

/**
 * A power of the owner is gone once ownership was renounced, which counts only if a hidden owner and taking it back are
 * both answered with no. GoPlus' list of trusted tokens excuses nothing: an issuer's powers are excused by address.
 */
function byOwner(
  { owner_address, hidden_owner, can_take_back_ownership }: Raw,
  may: Raw["is_mintable"],
): boolean | null {
  if (may === null || may === undefined) return null;
  const hasNoOwner = owner_address === "" || BURNED.test(owner_address ?? "");
  const isRenounced = hasNoOwner && hidden_owner === false && can_take_back_ownership === false;
  return may && !isRenounced;
}

/** Of two answers to one question: a yes of either, else a no of both. */
const either = (a: boolean | null, b: boolean | null): boolean | null =>
  a === true || b === true ? true : a === null || b === null ? null : false;

const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined || share > 1.0001 ? null : Math.min(100, 100 * share);

/** Both must be known: one of them alone may be the harmless one. */
function feeOf({ buy_tax, sell_tax }: Raw): number | null {
  const [buy, sell] = [percent(buy_tax), percent(sell_tax)];
  return buy === null || sell === null ? null : Math.max(buy, sell);
}

/**
 * Dangers in words. Null if no danger was found but one of the questions has no answer, or the contract's source is
 * not published, so that nothing could be examined. Whether its creator made honeypots is left out of most answers.
 */
function dangersOf(raw: Raw): string[] | null {
  if (raw.is_open_source === null || raw.is_open_source === undefined) return null;
  const asked: readonly [string, boolean | null | undefined][] = [
    ["source not published", !raw.is_open_source],
    ["hidden owner", raw.hidden_owner],
    ["ownership can be taken back", raw.can_take_back_ownership],
    ["can destroy itself", raw.selfdestruct],
    ["can't be bought", raw.cannot_buy],
    ["its creator made honeypots", raw.honeypot_with_same_creator ?? false],
  ];
  const found = asked.flatMap(([name, is]) => (is === true ? [name] : [])).slice(0, KEPT_DANGERS);
  const isAnswered = asked.every(([, is]) => typeof is === "boolean");
  return found.length > 0 || isAnswered ? found : null;
}

const present = <T>(list: readonly (T | null)[] | null | undefined): T[] =>
  (list ?? []).filter((one) => one !== null);

/** Pools, burned and locked tokens are nobody's. Null when one of the others can't be read. */
function holdersOf(raw: Raw): Holder[] | null {
  if (!raw.holders?.length) return null;
  const pools = new Set(present(raw.dex).map(({ pair }) => sameSpelling(pair ?? "")));
  const found: Holder[] = [];
  for (const one of raw.holders) {
    const owner = sameSpelling(one?.address ?? "");
    const pct = percent(one?.percent);
    if (one === null || owner === "" || pct === null) return null;
    if (one.is_locked === true || pools.has(owner) || BURNED.test(owner)) continue;
    found.push({ owner: cleanText(owner), pct });
  }
  return found.sort((a, b) => b.pct - a.pct || (a.owner < b.owner ? -1 : 1)).slice(0, KEPT_HOLDERS);
}

function liquidityOf({ dex }: Raw): number | null {
  const known = present(dex).flatMap(({ liquidity }) => (liquidity === null ? [] : [liquidity]));
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** Of the pools' LP tokens, what is neither locked nor burned; null for pools whose liquidity is positions. */
function unlockedOf({ lp_holders }: Raw): number | null {
  const held = present(lp_holders);
  if (held.length === 0) return null;
  let locked = 0;
  for (const { address, percent: share, is_locked } of held) {
    if (share === null || share === undefined || share > 1.0001) return null;
    if (is_locked === true || BURNED.test(address ?? "")) locked += share;
  }
  return Math.max(0, 1 - locked);
}

/** Pools of Uniswap's version 3 and 4 hold positions, which have no LP tokens. */
function positionsOf({ dex }: Raw): boolean | null {
  const [deepest] = present(dex).sort((a, b) => (b.liquidity ?? 0) - (a.liquidity ?? 0));
  return deepest === undefined ? null : /V[34]$/i.test(deepest.liquidity_type ?? "");
}

function impersonated({ fake_token }: Raw): string | null {
  const address = sameSpelling(fake_token?.true_token_address ?? "");
  return String(fake_token?.value) === "1" && /^0x[0-9a-f]{40}$/.test(address) ? address : null;
}

/** The report of one contract; the address in its one spelling. */
export const goplusReport = (chain: GoplusChain, address: string): Source<Reported> => ({
  id: `goplus.report:${chain}:${address}`,
  version: 2,
  provider: "GoPlus",
  address: () => ({
    host: "api.gopluslabs.io",
    path: `/api/v1/token_security/${CHAIN_IDS[chain]}`,
    query: { contract_addresses: address },
  }),
  answer: jsonAnswer((answer) => reduceSecurity(answer, address)),
  kept: reported,
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 500_000,
  bucket: { name: "goplus", perMinute: 30 },
});
