import { documentRoute } from "@/lib/catalog/document";
import { headlineSample } from "@/lib/catalog/intel/headline-sample";
import { marketAnswer } from "./answer";
import { marketEntry } from "./entry";

export const marketDocumentation = documentRoute(marketEntry, {
  description:
    "Prices of bitcoin and ether with their 24-hour change, the newest headlines, and teasers of creators' signals. A part " +
    "that is unknown is null; it answers as long as any part is known.",
  output: marketAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      kind: "market",
      dataAsOf: "2026-10-07T14:06:12.000Z",
      sources: ["Coinbase", "CoinDesk"],
      provenance: [
        { id: "coinbase.btc", status: "ok", asOf: "2026-10-07T14:06:12.000Z", ageSec: 11 },
        { id: "feed.coindesk", status: "ok", asOf: "2026-10-07T13:41:53.000Z", ageSec: 1_470 },
      ],
      coverage: 1,
      stale: false,
      method: "market/1",
      notes: ["The lounge is not open yet: there are no creator signals."],
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
      teasers: [],
    },
  },
});
