import { json } from "../http/answer";
import { MINUTE } from "../market/calendar";
import { type Standing, standingAt, type Token, tokensAt } from "../market/tokens";
import type { World } from "../world";
import type { Provider } from "./provider";

/**
 * GoPlus' token security, in the form of a genuine answer of its API (quoted whole in securityCheck.test.ts of a public
 * wallet, read on 2026-11-22): yes and no as "1" and "0", shares as decimals in strings, pools and burned tokens among
 * the holders, and no key for what it has not found out.
 */
const FIRST_REPORT = 3 * MINUTE;
const NOBODY = "0x0000000000000000000000000000000000000000";
const DEAD = "0x000000000000000000000000000000000000dead";

const bit = (is: boolean): "0" | "1" => (is ? "1" : "0");
const share = (pct: number): string => (pct / 100).toFixed(18);

const holder = (address: string, pct: number, over: object = {}) => ({
  address,
  tag: "",
  is_contract: 0,
  balance: "1",
  percent: share(pct),
  is_locked: 0,
  ...over,
});

function entry({ random }: World, token: Token, standing: Standing) {
  const { trait, name, symbol, creator, pool, address } = token;
  const owned = ["mintable", "freezable", "delegate"].includes(trait);
  const unlocked = trait === "unlocked";
  return {
    anti_whale_modifiable: "0",
    buy_tax: "0",
    can_take_back_ownership: "0",
    cannot_buy: "0",
    cannot_sell_all: bit(trait === "non-transferable"),
    creator_address: creator,
    creator_balance: "0",
    creator_percent: share(standing.creatorPct),
    dex: [
      { liquidity_type: "UniV2", name: "UniswapV2", liquidity: standing.liquidityUsd.toFixed(8), pair: pool },
    ],
    external_call: "0",
    hidden_owner: "0",
    holder_count: String(standing.holders),
    holders: [
      holder(pool, 41.5, { tag: "UniswapV2", is_contract: 1 }),
      holder(DEAD, 4, { is_locked: 1 }),
      ...standing.holderPcts
        .slice(0, 8)
        .map((pct, i) => holder(`0x${random.hex(40, `${address} holder`, i)}`, pct)),
    ],
    honeypot_with_same_creator: bit(trait === "rugged"),
    is_anti_whale: "0",
    is_blacklisted: bit(trait === "freezable"),
    is_honeypot: bit(trait === "non-transferable"),
    is_in_dex: "1",
    is_mintable: bit(trait === "mintable"),
    is_open_source: "1",
    is_proxy: "0",
    is_whitelisted: "0",
    lp_holder_count: "2",
    lp_holders: [
      holder(DEAD, unlocked ? 2 : 99, { is_locked: 1 }),
      holder(creator, unlocked ? 98 : 1),
      holder(NOBODY, 0, { tag: "Null Address", is_locked: 1 }),
    ],
    owner_address: owned ? creator : NOBODY,
    owner_change_balance: bit(trait === "delegate"),
    selfdestruct: "0",
    sell_tax: trait === "fee" ? "0.09" : "0",
    slippage_modifiable: "0",
    token_name: name,
    token_symbol: symbol,
    transfer_pausable: "0",
    ...(trait === "rugged" && { is_airdrop_scam: "1" }),
  };
}

export const goplus: Provider = {
  hosts: ["api.gopluslabs.io"],
  answer({ path, search }, world) {
    const [, chainId] = /^\/api\/v1\/token_security\/(\d+)$/.exec(path) ?? [];
    if (chainId === undefined) return undefined;
    const wanted = (search.get("contract_addresses") ?? "").toLowerCase();
    if (!/^0x[0-9a-f]{40}$/.test(wanted))
      return json({ code: 2004, message: "Contract address format error!", result: null });
    const now = world.now();
    const tokens = chainId === "8453" ? tokensAt(world.random, "base", now) : [];
    const token = tokens.find(
      ({ address, bornAt }) => address.toLowerCase() === wanted && now - bornAt > FIRST_REPORT,
    );
    const result = token && { [wanted]: entry(world, token, standingAt(world.random, token, now)) };
    return json({ code: 1, message: "OK", result: result ?? {} });
  },
};
