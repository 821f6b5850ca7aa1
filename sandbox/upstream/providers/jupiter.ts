import { json } from "../http/answer";
import { byFigure, type Standing, standingAt, type Token, tokensAt } from "../market/tokens";
import type { World } from "../world";
import type { Provider } from "./provider";

const LISTED = 50;

/** Jupiter leaves out the keys that it has no figure for. */
const withoutNothing = (of: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) =>
      value === undefined || value === 0 ? [] : [[name, value]],
    ),
  );

function statsOf(standing: Standing, hours: 1 | 24) {
  const { organicShare, traders1h, netBuyers1h, buys1h, sells1h } = standing;
  const volume = hours === 1 ? standing.volume1hUsd : standing.volume24hUsd;
  const scale = hours === 1 ? 1 : 15;
  const buyShare = buys1h / Math.max(1, buys1h + sells1h);
  return withoutNothing({
    priceChange: hours === 1 ? standing.change1hPct : standing.change24hPct,
    buyVolume: volume * buyShare,
    sellVolume: volume * (1 - buyShare),
    buyOrganicVolume: volume * buyShare * organicShare,
    sellOrganicVolume: volume * (1 - buyShare) * organicShare,
    numBuys: buys1h * scale,
    numSells: sells1h * scale,
    numTraders: traders1h * scale,
    numNetBuyers: netBuyers1h * scale,
  });
}

const isIssued = ({ symbol, supply }: Token): boolean => symbol === "USDC" && supply > 1e9;
/** What everybody has known for long, and with which nothing is wrong. */
const isVerified = (token: Token): boolean =>
  isIssued(token) || (token.trait === "plain" && token.graduatesAt === null);

function entry(world: World, token: Token) {
  const now = world.now();
  const standing = standingAt(world.random, token, now);
  const { address, name, symbol, creator, trait, bornAt, graduatesAt, supply } = token;
  const issued = isIssued(token);
  const graduated = graduatesAt !== null && !standing.onCurve;
  const createdAt = new Date(bornAt).toISOString().replace(".000Z", "Z");
  return {
    id: address,
    name,
    symbol,
    icon: "https://ipfs.example/icon.png",
    decimals: 6,
    dev: creator,
    circSupply: supply,
    totalSupply: supply,
    tokenProgram: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    ...(graduatesAt !== null && { launchpad: "pump.fun" }),
    ...(graduated && { graduatedPool: token.pool, graduatedAt: new Date(graduatesAt).toISOString() }),
    holderCount: standing.holders,
    fdv: standing.mcapUsd,
    mcap: standing.mcapUsd,
    usdPrice: standing.priceUsd,
    priceBlockId: 454_587_057,
    liquidity: standing.liquidityUsd,
    stats1h: statsOf(standing, 1),
    stats24h: statsOf(standing, 24),
    firstPool: { id: token.pool, createdAt },
    audit: {
      ...(trait === "suspicious" && { isSus: true }),
      mintAuthorityDisabled: !(trait === "mintable" || issued),
      freezeAuthorityDisabled: !(trait === "freezable" || issued),
      topHoldersPercentage: standing.holderPcts.reduce((sum, pct) => sum + pct, 0),
      devMigrations: 1,
      devMints: standing.devMints,
    },
    organicScore: Math.min(99, standing.organicShare * 160),
    organicScoreLabel: standing.organicShare > 0.4 ? "high" : "low",
    ...(isVerified(token) && { isVerified: true }),
    tags: isVerified(token) ? ["verified", "strict"] : ["unknown", "token-2022"],
    createdAt,
    updatedAt: new Date(now).toISOString().replace("Z", "721956Z"),
  };
}

const organic = (world: World, token: Token): number => {
  const { volume1hUsd, organicShare } = standingAt(world.random, token, world.now());
  return volume1hUsd * organicShare;
};

/** Jupiter's token API, version 2. */
export const jupiter: Provider = {
  hosts: ["api.jup.ag"],
  answer({ path, search }, world) {
    const tokens = tokensAt(world.random, "solana", world.now());
    const list = (some: readonly Token[]) => json(some.slice(0, LISTED).map((token) => entry(world, token)));
    if (path === "/tokens/v2/recent") return list(tokens.toSorted((a, b) => b.bornAt - a.bornAt));
    if (path === "/tokens/v2/toptrending/1h") return list(byFigure(tokens, (token) => organic(world, token)));
    if (path === "/tokens/v2/tag" && search.get("query") === "verified")
      return list(tokens.filter(isVerified));
    if (path !== "/tokens/v2/search") return undefined;
    const query = search.get("query");
    if (!query) return json({ error: "query is required" }, 400);
    const wanted = query.split(",");
    return list(tokens.filter(({ address, symbol }) => wanted.includes(address) || symbol === query));
  },
};
