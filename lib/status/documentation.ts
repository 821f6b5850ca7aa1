import { documentRoute } from "@/lib/catalog/document";
import { statusAnswer } from "./answer";
import { statusEntry } from "./entry";

export const statusDocumentation = documentRoute(statusEntry, {
  description:
    "What the service itself keeps of how it does: when each paid route last sold and how many paid calls it answered, who settles, and what the last round of probes saw of each provider. `ok` is true only while a sale would succeed. It reads no provider, and of chains and facilitators only whether they answer, so it costs nothing to ask often.",
  output: statusAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      at: "2026-10-07T14:06:23.000Z",
      degraded: ["providers"],
      stores: { ledger: "up", cache: "up" },
      routes: [
        {
          label: "intel-tvl",
          path: "/api/svc-intel-tvl",
          summary: "Value locked in DeFi: the largest chains and protocols",
          lastSale: "2026-10-07T14:02:15.000Z",
          answered: 41,
          failed: 0,
          successShare: 1,
        },
      ],
      facilitators: [
        { name: "primary", state: "up", settled: 212, asked: 213 },
        { name: "fallback", state: "up", settled: 0, asked: 0 },
      ],
      schedules: [
        { name: "recover-payments", lastRun: "2026-10-07T14:06:00.000Z", due: "2026-10-07T14:13:00.000Z" },
      ],
      providers: {
        checkedAt: "2026-10-07T14:00:04.000Z",
        list: [
          { provider: "DefiLlama", sources: 5, alarms: [] },
          {
            provider: "Yahoo Finance",
            sources: 1,
            alarms: [{ id: "yahoo.spx", alarm: "unreachable" }],
          },
        ],
      },
      notes: [],
    },
  },
});
