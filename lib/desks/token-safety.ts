import type * as z from "zod";
import type { SafetyCheck, SafetyVerdict, tokenSafety } from "@/lib/catalog/intel/answers/token-safety";
import { dollarIssuers } from "@/lib/curated/dollar-issuers";
import type { NameProblem } from "@/lib/sources/text/name-problem";
import { round } from "./round";
import { DANGEROUS_FEE_PCT, DEXSCREENER, type Fact, type Impostor, type TokenFacts } from "./token-facts";

export type TokenSafety = z.input<typeof tokenSafety>;

/** A broken hard rule is the whole of the risk. */
export const HARD_POINTS = 100;
export const DANGER_RISK = 50;
export const CAUTION_RISK = 20;
/** So many providers must know a token before its points make a verdict. */
export const MIN_SOURCES = 2;

/** Checks that must have an answer before a token is called clear. Those that can't exist for it count as answered. */
export const REQUIRED: ReadonlySet<string> = new Set([
  "mint-authority",
  "freeze-authority",
  "impostor",
  "name-characters",
  "rugged",
  "permanent-delegate",
  "non-transferable",
  "transfer-fee-pct",
  "fee-changeable",
  "code-changeable",
  "transfer-hook",
  "frozen-by-default",
  "lesser-powers",
  "largest-holder-pct",
  "liquidity-usd",
  "lp-unlocked",
  "top10-pct",
  "reported-dangers",
  "report-score",
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
function check<Value extends number | boolean | string | readonly string[] | Impostor>(
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

/** Token-2022's powers can't exist on an EVM chain, and RugCheck's score is its own. */
const onlySolana = ({ reportBy }: TokenFacts): boolean => reportBy === "GoPlus";
/** GoPlus leaves its opinion on airdrop scams out of ordinary answers. */
const hasNoOpinion = ({ reportBy, rugged }: TokenFacts): boolean => reportBy === "GoPlus" && rugged === null;

const NAME_POINTS: Readonly<Record<NameProblem, number>> = {
  none: 0,
  words: 10,
  scripts: 20,
  hidden: 20,
  control: HARD_POINTS,
};

/** Dangers of these kinds decide by themselves. */
const DECISIVE = /\b(?:mint|freeze|honeypots?|rug|rugged|transfer)\b/i;
/** Dangers that name what an issuer redeems by. */
const ISSUING = /\b(?:mint|freeze) authority\b/i;

/** One reported danger is at least caution; two, or a decisive one, are danger. */
function dangerPoints(names: readonly string[], issued: boolean): number {
  const counted = issued ? names.filter((name) => !ISSUING.test(name)) : names;
  if (counted.length === 0) return 0;
  return counted.length > 1 || counted.some((name) => DECISIVE.test(name)) ? HARD_POINTS : CAUTION_RISK;
}

const shownList = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join("; "));

/** The rules of docs/method.md, "Token safety", in the order in which answers show them. */
function checksOf(facts: TokenFacts, issued: boolean): SafetyCheck[] {
  const authority = (set: boolean): number => (set && !issued ? HARD_POINTS : 0);
  const caution = (set: boolean): number => (set && !issued ? CAUTION_RISK : 0);
  return [
    check({ id: "mint-authority", of: (f) => f.mintAuthority, points: authority }, facts),
    check({ id: "freeze-authority", of: (f) => f.freezeAuthority, points: authority }, facts),
    check(
      {
        id: "impostor",
        of: (f) => f.impostor,
        points: (found: Impostor | false) =>
          found === false ? 0 : found.isCertain ? HARD_POINTS : CAUTION_RISK,
        show: (found) => (found === false ? false : found.real),
      },
      facts,
    ),
    check({ id: "name-characters", of: (f) => f.nameProblem, points: (found) => NAME_POINTS[found] }, facts),
    check({ id: "rugged", of: (f) => f.rugged, absent: hasNoOpinion, points: hard }, facts),
    check({ id: "permanent-delegate", of: (f) => f.permanentDelegate, points: hard }, facts),
    check({ id: "non-transferable", of: (f) => f.nonTransferable, points: hard }, facts),
    check(
      {
        id: "transfer-fee-pct",
        of: (f) => f.transferFeePct,
        points: atLeast([DANGEROUS_FEE_PCT, HARD_POINTS]),
        show: pct,
      },
      facts,
    ),
    check({ id: "fee-changeable", of: (f) => f.feeChangeable, points: caution }, facts),
    check({ id: "code-changeable", of: (f) => f.codeChangeable, points: caution }, facts),
    check({ id: "frozen-by-default", of: (f) => f.frozenByDefault, absent: onlySolana, points: hard }, facts),
    check(
      {
        id: "lesser-powers",
        of: (f) => f.lesserPowers,
        points: (powers: readonly string[]) => (issued ? 0 : Math.min(10, 5 * powers.length)),
        show: shownList,
      },
      facts,
    ),
    check(
      { id: "largest-holder-pct", of: (f) => f.maxHolderPct, points: atLeast([20, HARD_POINTS]), show: pct },
      facts,
    ),
    check({ id: "transfer-hook", of: (f) => f.transferHook, absent: onlySolana, points: caution }, facts),
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
        points: (names: readonly string[]) => dangerPoints(names, issued),
        show: shownList,
      },
      facts,
    ),
    check(
      { id: "reported-warnings", of: (f) => f.warnings, points: (count) => Math.min(15, 5 * count) },
      facts,
    ),
    check(
      {
        id: "report-score",
        of: (f) => f.rugcheckNorm,
        absent: onlySolana,
        points: (score) => (issued ? 0 : atLeast([80, HARD_POINTS], [50, CAUTION_RISK])(score)),
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

/**
 * A launchpad's curve has no LP tokens, and neither have pools of positions: these must then be deep and old. A pair
 * without a liquidity figure is no proof of a curve.
 */
const hasNoLp = (facts: TokenFacts): boolean =>
  (facts.onCurve?.value === true && facts.onCurve.source !== DEXSCREENER) ||
  (facts.positions?.value === true && isDeepAndOld(facts));

/** What stands in for a lock where none can exist: liquidity in US dollars, and age in minutes (30 days). */
const UNLOCKABLE = { minLiquidityUsd: 50_000, minAgeMin: 30 * 24 * 60 };
const isDeepAndOld = ({ liquidityUsd, ageMin }: TokenFacts): boolean =>
  (liquidityUsd?.value ?? 0) >= UNLOCKABLE.minLiquidityUsd && (ageMin?.value ?? 0) >= UNLOCKABLE.minAgeMin;

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

/** What no check of this service looks at, whatever the token. */
const NEVER_CHECKED = ["whether several holders are one person", "what the issuer intends"];

/** Powers that the issuer is known to hold, in words: each can change the answer after it was sold. */
function powersIn(facts: TokenFacts): string[] {
  const powers: readonly [string, Fact<boolean> | null][] = [
    ["mint more of it", facts.mintAuthority],
    ["freeze, pause or bar holders", facts.freezeAuthority],
    ["take it out of wallets", facts.permanentDelegate],
    ["change the fee", facts.feeChangeable],
    ["replace the code", facts.codeChangeable],
    ["run code at each transfer", facts.transferHook],
    ["withdraw liquidity", lpUnlocked(facts)],
  ];
  return [
    ...powers.filter(([, held]) => held?.value === true).map(([words]) => words),
    ...(facts.lesserPowers?.value ?? []),
  ];
}

/**
 * Judges the token at `address` by what is known of it, as it was read at `asOf` (ISO 8601, or null if nothing was).
 * `clear` means that every required check was answered and none failed, never that a token is safe.
 * Docs: docs/method.md, "Token safety".
 */
export function safetyOf(facts: TokenFacts, address: string, asOf: string | null): TokenSafety {
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
    asOf,
    risk: verdict === "unknown" ? null : risk,
    missing,
    notChecked: [...idsOf("unknown"), ...NEVER_CHECKED],
    canChange: powersIn(facts),
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
