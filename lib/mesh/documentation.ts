import { documentRoute } from "@/lib/catalog/document";
import { meshAnswer } from "./answer";
import { meshEntry } from "./entry";

export const meshDocumentation = documentRoute(meshEntry, {
  description:
    "The pipelines that the service sells, step by step with prices, the addresses that answer, and the registered agents.",
  output: meshAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      schema: "svc-a2a-v1",
      hub: {
        name: "svc",
        origin: "https://svc.example.com",
        role: "intelligence-seller",
        registerAgent: "https://svc.example.com/api/agent-identity",
        serviceCard: null,
        openapi: null,
        mcp: null,
      },
      pipelines: [
        {
          id: "scalp-follow-up",
          name: "Scalp follow-up",
          description: "After a handoff with a long or short bias: the 5 and 15 minute tape.",
          steps: ["intel-scalp"],
          paidEndpoint: "https://svc.example.com/api/svc-intel-scalp",
          priceUsdc: 0.1,
        },
      ],
      agents: [],
      guidance: "Call a pipeline's paidEndpoint without payment to get its price and terms.",
    },
  },
});
