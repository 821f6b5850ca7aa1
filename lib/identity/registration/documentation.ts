import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_AGENT, SAMPLE_LINKS, SAMPLE_REQUEST } from "../documentation";
import { registrationAnswer } from "./answer";
import { registrationEntry } from "./entry";

export const registrationDocumentation = documentRoute(registrationEntry, {
  description:
    "The agent's registration file as ERC-8004 has it (registration-v1). Its own address is the agent URI that the registry's token carries. It names only what answers: the agent's card and its profile here.",
  output: registrationAnswer,
  sample: {
    input: { id: SAMPLE_AGENT.id },
    output: {
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: SAMPLE_REQUEST.name,
      description: SAMPLE_REQUEST.description,
      image: "https://svc.example.com/icon.svg",
      services: [
        { name: "web", endpoint: SAMPLE_LINKS.profileUrl },
        { name: "A2A", endpoint: SAMPLE_LINKS.cardUrl, version: "1.0" },
      ],
      ...{ x402Support: false, active: true, registrations: [], supportedTrust: [] },
    },
  },
});
