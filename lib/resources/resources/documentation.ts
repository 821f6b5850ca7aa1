import { documentRoute } from "@/lib/catalog/document";
import { resourcesAnswer } from "./answer";
import { resourcesEntry } from "./entry";

export const resourcesDocumentation = documentRoute(resourcesEntry, {
  description:
    "Lists every paid route with its price, the offers that its 402 would make at this moment, how it is called, what it " +
    "answers, and when it last sold an answer; `route` asks for one of them. Free.",
  output: resourcesAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      asOf: "2026-10-07T14:06:23.000Z",
      x402Version: 2,
      resources: [
        {
          url: "https://svc.example.com/api/svc-intel-tvl",
          method: "POST",
          label: "intel-tvl",
          desk: "tvl",
          summary: "Value locked in DeFi, by chain and protocol",
          price: { usd: 0.02, baseUnits: "20000" },
          offers: [
            {
              protocol: "x402",
              scheme: "exact",
              network: "eip155:8453",
              asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
              payTo: "0x000000000000000000000000000000000000dEaD",
              amount: "20000",
            },
          ],
          schema: {
            input: {
              type: "object",
              properties: { message: { type: "string" } },
              additionalProperties: false,
            },
            output:
              "https://svc.example.com/openapi/intel-tvl.json#/paths/~1api~1svc-intel-tvl/post/responses/200/content/application~1json/schema",
          },
          freshnessSec: 900,
          lastSuccess: "2026-10-07T14:02:11.000Z",
          sample: { input: {}, output: { ok: true, kind: "intel-tvl" } },
        },
      ],
      tiers: [{ name: "raw", price: { usd: 0.02, baseUnits: "20000" }, sold: true }],
      notes: [],
    },
  },
});
