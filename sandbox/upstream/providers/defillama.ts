import { json } from "../http/answer";
import { DAY, HOUR } from "../market/calendar";
import { protocolName } from "../market/chain-table";
import { chainsAt } from "../market/chains";
import { changesSince, type Protocol, protocolsAt, tvlOf } from "../market/protocols";
import type { Randomness } from "../market/random";
import { perStamp, type World } from "../world";
import type { Provider } from "./provider";

/** TVL is computed once an hour; between two runs every request gets the same list. */
const runOf = ({ now }: World): number => Math.floor(now() / HOUR) * HOUR;

/** In no order; ids that are strings here and numbers there; a token named "-"; and BSC a second time, worth 0. */
const chains = perStamp(({ random }, at) =>
  chainsAt(random, at)
    .sort((a, b) => random.unit(`${a.name} order`) - random.unit(`${b.name} order`))
    .map(({ name, tvl, geckoId, gas, symbol, cmcId, chainId }) => ({
      gecko_id: geckoId,
      gasTokenGeckoId: gas,
      tvl,
      tokenSymbol: symbol,
      cmcId,
      name,
      chainId,
    })),
);

const protocols = perStamp((world, at) => {
  const list = protocolsAt(world, at);
  const [hour, day, week] = [HOUR, DAY, 7 * DAY].map((ago) =>
    changesSince(protocolsAt(world, at - ago), list),
  );
  const young = (id: number, name: string) => id >= 1_000 && world.random.unit(`no ${name}`, id) < 0.05;
  return JSON.stringify(
    list
      .sort((a, b) => tvlOf(b) - tvlOf(a))
      .map((one) => ({
        ...describeProtocol(world.random, one, at),
        change_1h: young(one.id, "hour") ? null : (hour?.get(one.id) ?? null),
        change_1d: young(one.id, "day") ? null : (day?.get(one.id) ?? null),
        change_7d: young(one.id, "week") ? null : (week?.get(one.id) ?? null),
        tokenBreakdowns: {},
        mcap: one.mcapM === undefined ? null : one.mcapM * 1e6,
        ...(one.parent && { parentProtocolSlug: one.parent }),
      })),
  );
});

const SENTENCES = [
  "Deposits earn what borrowers pay, less a reserve that the protocol keeps for bad debt.",
  "Liquidity is concentrated around the market price and follows it through an automated range.",
  "Positions are liquidated by keepers, who earn a discount on the collateral that they take.",
  "Governance sets the collateral factors, the oracles and the caps of every market.",
  "Rewards are paid in the protocol's token and may be locked for a multiple of their yield.",
  "The contracts can be upgraded by a timelock of two days, and paused at once by the guardians.",
  "Counts the tokens that are locked in the contracts; borrowed coins are not counted.",
] as const;

/** What some protocols without a token say of one to come, as their entries do. */
const PROMISES = [
  " The airdrop follows the snapshot at the end of the season.",
  " The protocol is governed by its foundation.",
  " Depositors earn points in Season 2.",
] as const;
const promise = ({ id, symbol }: Protocol): string => (symbol === "-" && PROMISES[id % 10]) || "";

function describeProtocol(random: Randomness, one: Protocol, at: number) {
  const slug = one.name.toLowerCase().replaceAll(" ", "-");
  const on = Object.entries(one.onChains).sort(([, a], [, b]) => b - a);
  const chains = on.map(([chain]) => protocolName(chain));
  const listedAt = Date.parse(`${one.listed}-01T00:00:00Z`) / 1000;
  const prose = (length: number) =>
    Array.from({ length }, (_, i) => random.pick(SENTENCES, "prose", one.id, i)).join(" ");
  return {
    id: String(one.id),
    name: one.name,
    address:
      one.symbol === "-" && random.unit("early contract", one.id) > 0.05
        ? null
        : `0x${random.hex(40, "address", one.id)}`,
    symbol: one.symbol,
    url: `https://${slug}.example`,
    description: `${one.name} is a ${one.category.toLowerCase()} protocol. ${prose(random.integer(2, 9, "length", one.id))}${promise(one)}`,
    chain: chains.length > 1 ? "Multi-Chain" : chains[0],
    logo: `https://icons.llamao.fi/icons/protocols/${slug}`,
    audits: String(random.integer(0, 2, "audits", one.id)),
    gecko_id: one.geckoId,
    cmcId: null,
    category: one.category,
    chains,
    module: `${slug}/index.js`,
    twitter: slug.replaceAll("-", ""),
    ...(listedAt * 1000 <= at && { listedAt }),
    ...(one.parent && { parentProtocol: `parent#${one.parent}` }),
    methodology: prose(random.integer(1, 4, "method", one.id)),
    misrepresentedTokens: false,
    tvlCodePath: `https://github.com/DefiLlama/DefiLlama-Adapters/blob/main/projects/${slug}/index.js`,
    slug,
    tvl: tvlOf(one),
    chainTvls: chainTvls(one, on),
  };
}

/** Beside what is in `tvl` stand what is lent out and staked, by chain and in sum: neither is in `tvl`. */
function chainTvls(one: Protocol, on: readonly (readonly [string, number])[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [chain, dollars] of on) {
    values[protocolName(chain)] = dollars;
    if (one.borrowed) values[`${protocolName(chain)}-borrowed`] = dollars * one.borrowed;
  }
  const total = tvlOf(one);
  if (one.borrowed) values.borrowed = total * one.borrowed;
  const [home] = on.map(([chain]) => protocolName(chain));
  if (one.staking) {
    values[`${home}-staking`] = values.staking = total * one.staking;
    values[`${home}-pool2`] = values.pool2 = total * one.staking * 0.1;
  }
  return values;
}

/** DefiLlama's free API: `/v2/chains` and `/protocols`. */
export const defillama: Provider = {
  hosts: ["api.llama.fi"],
  answer({ path }, world) {
    if (path === "/v2/chains") return json(chains(world, runOf(world)));
    if (path === "/protocols")
      return {
        status: 200,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "cache-control": "public, max-age=1200",
        },
        body: protocols(world, runOf(world)),
      };
    return undefined;
  },
};
