import { curated } from "./curated";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const step = (withinMs: number, up: number, down = up) => ({ withinMs, up, down });

/**
 * Beyond what a figure is not believed. `bounds`: least and most, both included. `steps`: the largest moves between two readings, as
 * shares, by the time between their data; how long a figure beyond must stand to be believed with a note, and how long that note
 * stays. `agree`: how far two sources of one moment may be apart, as a share.
 */
export const plausibility = curated({
  owner: "data desk",
  source: "samples of 2026-08 to 2026-10; the worst days of 2018 to 2024; priors where neither says more",
  reviewed: "2026-11-27",
  nextReview: "2027-02-27",
  items: {
    bounds: {
      BTC: { least: 1e3, most: 1e7 },
      ETH: { least: 30, most: 1e6 },
      SOL: { least: 0.5, most: 1e5 },
      BNB: { least: 1, most: 1e5 },
      SPX: { least: 1_000, most: 30_000 },
      VIX: { least: 5, most: 150 },
      DXY: { least: 60, most: 180 },
      GOLD: { least: 500, most: 20_000 },
      /** Percent a year. */
      tenor: { least: -1, most: 20 },
    },
    steps: {
      largeCoin: {
        most: [step(5 * MINUTE, 0.1), step(HOUR, 0.25), step(DAY, 0.6)],
        ...{ holdMs: 5 * MINUTE, noteMs: 5 * MINUTE },
      },
      SPX: { most: [step(4 * DAY, 0.08)], holdMs: 15 * MINUTE, noteMs: DAY },
      VIX: { most: [step(4 * DAY, 1.2, 0.5)], holdMs: 15 * MINUTE, noteMs: DAY },
      DXY: { most: [step(4 * DAY, 0.03)], holdMs: 15 * MINUTE, noteMs: DAY },
      tvlTotal: { most: [step(6 * HOUR, 0.15)], holdMs: 2 * HOUR, noteMs: DAY },
      chain: { most: [step(6 * HOUR, 0.5)], holdMs: 2 * HOUR, noteMs: DAY, lasting: "list" as const },
      protocol: { most: [step(6 * HOUR, 0.6)], holdMs: 2 * HOUR, noteMs: DAY, lasting: "list" as const },
      /** Of chains and protocols below `major`. */
      middling: { most: [step(6 * HOUR, 4, 0.8)], holdMs: 2 * HOUR, noteMs: DAY, lasting: "row" as const },
      small: { most: [step(6 * HOUR, 4, 0.8)], holdMs: 2 * HOUR, noteMs: DAY },
      listed: { most: [step(DAY, 1, 0.2)], holdMs: 2 * HOUR, noteMs: DAY, counts: true as const },
      /** The number of rows of a series: it may grow as it likes. */
      rows: { most: [step(30 * DAY, 1e3, 0.25)], holdMs: HOUR, noteMs: HOUR, counts: true as const },
      /** Past payments do not change; the tolerance is half a billionth, the last digit. */
      paid: {
        most: [step(30 * DAY, 5e-10)],
        ...{ holdMs: HOUR, noteMs: DAY, byDifference: true as const },
      },
      openInterest: { most: [step(HOUR, 1, 0.5), step(DAY, 1.5, 0.6)], holdMs: 2 * HOUR, noteMs: HOUR },
      /** Of a period, once a quarter of it has run: the rate is a mean since its beginning. */
      funding: {
        most: [step(5 * MINUTE, 2e-5), step(30 * MINUTE, 5e-5), step(4 * HOUR, 2e-4)],
        ...{ holdMs: 5 * MINUTE, noteMs: 5 * MINUTE, byDifference: true as const },
      },
      hourlyFunding: {
        most: [step(5 * MINUTE, 2.5e-6), step(30 * MINUTE, 1e-5)],
        ...{ holdMs: 5 * MINUTE, noteMs: 5 * MINUTE, byDifference: true as const },
      },
      GOLD: { most: [step(DAY, 0.09)], holdMs: 15 * MINUTE, noteMs: DAY },
      /** USDC fell by 12 % over the night of 2023-03-11, and rose as fast. A true fall must not look like an error. */
      stable: { most: [step(HOUR, 0.12), step(DAY, 0.3)], holdMs: MINUTE / 3, noteMs: HOUR },
      /** Of tokens on the house's own list. */
      listedToken: { most: [step(HOUR, 1, 0.5), step(DAY, 4, 0.9)], holdMs: 10 * MINUTE, noteMs: HOUR },
    },
    /** Of a dollar stablecoin: beyond `said` it is named, beyond `stable` it is none. Shares of the dollar. */
    depeg: { said: 0.005, stable: 0.02 },
    /** Prices of tokens, US dollars; how old they count whole, and half. */
    tokenPrice: { least: 1e-12, most: 1e7, freshMs: 10 * MINUTE, staleMs: 2 * HOUR },
    /**
     * Of any token, US dollars; how far price times supply, or a pool's tokens, may miss the sum, as a share. Providers
     * take the two at different moments, between which a new token's price moves by tenths.
     */
    token: { mostPrice: 1e7, mostCap: 5e12, mostLiquidity: 5e10, identity: 0.25 },
    /** From one close to the next: trading halts for the day at -20 %; VIX rose 116 % on 2018-02-05. */
    fredStep: { SPX: { up: 0.21, down: 0.21 }, VIX: { up: 1.2, down: 0.55 } },
    agree: {
      /** Prices of the large coins within `momentMs`; `wild` once either moved beyond its step. */
      coin: { apart: 0.015, wild: 0.05, momentMs: 2 * MINUTE },
      /** Closes of an index of one date. */
      close: { apart: 0.003 },
      /** Funding of 8 hours on two venues: as many times, or as a difference. */
      funding: { times: 2, apart: 1e-5 },
      /** A mark beside its own oracle. */
      oracle: { apart: 0.03 },
    },
    /** Hyperliquid's own cap on an hour's funding, a fraction. */
    hourlyFundingCap: 0.04,
    tvl: {
      /** US dollars. */
      mostOfChain: 5e11,
      mostInAll: 1e12,
      mostOfProtocol: 2e11,
      mostMcap: 5e12,
      /** Percent, over an hour, a day, a week; nothing loses more than it has. */
      mostChange: { change_1h: 200, change_1d: 500, change_7d: 2_000 },
      /** A chain or protocol of so much may not be missing from a list that had it; without a middling one its row is doubted. */
      major: 1e9,
      middling: 3e8,
      /** Chains without which no list of so many is whole. */
      always: ["Ethereum", "Solana", "BSC", "Bitcoin"],
      whole: 20,
    },
    yields: {
      mostTvl: 5e10,
      /** Percent a year: of fees or interest, of rewards, and the mean of 30 days. */
      base: { least: -20, most: 200 },
      reward: { least: 0, most: 200 },
      mean: { least: -20, most: 200 },
      /** Points, and share, by which the parts may miss the sum. */
      sumPoints: 0.05,
      sumShare: 0.01,
      /** More pools of one project that have the same size and rate are one and the same. */
      sameRows: 3,
      /** What the stable pools of so much pay, by their median, where there are so many. */
      stable: { tvl: 1e8, pools: 5, least: 0.3, most: 20 },
    },
    bars: {
      /** A mean price beyond high and low, and an opening beyond the close before, as shares. 1,000 bars of Binance had 0.005 %. */
      meanBeyond: 0.001,
      openBeyond: 0.003,
      /** High less low, as a share of the close; 1,000 bars of five minutes had 2.7 % at most. */
      widest: { "5m": 0.1, "15m": 0.15, "1h": 0.25 },
      /** Of so many bars and more, this share has a volume. */
      enough: 20,
      traded: 0.9,
      /** Bars of one time on two venues. */
      apart: { "5m": 0.01, "15m": 0.015, "1h": 0.02 },
    },
    /** The newest close of a tape beside a price of now: BTC has not moved so far in three hours. */
    tapeApart: 0.25,
    /** A series that is the same in so many rows is frozen. */
    frozenRows: 24,
    /** Long ÷ short: bounds, and how far a row may lie from those beside it. */
    ratio: { least: 0.05, most: 20, times: 1.65 },
    /** The largest ratio of takers' buying to selling, or the reverse, in five minutes or an hour. */
    takerTimes: 20,
    /** Two shares that make a whole, and the ratio that they give, as a share of it. */
    shares: { whole: 0.001, quotient: 0.01 },
    /** Open interest: how far a row may lie from those beside it, and the most of a coin on one venue in dollars. */
    openInterest: { times: 2, mostUsd: 1e11 },
    /** Funding of 8 hours, a fraction: the most, and the most without another venue's word. */
    funding8h: 0.03,
    loneFunding8h: 0.003,
    /** How far ahead the next payment may be; how far a time may be past. */
    paymentAheadMs: DAY + 5 * MINUTE,
    paymentPastMs: 5 * MINUTE,
    quote: {
      /** A last trade outside bid and ask, as a share of the price; and the spread. */
      outsideSpread: 0.005,
      spread: 0.01,
      /** A last trade outside the day's range. */
      outsideDay: 0.02,
      /** Points between a change and the one that price and close give. */
      changePoints: 0.15,
      /** Points between a change and the one that the full day's difference gives; Yahoo rounds both. */
      fullDayPoints: 0.02,
      /** Hours between an exchange's clock and UTC; days that the closes of five sessions reach back. */
      mostOffsetH: 14,
      closesDays: 14,
      /** Of the year's low and high. */
      yearLow: 0.6,
      yearHigh: 1.4,
    },
    /** The index has not been below 5 since 2018: a 0 is a figure that is missing. */
    fearGreed: { least: 1, most: 100 },
    treasury: {
      /** Points between neighbouring tenors up to a year, and beyond; a 0 beside such a neighbour is no rate. */
      short: 0.6,
      long: 1.4,
      zeroBeside: 0.5,
    },
  },
});

export const limits = plausibility.items;
