import { documentRoute } from "@/lib/catalog/document";
import { agentCard } from "../answer";
import { SAMPLE_AGENT, SAMPLE_CARD } from "../documentation";
import { cardEntry } from "./entry";

export const cardDocumentation = documentRoute(cardEntry, {
  description:
    "The card of an agent as A2A 1.0 has it, signed by the service where it has a key (JWS over the A2A part; keys in /.well-known/jwks.json): what it says is what is registered here, and an address with `verified` false is a claim. Beside A2A's members stand `accounts`, `services` with prices, and `discovery`. The service knows no address at which the agent itself answers, so the only interface is its profile.",
  output: agentCard,
  sample: { input: { id: SAMPLE_AGENT.id }, output: SAMPLE_CARD },
});
