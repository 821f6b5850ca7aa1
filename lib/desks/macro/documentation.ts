import { documentIntel } from "@/lib/catalog/intel/document";
import { headlineSample } from "@/lib/catalog/intel/headline-sample";
import { macroFields } from "./answer";
import { macroEntry } from "./entry";

const open = {
  session: {
    market: "NYSE",
    state: "open",
    halfDay: false,
    lastClose: "2026-10-06T20:00:00.000Z",
    missedSessions: 0,
  },
  nextOpen: "2026-10-08T13:30:00.000Z",
} as const;
const always = { session: null, nextOpen: null };

export const macroDocumentation = documentIntel(macroEntry, {
  description:
    "S&P 500, VIX, dollar index, gold, BTC and ETH with their changes; crypto fear and greed; the US Treasury " +
    "yield curve with the 2s10s spread; central-bank events ahead; newest headlines. Each part carries its own " +
    "time, and what could not be read is null with its reason.",
  fields: macroFields,
  sample: {
    summary:
      "SPX 6741.15 (+0.21 %), VIX 16.4 (-1.32 %), BTC 118420.11 (+1.84 %); fear and greed 58; next of high impact: USD at 2026-10-07T18:00:00.000Z.",
    input: {},
    read: [
      { provider: "Yahoo Finance", id: "yahoo.spx", asOf: "2026-10-07T14:05:58.000Z", ageSec: 25 },
      { provider: "Coinbase", id: "coinbase.btc", asOf: "2026-10-07T14:06:12.000Z", ageSec: 11 },
      { provider: "alternative.me", id: "fear-greed", asOf: "2026-10-07T00:00:00.000Z", ageSec: 50_783 },
      { provider: "Decrypt", id: "feed.decrypt", status: "timeout", asOf: null, ageSec: null },
    ],
    envelope: {
      method: "macro/4",
      dataAsOf: "2026-10-07T14:06:12.000Z",
      sources: [
        "Yahoo Finance",
        "Coinbase",
        "alternative.me",
        "US Treasury",
        "Federal Reserve",
        "Forex Factory",
        "CoinDesk",
      ],
      coverage: 0.9333,
      notes: ["Sentiment: Crypto Fear & Greed Index by alternative.me."],
    },
    fields: {
      marks: [
        {
          symbol: "SPX",
          price: 6_741.15,
          changePct: 0.21,
          currency: "points",
          asOf: "2026-10-07T14:05:58.000Z",
          source: "Yahoo Finance",
          ...open,
        },
        {
          symbol: "VIX",
          price: 16.4,
          changePct: -1.32,
          currency: "points",
          asOf: "2026-10-07T14:05:31.000Z",
          source: "Yahoo Finance",
          ...open,
        },
        {
          symbol: "DXY",
          price: null,
          changePct: null,
          currency: "points",
          asOf: null,
          source: null,
          reason: "Yahoo Finance: rate_limited. No other free source carries the dollar index.",
          ...always,
        },
        {
          symbol: "GOLD",
          price: 4_162.3,
          changePct: -0.95,
          currency: "USD",
          asOf: "2026-10-07T14:05:49.000Z",
          source: "Yahoo Finance",
          ...always,
        },
        {
          symbol: "BTC",
          price: 118_420.11,
          changePct: 1.84,
          currency: "USD",
          asOf: "2026-10-07T14:06:12.000Z",
          source: "Coinbase",
          ...always,
        },
        {
          symbol: "ETH",
          price: 4_388.6,
          changePct: 2.05,
          currency: "USD",
          asOf: "2026-10-07T14:06:11.000Z",
          source: "Coinbase",
          ...always,
        },
      ],
      sentiment: { value: 58, classification: "Greed", previous: 55, asOf: "2026-10-07T00:00:00.000Z" },
      macro: {
        yields: {
          date: "2026-10-06",
          m1: 3.92,
          m1_5: 3.9,
          m2: 3.88,
          m3: 3.85,
          m4: 3.82,
          m6: 3.76,
          y1: 3.64,
          y2: 3.58,
          y3: 3.6,
          y5: 3.72,
          y7: 3.91,
          y10: 4.12,
          y20: 4.68,
          y30: 4.71,
        },
        curve2s10sBps: 54,
        events: [
          {
            title: "CPI m/m",
            currency: "USD",
            impact: "high",
            at: "2026-10-14T12:30:00.000Z",
            forecast: "0.3%",
            previous: "0.2%",
          },
          {
            title: "FOMC Minutes",
            currency: "USD",
            impact: "high",
            at: "2026-10-07T18:00:00.000Z",
            forecast: null,
            previous: null,
          },
        ],
        released: [
          {
            title: "Non-Farm Employment Change",
            currency: "USD",
            impact: "high",
            at: "2026-10-02T12:30:00.000Z",
            forecast: "112K",
            previous: "98K",
            actual: "147K",
          },
        ],
        headlines: [headlineSample],
      },
    },
  },
});
