/** Chains as DefiLlama lists them: [name, TVL in $M, gecko_id, gas token, tokenSymbol, cmcId, chainId]. */
type Row = readonly [
  name: string,
  tvlM: number,
  geckoId: string | null,
  gas: string | null,
  symbol: string | null,
  cmcId: string | null,
  /** A number, null, or for some chains a string. */
  chainId: number | string | null,
];

export const CHAIN_TABLE: readonly Row[] = [
  ["Ethereum", 51_000, "ethereum", "ethereum", "ETH", "1027", 1],
  ["Solana", 6_200, "solana", "solana", "SOL", "5426", null],
  ["Base", 5_800, null, "ethereum", null, null, 8453],
  ["BSC", 5_500, "binancecoin", "binancecoin", "BNB", "1839", 56],
  ["Bitcoin", 4_370, "bitcoin", "bitcoin", "BTC", "1", null],
  ["Tron", 4_100, "tron", "tron", "TRX", "1958", 728126428],
  ["Arbitrum", 1_360, "arbitrum", "ethereum", "ARB", "11841", 42161],
  ["Hyperliquid L1", 1_070, "hyperliquid", "hyperliquid", "HYPE", "32196", null],
  ["Robinhood Chain", 1_025, null, "ethereum", null, null, 4663],
  ["Monad", 1_000, "monad", "monad", "MON", "30495", 143],
  ["Polygon", 690, "polygon-ecosystem-token", "polygon-ecosystem-token", "POL", "28321", 137],
  ["Sui", 640, "sui", "sui", "SUI", "20947", null],
  ["Avalanche", 600, "avalanche-2", "avalanche-2", "AVAX", "5805", 43114],
  ["Arc", 541, null, null, null, null, 5042],
  ["Plasma", 494, "plasma", "plasma", "XPL", null, 9745],
  ["OP Mainnet", 448, "optimism", "ethereum", "OP", "11840", 10],
  ["Aptos", 410, "aptos", "aptos", "APT", "21794", null],
  ["Cardano", 240, "cardano", "cardano", "ADA", "2010", null],
  ["Mantle", 210, "mantle", "mantle", "MNT", "27075", 5000],
  ["Ink", 205, null, "ethereum", null, null, 57073],
  ["Gnosis", 190, "gnosis", "xdai", "GNO", "1659", 100],
  ["X Layer", 164, "okb", "okb", null, null, null],
  ["Linea", 150, "linea", "ethereum", "LINEA", "27657", 59144],
  ["Cronos", 140, "crypto-com-chain", "crypto-com-chain", "CRO", "3635", 25],
  ["Starknet", 120, "starknet", "starknet", "STRK", "22691", null],
  ["TON", 110, "the-open-network", "the-open-network", "TON", "11419", null],
  ["Sonic", 96, "sonic-3", "sonic-3", "S", "32684", 146],
  ["MegaETH", 88, null, "ethereum", null, null, 4326],
  ["Near", 82, "near", "near", "NEAR", "6535", "1313161554"],
  ["Scroll", 70, "scroll", "ethereum", "SCR", "26998", 534352],
  ["zkSync Era", 44, "zksync", "ethereum", "ZK", "24091", 324],
  ["Celo", 38, "celo", "celo", "CELO", "5567", 42220],
  ["Unichain", 27, null, "ethereum", "-", null, 130],
  ["Soneium", 9, null, "ethereum", null, null, 1868],
  ["Metis", 6, "metis-token", "metis-token", "METIS", "9640", 1088],
  ["Fantom", 1.2, "fantom", "fantom", "FTM", "3513", 250],
  ["Moonriver", 0.4, "moonriver", "moonriver", "MOVR", "9285", 1285],
  ["HAQQ", 0.00001, "islamic-coin", "islamic-coin", "ISLM", "26220", "11235"],
  ["Moonbeam", 0.00000003, "moonbeam", "moonbeam", "GLMR", "6836", 1284],
  ["Corn", 0, "corn-3", "bitcorn-3", "CORN", "36164", 21000000],
  ["Evmos", 0, "evmos", "evmos", "EVMOS", null, "9001"],
  // a second row for BSC, under the name that the protocol list uses, worth nothing
  ["Binance", 0, "binancecoin", "binancecoin", "BNB", "1839", 56],
];

/** The protocol list calls some chains by other names than the chain list does. */
const PROTOCOL_NAMES: Readonly<Record<string, string>> = {
  BSC: "Binance",
  "OP Mainnet": "Optimism",
  Gnosis: "xDai",
};

export const protocolName = (chain: string): string => PROTOCOL_NAMES[chain] ?? chain;
