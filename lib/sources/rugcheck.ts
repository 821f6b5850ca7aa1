import * as z from "zod";
import { launchCurves } from "../curated/launch-curves";
import { accept, jsonAnswer } from "./fetcher/answer";
import { type Reduced, type Source, SourceError } from "./source";
import { TOKEN_PROGRAMS } from "./solana-rpc";
import { cleanText } from "./text/clean-text";
import { worstName } from "./text/name-problem";
import { type MintPowers, NO_POWERS, powersOf, UNKNOWN_POWERS } from "./token-extensions";
import { type Holder, KEPT_DANGERS, KEPT_HOLDERS, type Reported, reported } from "./token-report";
import { amount, change, count, flag, pastTime, word } from "./token-fields";

/**
 * RugCheck's report of one Solana token. Quirks met here: `score_normalised` is higher for riskier tokens;
 * `topHolders` lists pools and lockers among the holders; `lpLockedPct` is 100 even on bonding curves, so the LP
 * amounts of real pools are read instead; 400 says that no report can be made of the mint (yet).
 */
const account = z.object({ type: word });
// Absent is unknown; null is "none": both must be distinguished.
const authority = z.string().nullable().optional();
const row = <S extends z.ZodRawShape>(shape: S) => z.array(z.object(shape).nullable().catch(null)).nullish();
const report = z.object({
  mint: z.string(),
  tokenProgram: word,
  creator: word,
  creatorBalance: amount,
  token: z.object({ supply: amount, mintAuthority: authority, freezeAuthority: authority }).nullish(),
  tokenMeta: z.object({ name: word, symbol: word, mutable: flag }).nullish(),
  token_extensions: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  mintAuthority: authority,
  freezeAuthority: authority,
  topHolders: row({ owner: word, address: word, pct: change, amount }),
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
  const risks = raw.risks === undefined ? null : risksIn(rows(raw.risks), raw.risks);
  const powers = extensionsOf(raw);
  return {
    value: {
      report: {
        name: textOf(raw.tokenMeta?.name),
        symbol: textOf(raw.tokenMeta?.symbol),
        nameProblem: worstName([raw.tokenMeta?.name, raw.tokenMeta?.symbol]),
        mintAuthority: heldBy([raw.mintAuthority, raw.token?.mintAuthority], risks, /mint authority/i),
        freezeAuthority: eitherOf(
          heldBy([raw.freezeAuthority, raw.token?.freezeAuthority], risks, /freeze authority/i),
          powers.pausable,
        ),
        rugged: raw.rugged ?? null,
        permanentDelegate: powers.permanentDelegate,
        nonTransferable: powers.nonTransferable,
        transferHook: powers.transferHook,
        transferFeePct: largerOf(powers.transferFeePct, raw.transferFee?.pct),
        feeChangeable: powers.feeChangeable,
        codeChangeable: false, // a mint has no code of its own
        frozenByDefault: powers.frozenByDefault,
        lesserPowers: lesserOf(raw, powers),
        dangers: risks?.dangers ?? null,
        warnings: risks?.warnings ?? null,
        normalised: normalisedOf(raw),
        holders: holdersOf(raw),
        creatorPct: creatorOf(raw),
        totalHolders: raw.totalHolders === 0 ? null : (raw.totalHolders ?? null), // 0: not counted yet
        liquidityUsd: raw.totalMarketLiquidity ?? null,
        lpUnlockedShare: unlockedOf(raw),
        positions: positionsOf(raw),
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

interface Risks {
  dangers: string[];
  warnings: number;
}

/** Levels that RugCheck is known to use, and which of them say nothing bad. */
const MILD: ReadonlySet<string> = new Set(["warn", "info", "good"]);

/**
 * Null for `risks` is an empty list, as a clean report has it. A risk of a level that isn't known counts as a danger,
 * and so does one that can't be read or has no name.
 */
function risksIn(
  risks: readonly { name?: string | null | undefined; level?: string | null | undefined }[],
  raw: readonly unknown[] | null,
): Risks {
  const named = risks.map(({ name, level }) => ({ name: textOf(name), level: level ?? "" }));
  const dangers = named
    .filter(({ name, level }) => name === null || !MILD.has(level))
    .map(({ name }) => name ?? "unnamed risk");
  const unreadable = (raw ?? []).length > risks.length ? ["unreadable risk"] : [];
  return {
    dangers: [...new Set([...dangers, ...unreadable])].slice(0, KEPT_DANGERS),
    warnings: named.filter(({ name, level }) => name !== null && level === "warn").length,
  };
}

/** Held if any of the places that can name an authority does; unknown if none of them was given. */
function heldBy(
  named: readonly (string | null | undefined)[],
  risks: Risks | null,
  danger: RegExp,
): boolean | null {
  if (risks?.dangers.some((name) => danger.test(name)) === true) return true;
  const known = named.filter((one) => one !== undefined);
  return known.length === 0 ? null : known.some((one) => one !== null);
}

/** Yes if either says so; unknown if either is. */
const eitherOf = (a: boolean | null, b: boolean | null): boolean | null =>
  a === true || b === true ? true : a === null || b === null ? null : false;

/** The fee by the extension, unless the report's own figure is larger. */
const largerOf = (fee: number | null, reported: number | null | undefined): number | null =>
  fee === null ? null : Math.max(fee, reported ?? 0);

/** 0 to 100, higher is riskier. */
const normalisedOf = ({ score_normalised: score }: Raw): number | null =>
  typeof score === "number" && score <= 100 ? score : null;

const textOf = (raw: string | null | undefined): string | null => cleanText(raw ?? "") || null;

/** Mints of the original token program can't have extensions; which program it is must be named. */
function extensionsOf({ token_extensions, tokenProgram }: Raw): MintPowers {
  if (tokenProgram === TOKEN_PROGRAMS.tokens) return NO_POWERS;
  if (tokenProgram !== TOKEN_PROGRAMS["tokens-2022"]) return UNKNOWN_POWERS;
  return token_extensions ? powersOf(token_extensions) : UNKNOWN_POWERS;
}

const lesserOf = ({ tokenMeta }: Raw, { others }: MintPowers): string[] | null =>
  others === null
    ? null
    : [...new Set([...(tokenMeta?.mutable === true ? ["change the name and links"] : []), ...others])];

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

/** Percent points, and share of the percentage, by which `pct` may miss 100 × amount ÷ supply; captured: exact. */
const PCT_TOLERANCE = { points: 0.01, share: 0.01 };

function contradicts(
  pct: number,
  held: number | null | undefined,
  supply: number | null | undefined,
): boolean {
  if (typeof held !== "number" || typeof supply !== "number" || supply <= 0) return false;
  const computed = (100 * held) / supply;
  return Math.abs(computed - pct) > Math.max(PCT_TOLERANCE.points, PCT_TOLERANCE.share * computed);
}

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
    if (contradicts(pct, one?.amount, raw.token?.supply)) return null;
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

/** Whether the deepest market has liquidity but no LP tokens, as pools of positions have; null without any market. */
function positionsOf({ markets }: Raw): boolean | null {
  const [deepest] = rows(markets)
    .filter(({ marketType }) => !CURVE.test(marketType ?? ""))
    .map(({ lp }) => ({ lp, depth: (lp?.quoteUSD ?? 0) + (lp?.baseUSD ?? 0) }))
    .sort((a, b) => b.depth - a.depth);
  if (deepest === undefined) return null;
  return deepest.depth > 0 && (deepest.lp?.lpLocked ?? 0) + (deepest.lp?.lpUnlocked ?? 0) === 0;
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
  version: 3,
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
