import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_PROFILE } from "../documentation";
import { verifyLinkAnswer } from "./answer";
import { verifyLinkEntry } from "./entry";

export const verifyLinkDocumentation = documentRoute(verifyLinkEntry, {
  description:
    "Reads the transaction's receipt on the registry's chain and links the agent when it registered a token whose agent URI is the agent's registration file (or is by now: `register()` and a later `setAgentURI` do as well), minted to the agent's `evmAddress`, which holds it still. Who sent the transaction does not matter, and other registrations in it don't either. 202 while it is not mined or too young, 422 with a `reason` where it does not link, 409 where the token or the agent is linked already. The same again changes nothing. A link proves the `evmAddress`.",
  output: verifyLinkAnswer,
  sample: {
    input: {
      id: SAMPLE_PROFILE.id,
      txHash: "0x8a3f5c2e9b7d1046f8e5a2c3b4d6e7f80912a3b4c5d6e7f8091a2b3c4d5e6f70",
    },
    output: {
      ...{ ok: true, state: "linked" },
      agent: {
        ...SAMPLE_PROFILE,
        verified: true,
        erc8004: {
          agentId: "0",
          agentRegistry: "eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
          onChain: true,
        },
      },
      message: "The agent is linked to token 0.",
    },
  },
});
