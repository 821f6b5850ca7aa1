import type * as z from "zod";
import type { SafetyCheck, SafetyVerdict, tokenSafety } from "@/lib/catalog/intel/answers/token-safety";
import { dollarIssuers } from "@/lib/curated/dollar-issuers";
import { round } from "./round";
import { DEXSCREENER, type Fact, type TokenFacts } from "./token-facts";

export type TokenSafety = z.input<typeof tokenSafety>;

/** A broken hard rule is the whole of the risk. */
export const HARD_POINTS = 100;
export const DANGER_RISK = 50;
export const CAUTION_RISK = 20;
/** So many providers must know a token before its points make a verdict. */
export const MIN_SOURCES = 2;
const MAX_DANGER_POINTS = 30;

/** Without an answer to each of these nobody may call a token clear. */
export const REQUIRED: ReadonlySet<string> = new Set([
  "mint-authority",
  "freeze-authority",
  "impostor",
  "largest-holder-pct",
  "liquidity-usd",
  "lp-unlocked",
  "top10-pct",
  "reported-dangers",
]);

/**
 * Issuers that can mint and freeze because they redeem in dollars: for these tokens the two authorities are no danger.
 * By address, never by name.
 */
export const ISSUED: ReadonlySet<string> = new Set(dollarIssuers.items);

interface Rule<Value> {
  id: string;
  of: (facts: TokenFacts) => Fact<Value> | null;
  /** Whether there can be no such thing for this token. */
  absent?: (facts: TokenFacts) => boolean;
  /** What the value adds to the risk. */
  points: (value: Value) => number;
  show?: (value: Value) => SafetyCheck["value"];
}

const hard = (value: boolean): number => (value ? HARD_POINTS : 0);
const pct = (value: number): number => round(value, 2);
const above =
  (...steps: readonly (readonly [over: number, points: number])[]) =>
  (value: number): number =>
    steps.find(([over]) => value > over)?.[1] ?? 0;
const atLeast =
  (...steps: readonly (readonly [from: number, points: number])[]) =>
  (value: number): number =>
    steps.find(([from]) => value >= from)?.[1] ?? 0;
const below =
  (...steps: readonly (readonly [under: number, points: number])[]) =>
  (value: number): number =>
    steps.find(([under]) => value < under)?.[1] ?? 0;

/** One check: its rule applied to what is known. */
function check<Value extends number | boolean | string | readonly string[]>(
  { id, of, absent, points, show }: Rule<Value>,
  facts: TokenFacts,
): SafetyCheck {
  if (absent?.(facts) === true) return { id, status: "not_applicable", value: null, points: 0, source: null };
  const known = of(facts);
  if (known === null) return { id, status: "unknown", value: null, points: 0, source: null };
  const { value, source } = known;
  const added = points(value);
  const status = added >= CAUTION_RISK ? "fail" : added > 0 ? "warn" : "pass";
  const shown = show?.(value) ?? (typeof value === "number" ? round(value, 2) : String(value));
  return { id, status, value: typeof value === "boolean" ? value : shown, points: added, source };
}

/** The rules of docs/method.md, "Token safety", in the order in which answers show them. */
function checksOf(facts: TokenFacts, issued: boolean): SafetyCheck[] {
  const authority = (set: boolean): number => (set && !issued ? HARD_POINTS : 0);
  return [
    check({ id: "mint-authority", of: (f) => f.mintAuthority, points: authority }, facts),
    check({ id: "freeze-authority", of: (f) => f.freezeAuthority, points: authority }, facts),
    check(
      { id: "impostor", of: (f) => f.impostor, points: (real: string | false) => hard(real !== false) },
      facts,
    ),
    check({ id: "rugged", of: (f) => f.rugged, points: hard }, facts),
    check({ id: "permanent-delegate", of: (f) => f.permanentDelegate, points: hard }, facts),
    check({ id: "non-transferable", of: (f) => f.nonTransferable, points: hard }, facts),
    check(
      { id: "transfer-fee-pct", of: (f) => f.transferFeePct, points: atLeast([5, HARD_POINTS]), show: pct },
      facts,
    ),
    check(
      { id: "largest-holder-pct", of: (f) => f.maxHolderPct, points: atLeast([20, HARD_POINTS]), show: pct },
      facts,
    ),
    check({ id: "transfer-hook", of: (f) => f.transferHook, points: (set) => (set ? 15 : 0) }, facts),
    check(
      {
        id: "liquidity-usd",
        of: (f) => f.liquidityUsd,
        points: below([1_000, HARD_POINTS], [5_000, 25], [25_000, 12]),
      },
      facts,
    ),
    check(
      { id: "lp-unlocked", of: lpUnlocked, absent: hasNoLp, points: (unlocked) => (unlocked ? 20 : 0) },
      facts,
    ),
    check({ id: "top10-pct", of: (f) => f.top10Pct, points: above([30, 20], [15, 10]), show: pct }, facts),
    check({ id: "creator-pct", of: (f) => f.creatorPct, points: above([5, 10]), show: pct }, facts),
    check({ id: "dev-mints", of: (f) => f.devMints, points: atLeast([50, 15], [10, 7]) }, facts),
    check({ id: "age-min", of: (f) => f.ageMin, points: below([60, 10]) }, facts),
    check({ id: "holders", of: (f) => f.holders, points: below([100, 10]) }, facts),
    check(
      {
        id: "reported-dangers",
        of: (f) => f.dangers,
        points: (names: readonly string[]) => Math.min(MAX_DANGER_POINTS, 15 * names.length),
        show: (names) => (names.length === 0 ? "none" : names.join("; ")),
      },
      facts,
    ),
    check({ id: "suspicious", of: (f) => f.suspicious, points: (is) => (is ? 20 : 0) }, facts),
    check(
      { id: "organic-share-pct", of: (f) => f.organicSharePct, points: below([1, 20]), show: pct },
      facts,
    ),
  ];
}

