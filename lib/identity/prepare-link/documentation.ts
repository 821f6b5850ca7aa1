import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_AGENT, SAMPLE_LINKS, SAMPLE_REQUEST } from "../documentation";
import { prepareLinkAnswer } from "./answer";
import { prepareLinkEntry } from "./entry";

const REGISTRY = "0x8004A169FB4a3325136EB29fA0ceB6D2e539a432";

export const prepareLinkDocumentation = documentRoute(prepareLinkEntry, {
  description:
    "Prepares `register(agentURI)` of ERC-8004's identity registry for an agent that has an EVM address: chain, contract, call data, and a gas estimate. The agent's own wallet sends it, since whoever does owns the token. Before that it is checked that the registration file answers, and that the wallet holds no agent yet: registering twice is the usual mistake, so a token that is there is named instead. Then send the transaction's hash by POST.",
  output: prepareLinkAnswer,
  sample: {
    input: { id: SAMPLE_AGENT.id },
    output: {
      ...{ ok: true, chainId: 8453, agentRegistry: `eip155:8453:${REGISTRY}` },
      registrationUrl: SAMPLE_LINKS.registrationUrl,
      explorer: `https://basescan.org/token/${REGISTRY}`,
      call: {
        ...{ chainId: 8453, to: REGISTRY, data: "0xf2c298be", value: "0x0", from: SAMPLE_REQUEST.evmAddress },
        ...{ function: "register(string)", args: [SAMPLE_LINKS.registrationUrl], gas: "195000" },
      },
      existing: null,
      message: "Have the agent's wallet send this call, then send the transaction's hash by POST.",
    },
  },
});
