import type { DexToken } from "@/lib/sources/dexscreener";
import type { GeckoPool } from "@/lib/sources/geckoterminal";
import type { Simulated } from "@/lib/sources/honeypot";
import type { JupiterToken } from "@/lib/sources/jupiter";
import type { MintAccount } from "@/lib/sources/solana-mint";
import { type NameProblem, worstOf } from "@/lib/sources/text/name-problem";
import type { TokenReport } from "@/lib/sources/token-report";
import { perValue } from "./per-value";
import type { Reporter } from "./token-reports";

/** What each provider knows of one token; null or empty where it knows nothing or could not be asked. */
export interface TokenReadings {
  report: TokenReport | null;
  /** Who made the report, or would have. */
  reportBy: Reporter;
  /** The mint's own account; null off Solana and where it was not read. */
  mint: MintAccount | null;
  /** The simulated sale; null on Solana and where none was read. */
  simulated: Simulated | null;
  /** The verified token whose name it bears at another address; false for none, null where nobody knows. */
  impostor: Fact<Impostor | false> | null;
  jupiter: JupiterToken | null;
  dex: DexToken | null;
  pools: readonly GeckoPool[];
}

/** What a token imitates: the real one's address, or its name where it has none here. */
export interface Impostor {
  real: string;
  /** Whether the name is the same and the real one's place is known. */
  isCertain: boolean;
}

/** A value, and its source. */
export interface Fact<Value> {
  value: Value;
  source: string;
}
type Known<Value> = Fact<Value> | null;

/** What is known of a token, each value from its provider. */
export interface TokenFacts {
  mintAuthority: Known<boolean>;
  freezeAuthority: Known<boolean>;
  rugged: Known<boolean>;
  permanentDelegate: Known<boolean>;
  nonTransferable: Known<boolean>;
  transferHook: Known<boolean>;
  transferFeePct: Known<number>;
  feeChangeable: Known<boolean>;
  codeChangeable: Known<boolean>;
  frozenByDefault: Known<boolean>;
  /** Lesser powers that the issuer still holds, in words. */
  lesserPowers: Known<readonly string[]>;
  nameProblem: Known<NameProblem>;
  maxHolderPct: Known<number>;
  top10Pct: Known<number>;
  creatorPct: Known<number>;
  liquidityUsd: Known<number>;
  /** Share of the deepest pool's LP tokens that can be withdrawn, 0 to 1. */
  lpUnlockedShare: Known<number>;
  /** Whether the deepest pool's liquidity is positions, for which no LP tokens exist. */
  positions: Known<boolean>;
  /** What its reporter calls dangers, by name. */
  dangers: Known<readonly string[]>;
  /** How many further risks its reporter warns of. */
  warnings: Known<number>;
  suspicious: Known<boolean>;
  devMints: Known<number>;
  devMigrations: Known<number>;
  holders: Known<number>;
  ageMin: Known<number>;
  onCurve: Known<boolean>;
  /** Organic part of the volume of 24 hours, percent; null as well when the volume is too small to tell. */
  organicSharePct: Known<number>;
  impostor: Known<Impostor | false>;
  rugcheckNorm: Known<number>;
  reportBy: Reporter;
  /** Providers that know the token, each once. */
  sources: readonly string[];
}

/** From this volume of 24 hours on, the organic share of it says something, in US dollars. */
export const MEANINGFUL_VOLUME_USD = 10_000;

const JUPITER = "Jupiter";
const CHAIN = "Solana RPC";
const HONEYPOT = "honeypot.is";
export const DEXSCREENER = "DexScreener";
const GECKOTERMINAL = "GeckoTerminal";

/** Null stays unknown. */
function fact<Value>(value: Value | null | undefined, source: string): Known<Value> {
  return value === null || value === undefined ? null : { value, source };
}

const first = <Value>(...facts: readonly Known<Value>[]): Known<Value> =>
  facts.find((one) => one !== null) ?? null;

/** Of two that disagree, the one that says yes: what one provider has seen, another may have missed. */
const either = (...facts: readonly Known<boolean>[]): Known<boolean> =>
  facts.find((one) => one?.value === true) ?? first(...facts);

const least = (...facts: readonly Known<number>[]): Known<number> =>
  facts.reduce((low, one) => (one !== null && (low === null || one.value < low.value) ? one : low), null);

/** Lays together what the providers say of a token at `now`. */
export function factsOf(readings: TokenReadings, now: Date): TokenFacts {
  const seen = firstSeen(readings);
  const minutes = seen === null ? 0 : Math.floor((now.getTime() - Date.parse(seen.value)) / 60_000);
  return factsAt(readings, Math.max(0, minutes));
}