/** Most of the deepest pool's LP tokens can be withdrawn. */
const LP_UNLOCKED_SHARE = 0.5;
const lpUnlocked = ({ lpUnlockedShare }: TokenFacts): Fact<boolean> | null =>
  lpUnlockedShare === null
    ? null
    : { value: lpUnlockedShare.value > LP_UNLOCKED_SHARE, source: lpUnlockedShare.source };

/** A launchpad's curve has no LP tokens. That a pair names no liquidity only suggests one: it is no proof. */
const hasNoLp = ({ onCurve }: TokenFacts): boolean =>
  onCurve?.value === true && onCurve.source !== DEXSCREENER;

/**
 * A broken hard rule, or points enough, are a danger, whatever else is unknown: what is missing could only add to them.
 * Otherwise, with fewer than two providers that know the token or no mint and freeze authority read, nothing is said;
 * and without an answer to every required check nothing is clear.
 */
function verdictOf(facts: TokenFacts, risk: number, missing: readonly string[]): SafetyVerdict {
  if (risk >= DANGER_RISK) return "danger";
  const read = facts.mintAuthority !== null && facts.freezeAuthority !== null;
  if (facts.sources.length < MIN_SOURCES || !read) return "unknown";
  if (risk >= CAUTION_RISK) return "caution";
  return missing.length === 0 ? "clear" : "unknown";
}

/** The ids of the checks that ended so: `fail` cost 20 points or more, `warn` fewer. */
export const idsOf = (checks: TokenSafety["checks"], wanted: "fail" | "warn"): string[] =>
  checks.filter(({ status }) => status === wanted).map(({ id }) => id);

/**
 * Safety of the token at `address` by what is known of it. `clear` means that every required check was answered and
 * none failed, never that a token is safe. Docs: docs/method.md, "Token safety".
 */
export function safetyOf(facts: TokenFacts, address: string): TokenSafety {
  const checks = checksOf(facts, ISSUED.has(address));
  const risk = Math.min(
    100,
    checks.reduce((sum, { points }) => sum + points, 0),
  );
  const idsOf = (status: SafetyCheck["status"]): string[] =>
    checks.filter((one) => one.status === status).map(({ id }) => id);
  const missing = idsOf("unknown").filter((id) => REQUIRED.has(id));
  const verdict = verdictOf(facts, risk, missing);
  return {
    verdict,
    risk: verdict === "unknown" ? null : risk,
    missing,
    notApplicable: idsOf("not_applicable"),
    checks,
    liquidityUsd: rounded(facts.liquidityUsd),
    holders: facts.holders?.value ?? null,
    top10ExPoolPct: rounded(facts.top10Pct),
    maxHolderExPoolPct: rounded(facts.maxHolderPct),
    creatorPct: rounded(facts.creatorPct),
    devMints: facts.devMints?.value ?? null,
    devMigrations: facts.devMigrations?.value ?? null,
    ageMin: facts.ageMin?.value ?? null,
    onCurve: facts.onCurve?.value ?? null,
    rugcheckNorm: facts.rugcheckNorm?.value ?? null,
  };
}

const rounded = (known: Fact<number> | null): number | null => round(known?.value ?? null, 2);
