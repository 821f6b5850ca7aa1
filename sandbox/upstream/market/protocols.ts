import type { World } from "../world";
import { chainsAt, trendAt } from "./chains";
import { COUNTED_OUT, type Leader, LEADERS } from "./protocol-table";
import type { Randomness } from "./random";
import { fluctuation } from "./fluctuation";

export interface Protocol extends Omit<Leader, "shares" | "holds"> {
  id: number;
  /** US dollars on each chain, by the chain list's names. */
  onChains: Readonly<Record<string, number>>;
}

const KINDS = [
  ["Swap", "Dexs"],
  ["Lend", "Lending"],
  ["Yield", "Yield"],
  ["Vaults", "Yield Aggregator"],
  ["Perps", "Derivatives"],
  ["Credit", "RWA"],
  ["Dollar", "CDP"],
  ["Farm", "Farm"],
  ["Options", "Options"],
  ["Pad", "Launchpad"],
  ["Markets", "Prediction Market"],
  ["Index", "Indexes"],
] as const;
const FIRST = [
  "Nova",
  "Lumen",
  "Quill",
  "Basalt",
  "Orbit",
  "Cinder",
  "Velo",
  "Tide",
  "Umbra",
  "Fjord",
] as const;
const SECOND = ["", "Core", "Prime", "Labs", "Delta", "Zero", "North", "Grid", "Flow", "Peak"] as const;

/** What the long tail is made of: who they are stays the same, whatever the hour. */
interface Small {
  leader: Omit<Leader, "shares" | "holds">;
  /** Weight in what the leaders leave of each chain. */
  weights: ReadonlyMap<string, number>;
}

function small(random: Randomness, index: number, chains: readonly [string, ...string[]]): Small {
  const [suffix, category] = random.pick(KINDS, "kind", index);
  const first = random.pick(FIRST, "first", index);
  const second = random.pick(SECOND, "second", index);
  const tokenless = random.unit("tokenless", index) < 0.45;
  const name = `${[first, second, suffix].filter(Boolean).join(" ")} ${index + 1}`;
  // each chain has somebody: the first protocols are dealt out in turn, the others prefer the large chains
  const settle = (draw: number) => chains[Math.floor(draw ** 2 * chains.length)] ?? chains[0];
  const home = chains[index] ?? settle(random.unit("home", index));
  const weights = new Map([[home, 1]]);
  for (let i = random.integer(0, 2, "chains", index); i > 0; i--)
    weights.set(settle(random.unit("other chain", index, i)), 0.3);
  const size = (index + 60) ** -1.1;
  return {
    leader: {
      name,
      category,
      symbol: tokenless
        ? "-"
        : `${first}${second}`.slice(0, 4).toUpperCase() + suffix.charAt(0).toUpperCase(),
      geckoId:
        tokenless || random.unit("gecko", index) < 0.3 ? null : name.toLowerCase().replaceAll(" ", "-"),
      listed: `${random.integer(2019, 2026, "year", index)}-0${random.integer(1, 9, "month", index)}`,
      ...(random.unit("parent", index) < 0.1 && { parent: `${first}-${second || "family"}`.toLowerCase() }),
      ...(category === "Lending" && { borrowed: random.unit("borrowed", index) }),
      ...(random.unit("staked", index) < 0.15 && { staking: random.unit("staking", index) }),
      ...(!tokenless && random.unit("mcap", index) < 0.6 && { mcapM: random.unit("cap", index) * 40 }),
    },
    weights: new Map([...weights].map(([chain, weight]) => [chain, weight * size])),
  };
}

/** How much a protocol has gained on or lost to the others of its chains. */
const favour = (random: Randomness, name: string, at: number): number =>
  Math.exp(fluctuation(random, `${name} TVL`, at, { daily: 0.03, memoryDays: 12 }));

/**
 * All protocols at a moment, unsorted. Those that chain TVL counts add up to it, chain by chain: leaders take their
 * shares, the long tail divides the rest.
 */
export function protocolsAt({ random, protocolRows }: World, at: number): Protocol[] {
  const trend = trendAt(random, at);
  const chainTvl = new Map(chainsAt(random, at).map(({ name, tvl }) => [name, tvl]));
  const rest = new Map(chainTvl);
  const leaders = LEADERS.map(({ shares = {}, holds = {}, ...leader }, index): Protocol => {
    const onChains: Record<string, number> = {};
    for (const [chain, share] of Object.entries(shares)) {
      const taken = (chainTvl.get(chain) ?? 0) * share;
      onChains[chain] = taken;
      rest.set(chain, (rest.get(chain) ?? 0) - taken);
    }
    for (const [chain, millions] of Object.entries(holds))
      onChains[chain] = millions * 1e6 * trend * favour(random, leader.name, at);
    return { ...leader, id: 100 + index, onChains };
  });

  const [first = "Ethereum", ...others] = [...chainTvl].filter(([, tvl]) => tvl > 0).map(([name]) => name);
  const tail = Array.from({ length: Math.max(others.length + 1, protocolRows - leaders.length) }, (_, i) =>
    small(random, i, [first, ...others]),
  );
  const favours = tail.map(({ leader }) => favour(random, leader.name, at));
  const claims = new Map<string, number>();
  tail.forEach(({ weights }, i) => {
    for (const [chain, weight] of weights)
      claims.set(chain, (claims.get(chain) ?? 0) + weight * (favours[i] ?? 1));
  });
  const smaller = tail.map(({ leader, weights }, i): Protocol => {
    const onChains: Record<string, number> = {};
    for (const [chain, weight] of weights)
      onChains[chain] = ((rest.get(chain) ?? 0) * weight * (favours[i] ?? 1)) / (claims.get(chain) ?? 1);
    return { ...leader, id: 1_000 + i, onChains };
  });
  return [...leaders, ...smaller];
}

export const tvlOf = ({ onChains }: Protocol): number =>
  Object.values(onChains).reduce((sum, dollars) => sum + dollars, 0);

/** Whether chain TVL counts a category. */
export const counted = (category: string): boolean => !COUNTED_OUT.has(category);

/** Percent change of each protocol's TVL since an earlier list, by id; null where there was none. */
export function changesSince(
  earlier: readonly Protocol[],
  now: readonly Protocol[],
): Map<number, number | null> {
  const before = new Map(earlier.map((one) => [one.id, tvlOf(one)]));
  return new Map(
    now.map((one) => {
      const from = before.get(one.id) ?? 0;
      return [one.id, from > 0 ? (tvlOf(one) / from - 1) * 100 : null];
    }),
  );
}
