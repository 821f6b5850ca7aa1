import { curated } from "./curated";

/**
 * Names and tickers that headlines use for something else (`common`, `phrases`), and tickers that even with their mark mean
 * another token (`majors`).
 */
export const narrativeWords = curated({
  owner: "alpha desks",
  source:
    "words of a year's headlines of the four feeds; names of the thirty largest coins and of the companies most written about",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: {
    common:
      `AI API APY ATH BANK BASE BEST BIG BILL BLOCK BOOM BULL BEAR BUY CAT CEO CHAIN CASH COIN COURT CPI CRYPTO DAO DEFI DEX
  DOG DOLLAR ETF EUR EVERY FED FIRST FOMC FREE FUND FUTURE GAS GDP GLOBAL GOLD GROUP HIGH HOME HOPE INDEX IPO JUST KING
  LABS LAND LIFE LIQUID LIVE LOVE MARKET MEME MONEY MOON MORE MOVE NEAR NEW NEWS NEXT NFT NOW OPEN OVER PAY PEOPLE PLUS
  POWER PRICE PRIME PUMP REAL RISE SAFE SEC SELL SHARE STABLE STAR STOCK SUPER SWAP TIME TOKEN TOP TRADE TREASURY TRUMP
  TRUST UNIT USA USD USDC USDT WALL WALLET WEEK WHALE WILL WORLD YEAR YIELD ZERO
  AAVE BINANCE BITCOIN BNB BTC CARDANO CHAINLINK COINBASE DOGE DOGECOIN ETHER ETHEREUM KRAKEN LIDO LITECOIN POLYGON
  RIPPLE ROBINHOOD SOLANA STELLAR TELEGRAM TESLA TETHER TRON UNISWAP XRP`.split(/\s+/),
    phrases: ["USD COIN", "SHIBA INU", "BINANCE COIN", "WRAPPED BITCOIN", "WRAPPED SOL"],
    majors: "ADA BNB BTC DOGE ETH LINK LTC SOL TRX USDC USDT XRP".split(" "),
  },
});
