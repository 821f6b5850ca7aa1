import type { DexToken } from "@/lib/sources/dexscreener";
import type { GeckoPool } from "@/lib/sources/geckoterminal";
import type { JupiterToken } from "@/lib/sources/jupiter";
import type { TokenReport } from "@/lib/sources/token-report";
import { perValue } from "./per-value";

/** What each provider knows of one token; null or empty where it knows nothing or could not be asked. */
export interface TokenReadings {
  report: TokenReport | null;
  /** Who made the report, or would have. */
  reportBy: string;
  /** The verified token whose name it bears at another address; false for none, null where nobody knows. */
  impostor: Fact<string | false> | null;
  jupiter: JupiterToken | null;
  dex: DexToken | null;
  pools: readonly GeckoPool[];
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
  maxHolderPct: Known<number>;
  top10Pct: Known<number>;
  creatorPct: Known<number>;
  liquidityUsd: Known<number>;
  /** Share of the deepest pool's LP tokens that can be withdrawn, 0 to 1. */
  lpUnlockedShare: Known<number>;
  /** What its reporter calls dangers, by name. */
  dangers: Known<readonly string[]>;
  suspicious: Known<boolean>;
  devMints: Known<number>;
  devMigrations: Known<number>;
  holders: Known<number>;
  ageMin: Known<number>;
  onCurve: Known<boolean>;
  /** Organic part of the volume of 24 hours, percent; null as well when the volume is too small to tell. */
  organicSharePct: Known<number>;
  impostor: Known<string | false>;
  rugcheckNorm: Known<number>;
  /** Providers that know the token, each once. */
  sources: readonly string[];
}

/** From this volume of 24 hours on, the organic share of it says something, in US dollars. */
export const MEANINGFUL_VOLUME_USD = 10_000;

const JUPITER = "Jupiter";
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
  const { report, reportBy, impostor, jupiter, dex, pools } = readings;
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
    mintAuthority: either(fact(report?.mintAuthority, reportBy), fact(jupiter?.mintAuthority, JUPITER)),
    freezeAuthority: either(fact(report?.freezeAuthority, reportBy), fact(jupiter?.freezeAuthority, JUPITER)),
    rugged: fact(report?.rugged, reportBy),
    permanentDelegate: fact(report?.permanentDelegate, reportBy),
    nonTransferable: fact(report?.nonTransferable, reportBy),
    transferHook: fact(report?.transferHook, reportBy),
    transferFeePct: fact(report?.transferFeePct, reportBy),
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
    dangers: fact(report?.dangers, reportBy),
    suspicious: fact(jupiter?.suspicious, JUPITER),
    devMints: fact(jupiter?.devMints, JUPITER),
    devMigrations: fact(jupiter?.devMigrations, JUPITER),
    holders: first(fact(jupiter?.holders, JUPITER), fact(report?.totalHolders, reportBy)),
    ageMin: seen && { value: minutes, source: seen.source },
    onCurve,
    impostor,
    organicSharePct: organicOf(jupiter),
    rugcheckNorm: fact(report?.normalised, reportBy),
    sources: [
      ...(report === null ? [] : [reportBy]),
      ...(jupiter === null ? [] : [JUPITER]),
      ...(dex === null ? [] : [DEXSCREENER]),
      ...(pools.length === 0 ? [] : [GECKOTERMINAL]),
    ],
  };
});

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
