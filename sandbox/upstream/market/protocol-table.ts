/** A protocol that everybody knows. Categories outside `COUNTED_OUT` are part of their chains' TVL. */
export interface Leader {
  name: string;
  category: string;
  symbol: string;
  geckoId: string | null;
  /** Month that it was listed, "2022-04". */
  listed: string;
  parent?: string;
  /** Shares of each chain's TVL. */
  shares?: Readonly<Record<string, number>>;
  /** $M on each chain, for what chain TVL leaves out. */
  holds?: Readonly<Record<string, number>>;
  /** Lent out for each dollar of TVL; reported beside it, not in it. */
  borrowed?: number;
  /** Own token staked, for each dollar of TVL; reported beside it, not in it. */
  staking?: number;
  mcapM?: number;
}

/** Categories that a chain's TVL leaves out, because the same dollars count elsewhere or are not DeFi at all. */
export const COUNTED_OUT: ReadonlySet<string> = new Set(["CEX", "Liquid Staking", "Restaking", "Bridge"]);

/** What is kept at an exchange: in coins on chains, some of which the chain list doesn't have. */
const cex = (
  name: string,
  symbol: string,
  geckoId: string | null,
  listed: string,
  billions: number,
): Leader => ({
  name,
  category: "CEX",
  symbol,
  geckoId,
  listed,
  holds: {
    Bitcoin: billions * 430,
    Ethereum: billions * 330,
    Tron: billions * 90,
    Solana: billions * 70,
    BSC: billions * 50,
    Ripple: billions * 20,
    Doge: billions * 10,
  },
});

const leader = (
  name: string,
  category: string,
  symbol: string,
  listed: string,
  rest: Omit<Leader, "name" | "category" | "symbol" | "listed" | "geckoId"> & { geckoId?: string },
): Leader => ({ name, category, symbol, listed, geckoId: null, ...rest });

