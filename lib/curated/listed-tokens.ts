import { curated } from "./curated";

/** A token whose address was checked: a name alone proves nothing, because anybody may issue a token of any name. */
export interface ListedToken {
  /** Mint or contract; contracts in lower case. */
  id: string;
  symbol: string;
  decimals: number;
  /** Meant to be worth one US dollar. */
  stable?: true;
}

const token = (symbol: string, id: string, decimals: number): ListedToken => ({ id, symbol, decimals });
const stable = (symbol: string, id: string, decimals: number): ListedToken => ({
  ...token(symbol, id, decimals),
  stable: true,
});

/** The native coins, by the address of their wrapped form, under which prices are asked. */
export const WRAPPED_SOL = "So11111111111111111111111111111111111111112";
export const WRAPPED_ETH = "0x4200000000000000000000000000000000000006";

/** What a wallet on Base is asked for, and the mints on Solana that count as verified. */
export const listedTokens = curated({
  owner: "wallet desk",
  source:
    "Base: the Superchain token list (optimism.tokenlist.json of ethereum-optimism/ethereum-optimism.github.io, commit 9db0b00, 2026-06-18); EURC, cbBTC, AERO, DEGEN and all of Solana: as their issuers publish them",
  reviewed: "2026-11-22",
  nextReview: "2027-02-22",
  items: {
    base: [
      stable("USDC", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", 6),
      stable("USDbC", "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca", 6),
      stable("USDT", "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2", 6),
      stable("DAI", "0x50c5725949a6f0c72e6c4a641f24049a917db0cb", 18),
      token("EURC", "0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42", 6),
      token("WETH", WRAPPED_ETH, 18),
      token("cbETH", "0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22", 18),
      token("wstETH", "0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452", 18),
      token("rETH", "0xb6fe221fe9eef5aba221c348ba20a1bf5e73624c", 18),
      token("cbBTC", "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf", 8),
      token("tBTC", "0x236aa50979d5f3de3bd1eeb40e81137f22ab794b", 18),
      token("AERO", "0x940181a94a35a4569e4529a3cdfb74e38fd98631", 18),
      token("MORPHO", "0xbaa5cc21fd487b8fcc2f632f3f4e8d37262a0842", 18),
      token("DEGEN", "0x4ed4e862860bed51a9570b96d89af5e1b0efefed", 18),
      token("COMP", "0x9e1028f5f1d5ede59748ffcee5532509976840e0", 18),
      token("SNX", "0x22e6966b799c4d5b13be962e1d117b56327fda66", 18),
    ],
    solana: [
      stable("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 6),
      stable("USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", 6),
      stable("PYUSD", "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo", 6),
      stable("USDS", "USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA", 6),
      token("SOL", WRAPPED_SOL, 9),
      token("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", 9),
      token("mSOL", "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", 9),
      token("JUP", "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN", 6),
      token("PYTH", "HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3", 6),
      token("RAY", "4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R", 6),
      token("Bonk", "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", 5),
      token("WIF", "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm", 6),
    ],
  },
});
