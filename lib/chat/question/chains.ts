/** Chains that people name, as DefiLlama writes them, and how questions do. */
const CHAINS: readonly (readonly [chain: string, pattern: RegExp])[] = [
  ["Ethereum", /\b(?:ethereum|mainnet|eth)\b/i],
  ["Solana", /\b(?:[Ss]olana|SOL|sol)\b/],
  [
    "Base",
    /\bBase\b|\bbase (?:chain|network|l2|tvl|yields?|memes?|tokens?)\b|\bon base\b|\b(?:vs\.?|versus|and|or) base\b|\bbase (?:vs\.?|versus|and|or)\b/,
  ],
  ["Arbitrum", /\barbitrum\b|\barb\b/i],
  ["BSC", /\bbsc\b|\bbnb (?:smart )?chain\b/i],
  ["Tron", /\btron\b/i],
  ["Polygon", /\bpolygon\b|\bmatic\b/i],
  ["Avalanche", /\bavalanche\b/i],
  ["OP Mainnet", /\boptimism\b|\bop mainnet\b/i],
  ["Sui", /\bsui\b/i],
  ["Aptos", /\baptos\b/i],
  ["Bitcoin", /\bbitcoin\b/i],
  ["Hyperliquid L1", /\bhyperliquid\b|\bhyperevm\b/i],
  ["Berachain", /\bberachain\b/i],
  ["Sonic", /\bSonic\b/],
  ["Linea", /\blinea\b/i],
  ["Cardano", /\bcardano\b/i],
];

export const chainsIn = (text: string): string[] =>
  CHAINS.filter(([, pattern]) => pattern.test(text)).map(([chain]) => chain);

/** Protocols that people name, as the yields desk finds them by a part of DefiLlama's name. */
const PROJECTS: readonly (readonly [project: string, pattern: RegExp])[] = [
  "aave",
  "compound",
  "morpho",
  "lido",
  "pendle",
  "curve",
  "uniswap",
  "kamino",
  "jito",
  "marinade",
  "spark",
  "ethena",
  "aerodrome",
  "raydium",
  "orca",
  "euler",
  "fluid",
  "yearn",
  "convex",
  "drift",
  "marginfi",
  "sanctum",
  "maple",
  "gmx",
  "balancer",
  "beefy",
  "venus",
  "justlend",
  "eigenlayer",
  "rocket pool",
  "ether.fi",
].map((name) => [name, new RegExp(`\\b${name.replaceAll(".", "\\.?")}\\b`, "i")] as const);

export const projectsIn = (text: string): string[] =>
  PROJECTS.filter(([, pattern]) => pattern.test(text)).map(([project]) => project);