export const LEADERS: readonly Leader[] = [
  cex("Binance CEX", "BNB", null, "2022-11", 180),
  cex("OKX", "OKB", "okb", "2022-11", 32),
  cex("Bitfinex", "LEO", "leo-token", "2022-11", 24),
  cex("Bybit", "MNT", null, "2022-12", 21),
  cex("Robinhood", "-", null, "2024-03", 18),
  cex("Gate", "GT", "gatechain-token", "2022-12", 10),
  cex("HTX", "HTX", "htx-dao", "2022-12", 7),
  cex("Bitget", "BGB", "bitget-token", "2022-12", 6),
  cex("Crypto-com", "CRO", "crypto-com-chain", "2022-11", 5),
  cex("Deribit", "-", null, "2022-11", 3),

  leader("Lido", "Liquid Staking", "LDO", "2020-12", {
    geckoId: "lido-dao",
    holds: { Ethereum: 26_700, Solana: 6, Terra: 0, Moonriver: 0 },
    mcapM: 383,
  }),
  leader("Jito Liquid Staking", "Liquid Staking", "JTO", "2022-11", {
    parent: "jito",
    holds: { Solana: 1_900 },
  }),
  leader("EigenCloud", "Restaking", "EIGEN", "2023-06", {
    geckoId: "eigenlayer",
    holds: { Ethereum: 9_400 },
    mcapM: 310,
  }),
  leader("WBTC", "Bridge", "WBTC", "2019-02", {
    geckoId: "wrapped-bitcoin",
    holds: { Bitcoin: 9_100 },
    mcapM: 9_100,
  }),

  leader("Aave V3", "Lending", "AAVE", "2022-03", {
    parent: "aave",
    shares: {
      ...{ Ethereum: 0.29, Base: 0.1, Arbitrum: 0.35, Plasma: 0.7, Avalanche: 0.45, Monad: 0.3, BSC: 0.04 },
      ...{ Polygon: 0.2, "X Layer": 0.5, Gnosis: 0.3, Mantle: 0.25, "OP Mainnet": 0.12, Linea: 0.06 },
    },
    borrowed: 0.68,
    staking: 0.02,
  }),
  leader("Aave V2", "Lending", "AAVE", "2020-12", {
    parent: "aave",
    shares: { Ethereum: 0.004, Polygon: 0.03 },
    borrowed: 0.2,
  }),
  leader("Morpho V1", "Lending", "MORPHO", "2023-12", {
    geckoId: "morpho",
    parent: "morpho",
    shares: { Ethereum: 0.085, Base: 0.36, Arbitrum: 0.1, "Hyperliquid L1": 0.12 },
    borrowed: 0.55,
    mcapM: 720,
  }),
  leader("Sky Lending", "CDP", "SKY", "2019-11", {
    parent: "sky",
    shares: { Ethereum: 0.12 },
    staking: 0.09,
  }),
  leader("Ethena USDe", "Basis Trading", "ENA", "2024-01", {
    geckoId: "ethena",
    parent: "ethena",
    shares: { Ethereum: 0.13 },
    mcapM: 2_900,
  }),
  leader("Uniswap V3", "Dexs", "UNI", "2021-05", {
    parent: "uniswap",
    shares: { Ethereum: 0.032, Base: 0.05, Arbitrum: 0.12, "OP Mainnet": 0.09, Polygon: 0.05, BSC: 0.02 },
  }),
  leader("Uniswap V2", "Dexs", "UNI", "2020-05", {
    parent: "uniswap",
    shares: { Ethereum: 0.019, Base: 0.02 },
  }),
  leader("Curve DEX", "Dexs", "CRV", "2020-01", {
    geckoId: "curve-dao-token",
    shares: { Ethereum: 0.037, Arbitrum: 0.03, Base: 0.004 },
    staking: 0.2,
    mcapM: 810,
  }),
  leader("Pendle", "Yield", "PENDLE", "2021-06", {
    geckoId: "pendle",
    shares: { Ethereum: 0.045, Arbitrum: 0.06, Plasma: 0.1, "Hyperliquid L1": 0.1 },
    staking: 0.04,
    mcapM: 560,
  }),
  leader("JustLend", "Lending", "JST", "2021-03", {
    geckoId: "just",
    shares: { Tron: 0.72 },
    borrowed: 0.05,
    mcapM: 380,
  }),
  leader("Babylon Protocol", "Services", "BABY", "2024-08", {
    geckoId: "babylon",
    shares: { Bitcoin: 0.86 },
    mcapM: 70,
  }),
  leader("Kamino Lend", "Lending", "KMNO", "2023-11", {
    parent: "kamino-finance",
    shares: { Solana: 0.28 },
    borrowed: 0.8,
  }),
  leader("Jupiter Perpetual Exchange", "Derivatives", "JUP", "2024-01", {
    parent: "jupiter",
    shares: { Solana: 0.16 },
  }),
  leader("Raydium AMM", "Dexs", "RAY", "2021-03", {
    geckoId: "raydium",
    shares: { Solana: 0.17 },
    staking: 0.03,
    mcapM: 480,
  }),
  leader("PancakeSwap AMM V3", "Dexs", "CAKE", "2023-04", {
    parent: "pancakeswap",
    shares: { BSC: 0.14, Base: 0.02, Arbitrum: 0.01 },
  }),
  leader("Venus Core Pool", "Lending", "XVS", "2020-11", {
    parent: "venus-finance",
    shares: { BSC: 0.33 },
    borrowed: 0.4,
  }),
  leader("Aerodrome Slipstream", "Dexs", "AERO", "2024-04", {
    parent: "aerodrome",
    shares: { Base: 0.09 },
    staking: 0.5,
  }),
  leader("Hyperliquid HLP", "Derivatives", "HYPE", "2024-08", {
    parent: "hyperliquid",
    shares: { "Hyperliquid L1": 0.36 },
  }),
];
