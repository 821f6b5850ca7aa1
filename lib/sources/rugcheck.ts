import * as z from "zod";
import { launchCurves } from "../curated/launch-curves";
import { accept, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { cleanText } from "./text/clean-text";
import { type Holder, KEPT_DANGERS, KEPT_HOLDERS, type Reported, reported } from "./token-report";
import { amount, change, count, flag, pastTime, word } from "./token-fields";

/**
 * RugCheck's report of one Solana token. Quirks met here: `score_normalised` is higher for riskier tokens;
 * `topHolders` lists pools and lockers among the holders; `lpLockedPct` is 100 even on bonding curves, so the LP
 * amounts of real pools are read instead; 400 says that no report can be made of the mint (yet).
 */
const account = z.object({ type: word });
const row = <S extends z.ZodRawShape>(shape: S) => z.array(z.object(shape).nullable().catch(null)).nullish();
const extensions = z
  .object({
    nonTransferable: z.unknown(),
    permanentDelegate: z.unknown(),
    transferHook: z.unknown(),
  })
  .partial()
  .nullish();

const report = z.object({
  mint: z.string(),
  creator: word,
  creatorBalance: amount,
  token: z.object({ supply: amount }).nullish(),
  tokenMeta: z.object({ name: word, symbol: word }).nullish(),
  token_extensions: extensions,
  // Absent is unknown; null is "none": both must be distinguished.
  mintAuthority: z.string().nullable().optional(),
  freezeAuthority: z.string().nullable().optional(),
  topHolders: row({ owner: word, address: word, pct: change }),
  risks: row({ name: word, level: word }),
  score_normalised: amount,
  markets: row({
    pubkey: word,
    marketType: word,
    liquidityAAccount: z.object({ owner: word }).nullish(),
    liquidityBAccount: z.object({ owner: word }).nullish(),
    lp: z
      .object({ lpLocked: amount, lpUnlocked: amount, quoteUSD: amount, baseUSD: amount })
      .nullish()
      .catch(null),
  }),
  totalMarketLiquidity: amount,
  totalHolders: count,
  rugged: flag,
  transferFee: z.object({ pct: amount }).nullish().catch(null),
  knownAccounts: z.record(z.string(), account.catch({ type: null })).nullish(),
  detectedAt: word,
});

/** The launchpads' curves: their LP can't be locked. */
const CURVE = launchCurves.items;

type Raw = z.infer<typeof report>;

export function reduceReport(answer: unknown, mint: string, now: Date): Reduced<Reported> {
  const raw = accept(report, answer);
  if (raw.mint !== mint) throw new SourceError("schema", "a report of another mint");
  return {
    value: {
      report: {
        name: textOf(raw.tokenMeta?.name),
        symbol: textOf(raw.tokenMeta?.symbol),
        mintAuthority: raw.mintAuthority === undefined ? null : raw.mintAuthority !== null,
        freezeAuthority: raw.freezeAuthority === undefined ? null : raw.freezeAuthority !== null,
        rugged: raw.rugged ?? null,
        permanentDelegate: extensionOf(raw, "permanentDelegate"),
        nonTransferable: extensionOf(raw, "nonTransferable"),
        transferHook: extensionOf(raw, "transferHook"),
        transferFeePct: raw.transferFee?.pct ?? null,
        dangers: raw.risks === undefined ? null : dangersIn(rows(raw.risks)),
        normalised: raw.score_normalised ?? null,
        holders: holdersOf(raw),
        creatorPct: creatorOf(raw),
        totalHolders: raw.totalHolders === 0 ? null : (raw.totalHolders ?? null), // 0: not counted yet
        liquidityUsd: raw.totalMarketLiquidity ?? null,
        lpUnlockedShare: unlockedOf(raw),
        curveOnly: curveOnlyOf(raw),
        impersonates: null, // it does not say
        detectedAt: pastTime(raw.detectedAt, now),
      },
    },
    asOf: null,
  };
}

const rows = <T>(list: readonly (T | null)[] | null | undefined): T[] =>
  (list ?? []).filter((one) => one !== null);

/** Null for `risks` is an empty list, as a clean report has it; without the key nobody looked. */
const dangersIn = (
  risks: readonly { name?: string | null | undefined; level?: string | null | undefined }[],
): string[] =>
  [
    ...new Set(risks.filter(({ level }) => level === "danger").map(({ name }) => textOf(name) ?? "unnamed")),
  ].slice(0, KEPT_DANGERS);

const textOf = (raw: string | null | undefined): string | null => cleanText(raw ?? "") || null;

/** Extensions are null or false when the token lacks them; tokens of the first program have null for the block. */
function extensionOf(
  { token_extensions }: Raw,
  name: keyof NonNullable<Raw["token_extensions"]>,
): boolean | null {
  if (token_extensions === undefined) return null;
  if (token_extensions === null) return false;
  const value = token_extensions[name];
  return value === undefined ? null : value !== null && value !== false;
}

/** Pools and lockers, by RugCheck's list of known accounts and by the pools that the report itself names. */
function poolsOf(raw: Raw): Set<string> {
  const known = Object.entries(raw.knownAccounts ?? {})
    .filter(([, { type }]) => type === "AMM" || type === "LOCKER")
    .map(([address]) => address);
  const pools = rows(raw.markets).flatMap(({ pubkey, liquidityAAccount, liquidityBAccount }) => [
    pubkey,
    liquidityAAccount?.owner,
    liquidityBAccount?.owner,
  ]);
  return new Set([...known, ...pools.filter((pool) => typeof pool === "string")]);
}

/** A share of all that there is may be a hair over 100 when it was divided. */
const MOST_PCT = 100.01;

/**
 * One owner may hold several accounts: what counts is what the owner holds. Null when none are listed, and when one of
 * them can't be read: the largest of the others would pass for the largest.
 */
function holdersOf(raw: Raw): Holder[] | null {
  const pools = poolsOf(raw);
  const byOwner = new Map<string, number>();
  if (!raw.topHolders?.length) return null;
  for (const one of raw.topHolders) {
    const { owner, address, pct } = one ?? {};
    const who = owner ?? address;
    if (who && (pools.has(who) || (address && pools.has(address)))) continue;
    if (!who || typeof pct !== "number" || pct < 0 || pct > MOST_PCT) return null;
    byOwner.set(who, Math.min(100, (byOwner.get(who) ?? 0) + pct));
  }
  return [...byOwner]
    .map(([owner, pct]) => ({ owner: cleanText(owner), pct }))
    .sort((a, b) => b.pct - a.pct || (a.owner < b.owner ? -1 : 1))
    .slice(0, KEPT_HOLDERS);
}

function creatorOf({ creator, creatorBalance, token }: Raw): number | null {
  const supply = token?.supply ?? 0;
  if (!creator || typeof creatorBalance !== "number" || supply <= 0) return null;
  const pct = (100 * creatorBalance) / supply;
  return pct <= 100 ? pct : null;
}

/** Of the deepest pool that has LP tokens at all; curves, and pools whose liquidity is positions, have none. */
function unlockedOf({ markets }: Raw): number | null {
  const pools = rows(markets).flatMap(({ marketType, lp }) => {
    const [locked, unlocked] = [lp?.lpLocked ?? null, lp?.lpUnlocked ?? null];
    if (CURVE.test(marketType ?? "") || locked === null || unlocked === null) return [];
    const depth = (lp?.quoteUSD ?? 0) + (lp?.baseUSD ?? 0);
    return locked + unlocked > 0 ? [{ depth, share: unlocked / (locked + unlocked) }] : [];
  });
  return pools.sort((a, b) => b.depth - a.depth)[0]?.share ?? null;
}

/** Whether every market is a curve; null for a token without any. */
function curveOnlyOf({ markets }: Raw): boolean | null {
  const types = rows(markets).map(({ marketType }) => marketType ?? "");
  return types.length === 0 ? null : types.every((type) => CURVE.test(type));
}

/** RugCheck asks for no more than this; all its reports share one bucket. */
const BUCKET = { name: "rugcheck", perMinute: 60 };

/** The report of one mint, which must be a Solana address. */
export const rugcheckReport = (mint: string): Source<Reported> => ({
  id: `rugcheck.report:${mint}`,
  version: 2,
  provider: "RugCheck",
  address: () => ({ host: "api.rugcheck.xyz", path: `/v1/tokens/${mint}/report` }),
  answer: jsonAnswer((answer, now) => reduceReport(answer, mint, now)),
  kept: reported,
  freshMs: 30_000,
  staleMs: 10 * 60_000,
  maxBytes: 4_000_000,
  absent: { statuses: [400, 404], value: { report: null } },
  bucket: BUCKET,
});
