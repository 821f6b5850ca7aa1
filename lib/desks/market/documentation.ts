import { documentIntel } from "@/lib/catalog/intel/document";
import { headlineSample } from "@/lib/catalog/intel/headline-sample";
import { marketFields } from "./answer";
import { marketEntry } from "./entry";

export const marketDocumentation = documentIntel(marketEntry, {
  description:
    "Prices of bitcoin and ether with their 24-hour change, the newest headlines, and teasers of creators' signals. A part " +
    "that is unknown is null; it answers as long as any part is known.",
  fields: marketFields,
  sample: {
    summary: "BTC $121840, ETH $4480; 10 headlines.",
    input: {},
    read: [
      { provider: "Coinbase", id: "coinbase.btc", asOf: "2026-10-07T14:06:12.000Z", ageSec: 11 },
      { provider: "CoinDesk", id: "feed.coindesk", asOf: "2026-10-07T13:41:53.000Z", ageSec: 1_470 },
    ],
    envelope: {
      dataAsOf: "2026-10-07T14:06:12.000Z",
      notes: [],
    },
    fields: {
      ticks: [
        {
          symbol: "BTC",
          price: 118_420.11,
          changePct: 1.84,
          asOf: "2026-10-07T14:06:12.000Z",
          source: "Coinbase",
        },
        {
          symbol: "ETH",
          price: 4_388.6,
          changePct: 2.05,
          asOf: "2026-10-07T14:06:11.000Z",
          source: "Coinbase",
        },
      ],
      headlines: [headlineSample],
      teasers: [
        {
          signalId: "sig_5b1f0c2a9d3e4f60718293a4",
          title: "ETH funding turns before the upgrade",
          teaser: "Funding on three",
          publishedAt: "2026-10-07T13:58:12.480Z",
          certificate: {
            hash: "9b7c1d0e5f2a48c6b3d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f9a8b7",
            ...{ seq: 417, minted: false },
          },
        },
      ],
    },
  },
});
