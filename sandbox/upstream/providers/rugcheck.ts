import { json } from "../http/answer";
import { MINUTE } from "../market/calendar";
import { solanaAddress, solPriceAt, type Standing, standingAt, type Token, tokensAt } from "../market/tokens";
import type { World } from "../world";
import type { Provider } from "./provider";

const SOL = "So11111111111111111111111111111111111111112";
const SYSTEM = "11111111111111111111111111111111";
const DECIMALS = 6;
/** Reports are made some minutes after a mint is. */
const FIRST_REPORT = 3 * MINUTE;

const account = (authority: string | null, freeze: string | null, supply: number, decimals: number) => ({
  mintAuthority: authority,
  supply,
  decimals,
  isInitialized: true,
  freezeAuthority: freeze,
});

function risksOf({ trait }: Token, { liquidityUsd, holderPcts }: Standing) {
  const risk = (name: string, level: "warn" | "danger", score: number, value = "") => ({
    name,
    value,
    description: `${name}.`,
    score,
    level,
  });
  return [
    ...(trait === "unlocked" ? [risk("Large Amount of LP Unlocked", "danger", 11_000)] : []),
    ...(trait === "mintable" ? [risk("Mint Authority still enabled", "danger", 25_000)] : []),
    ...(trait === "freezable" ? [risk("Freeze Authority still enabled", "danger", 7_500)] : []),
    ...(trait === "rugged" ? [risk("Creator history of rugged tokens", "danger", 20_000)] : []),
    ...((holderPcts[0] ?? 0) > 20 ? [risk("Single holder ownership", "danger", 2_700, "27.00%")] : []),
    ...(liquidityUsd < 5_000 ? [risk("Low Liquidity", "warn", 400, `$${liquidityUsd.toFixed(2)}`)] : []),
  ];
}

/** The pool's account leads the holders, as it does on chain; what it holds is in nobody's hands. */
function holdersOf({ pool, supply }: Token, { holderPcts }: Standing, owners: readonly string[]) {
  const holder = (owner: string, pct: number, index: number) => ({
    address: `${owner.slice(0, -2)}${(index % 9) + 1}${(index % 9) + 1}`,
    amount: Math.round((supply * 10 ** DECIMALS * pct) / 100),
    decimals: DECIMALS,
    pct,
    uiAmount: (supply * pct) / 100,
    uiAmountString: String((supply * pct) / 100),
    owner,
    insider: false,
  });
  return [[pool, 41.5] as const, ...holderPcts.map((pct, i) => [owners[i] ?? pool, pct] as const)].map(
    ([owner, pct], i) => holder(owner, pct, i),
  );
}

function marketOf(token: Token, { liquidityUsd, onCurve }: Standing, sol: number) {
  const unlocked = token.trait === "unlocked";
  const side = liquidityUsd / 2;
  const lp = 4_193_388_282_605;
  return {
    pubkey: token.pool,
    marketType: onCurve ? "pump_fun" : "pump_fun_amm",
    mintA: token.address,
    mintB: SOL,
    mintLP: `${token.pool.slice(0, -1)}z`,
    liquidityAAccount: { mint: token.address, owner: token.pool, amount: 1, state: 1 },
    liquidityBAccount: { mint: SOL, owner: token.pool, amount: 1, state: 1 },
    lp: {
      baseMint: token.address,
      quoteMint: SOL,
      quotePrice: sol,
      quote: side / sol,
      quoteUSD: side,
      baseUSD: side,
      lpLocked: unlocked ? lp * 0.02 : lp,
      lpUnlocked: unlocked ? lp * 0.98 : 0,
      lpLockedPct: unlocked ? 2 : 100, // on a curve too
      lpLockedUSD: unlocked ? 0.02 * liquidityUsd : liquidityUsd,
    },
  };
}

function report(world: World, token: Token) {
  const now = world.now();
  const { random } = world;
  const standing = standingAt(random, token, now);
  const { trait, address, creator, supply, symbol, name, pool } = token;
  const raw = supply * 10 ** DECIMALS;
  const issued = symbol === "USDC" && trait === "plain" && supply > 1e9;
  const mintAuthority = trait === "mintable" || issued ? creator : null;
  const freezeAuthority = trait === "freezable" || issued ? creator : null;
  const risks = risksOf(token, standing);
  const score = risks.reduce((sum, risk) => sum + risk.score, 1);
  const owners = standing.holderPcts.map((_, i) => solanaAddress(random, `${address} holder`, i));
  const market = marketOf(token, standing, solPriceAt(random, now));
  return {
    mint: address,
    tokenProgram: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    creator,
    creatorBalance: Math.round((raw * standing.creatorPct) / 100),
    token: account(mintAuthority, freezeAuthority, raw, DECIMALS),
    token_extensions: {
      nonTransferable: trait === "non-transferable",
      transferFeeConfig: trait === "fee" ? { newerTransferFee: { transferFeeBasisPoints: 900 } } : null,
      permanentDelegate: trait === "delegate" ? { delegate: creator } : null,
      transferHook: trait === "hook" ? { programId: creator } : null,
      metadataPointer: { authority: null, metadataAddress: address },
    },
    tokenMeta: {
      name,
      symbol,
      uri: "https://ipfs.example/meta.json",
      mutable: false,
      updateAuthority: SYSTEM,
    },
    topHolders: holdersOf(token, standing, owners),
    freezeAuthority,
    mintAuthority,
    risks,
    score,
    score_normalised: Math.min(100, Math.max(1, Math.round(score / 500))),
    fileMeta: { description: "", name, symbol, image: "" },
    lockerOwners: {},
    lockers: {},
    lockerScanStatus: "none",
    markets: [market],
    totalMarketLiquidity: standing.liquidityUsd,
    totalStableLiquidity: standing.liquidityUsd / 2,
    totalLPProviders: 0,
    totalHolders: standing.holders,
    price: standing.priceUsd,
    rugged: trait === "rugged",
    tokenType: "",
    transferFee: { pct: trait === "fee" ? 9 : 0, maxAmount: 0, authority: SYSTEM },
    knownAccounts: {
      [pool]: { name: standing.onCurve ? "Pump Fun" : "Pump Fun AMM", type: "AMM" },
      [creator]: { name: "Creator", type: "CREATOR" },
    },
    events: [],
    verification: null,
    graphInsidersDetected: 0,
    insiderNetworks: null,
    detectedAt: new Date(token.bornAt).toISOString().replace("Z", "372426Z"), // nanoseconds
    creatorTokens: null,
    deployPlatform: "unknown",
  };
}

/** RugCheck's reports: Solana only, and none of what was minted a moment ago. */
export const rugcheck: Provider = {
  hosts: ["api.rugcheck.xyz"],
  answer({ path }, world) {
    const [, mint] = /^\/v1\/tokens\/([^/]+)\/report$/.exec(path) ?? [];
    if (mint === undefined) return undefined;
    const now = world.now();
    const token = tokensAt(world.random, "solana", now).find(({ address }) => address === mint);
    if (token === undefined || now - token.bornAt < FIRST_REPORT)
      return json({ error: "unable to generate report" }, 400);
    return json(report(world, token));
  },
};