/** The age in minutes is all that time changes. */
const factsAt = perValue((readings: TokenReadings, minutes: number): TokenFacts => {
  const { report, reportBy, impostor, mint, simulated, jupiter, dex, pools } = readings;
  const power = (name: keyof MintAccount & keyof TokenReport) =>
    either(flagOf(report?.[name], reportBy), flagOf(mint?.[name], CHAIN));
  const seen = firstSeen(readings);
  const holders = report?.holders ?? null;
  const reserves = pools.map(({ reserveUsd }) => reserveUsd).filter((reserve) => reserve !== null);
  const onCurve = first(
    fact(jupiter?.onCurve, JUPITER),
    fact(report?.curveOnly, reportBy),
    fact(curveOf(dex), DEXSCREENER),
  );
  const poolSum = reserves.length === 0 ? null : reserves.reduce((sum, reserve) => sum + reserve, 0);
  return {
    mintAuthority: either(power("mintAuthority"), fact(jupiter?.mintAuthority, JUPITER)),
    freezeAuthority: either(power("freezeAuthority"), fact(jupiter?.freezeAuthority, JUPITER)),
    rugged: fact(report?.rugged, reportBy),
    permanentDelegate: power("permanentDelegate"),
    nonTransferable: either(power("nonTransferable"), fact(simulated?.honeypot, HONEYPOT)),
    transferHook: power("transferHook"),
    transferFeePct: feeOf(readings),
    feeChangeable: power("feeChangeable"),
    codeChangeable: fact(report?.codeChangeable, reportBy),
    frozenByDefault: power("frozenByDefault"),
    lesserPowers: first(fact(mint?.lesserPowers, CHAIN), fact(report?.lesserPowers, reportBy)),
    nameProblem: nameOf(readings),
    maxHolderPct: fact(holders === null ? null : (holders[0]?.pct ?? 0), reportBy),
    top10Pct: fact(
      holders?.reduce((sum, { pct }) => sum + pct, 0),
      reportBy,
    ),
    creatorPct: fact(report?.creatorPct, reportBy),
    // Liquidity is easily made up on one of them, and a pool is easily missed: the lower figure counts. The other two
    // count both sides of pools that those two leave out, so they are asked only when both are silent.
    liquidityUsd: first(
      least(fact(dex?.liquidityUsd, DEXSCREENER), fact(jupiter?.liquidityUsd, JUPITER)),
      // A curve's pool has no reserves there, which says nothing of what the curve holds.
      onCurve?.value === true && poolSum === 0 ? null : fact(poolSum, GECKOTERMINAL),
      fact(report?.liquidityUsd, reportBy),
    ),
    lpUnlockedShare: fact(report?.lpUnlockedShare, reportBy),
    positions: fact(report?.positions, reportBy),
    dangers: dangersOf(readings),
    warnings: fact(report?.warnings, reportBy),
    suspicious: fact(jupiter?.suspicious, JUPITER),
    devMints: fact(jupiter?.devMints, JUPITER),
    devMigrations: fact(jupiter?.devMigrations, JUPITER),
    holders: first(fact(jupiter?.holders, JUPITER), fact(report?.totalHolders, reportBy)),
    ageMin: seen && { value: minutes, source: seen.source },
    onCurve,
    impostor,
    organicSharePct: organicOf(jupiter),
    rugcheckNorm: fact(report?.normalised, reportBy),
    reportBy,
    sources: [
      ...(report === null ? [] : [reportBy]),
      ...(jupiter === null ? [] : [JUPITER]),
      ...(dex === null ? [] : [DEXSCREENER]),
      ...(pools.length === 0 ? [] : [GECKOTERMINAL]),
    ],
  };
});

const flagOf = (value: unknown, source: string): Known<boolean> =>
  typeof value === "boolean" ? { value, source } : null;

/** The largest fee that a source names. Without the reporter's own figure only a danger counts, never a pass. */
function feeOf({ report, reportBy, mint, simulated }: TokenReadings): Known<number> {
  const known = [
    fact(report?.transferFeePct, reportBy),
    fact(mint?.transferFeePct, CHAIN),
    fact(simulated?.taxPct, HONEYPOT),
  ].filter((one) => one !== null);
  const [largest = null] = known.sort((a, b) => b.value - a.value);
  const isAnswered = known.some(({ source }) => source !== HONEYPOT);
  return isAnswered || (largest?.value ?? 0) >= DANGEROUS_FEE_PCT ? largest : null;
}

/** From this fee on a transfer or sale costs too much to be called anything but a danger, percent. */
export const DANGEROUS_FEE_PCT = 5;

/** The simulation can only add dangers: without the reporter's own answer there is no clean list. */
function dangersOf({ report, reportBy, simulated }: TokenReadings): Known<readonly string[]> {
  const simulatedDangers = simulated?.dangers ?? [];
  if (report?.dangers) return fact([...new Set([...report.dangers, ...simulatedDangers])], reportBy);
  return simulatedDangers.length === 0 ? null : fact(simulatedDangers, HONEYPOT);
}

function nameOf({ report, reportBy, jupiter, dex }: TokenReadings): Known<NameProblem> {
  const named = [
    fact(report?.nameProblem, reportBy),
    fact(jupiter?.nameProblem, JUPITER),
    fact(dex?.nameProblem, DEXSCREENER),
  ];
  const worst = worstOf(named.map((one) => one?.value));
  return named.find((one) => one?.value === worst) ?? null;
}

/** The earliest time at which anybody saw it. */
const firstSeen = perValue(({ report, reportBy, jupiter, dex, pools }: TokenReadings): Known<string> => {
  const times = [
    fact(report?.detectedAt, reportBy),
    fact(jupiter?.createdAt, JUPITER),
    fact(dex?.createdAt, DEXSCREENER),
    ...pools.map(({ createdAt }) => fact(createdAt, GECKOTERMINAL)),
  ].filter((time) => time !== null);
  const [earliest] = times.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  return earliest ?? null;
});

/** Pairs of which none names its liquidity stand on a curve; a token without pairs stands nowhere. */
const curveOf = (dex: DexToken | null): boolean | null => (dex === null ? null : dex.liquidityUsd === null);

function organicOf(jupiter: JupiterToken | null): Known<number> {
  const { volumeUsd, organicVolumeUsd } = jupiter?.day ?? {};
  if (typeof volumeUsd !== "number" || typeof organicVolumeUsd !== "number") return null;
  if (volumeUsd < MEANINGFUL_VOLUME_USD) return null;
  return { value: (100 * organicVolumeUsd) / volumeUsd, source: JUPITER };
}
