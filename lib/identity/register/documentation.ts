import { documentRoute } from "@/lib/catalog/document";
import { SAMPLE_AGENT, SAMPLE_CARD, SAMPLE_REQUEST } from "../documentation";
import { registerAnswer } from "./answer";
import { registerEntry } from "./entry";

export const registerDocumentation = documentRoute(registerEntry, {
  description:
    "Registers an agent by its public addresses: free, without an account, once for each pair. The id is `agt_` and the first 32 hex digits of SHA-256 over three lines: `svc-agent/1`, the Solana address, the EVM address in lower case (an empty line for one that is left out). Whoever registers proves nothing, so the agent is shown as unverified until one of its wallets signs in: SIGN-IN-WITH-X whose resources hold `urn:svc:agent-identity:post:sha256:` and the SHA-256 of the path, a line break and the body's RFC 8785 JSON, one wallet a call. Only with such a proof do name and description change, and the first one leaves nothing of them but what it sends: until then they were anybody's. Never send a secret key: what looks like one is refused. Within an hour an address may register or change 20 agents. The directory shows all verified agents, and of each network and day the newest three others.",
  output: registerAnswer,
  sample: {
    input: SAMPLE_REQUEST,
    output: {
      ok: true,
      agent: SAMPLE_AGENT,
      card: SAMPLE_CARD,
      message: "Registered. Nobody has proved to hold its wallets, so it is shown as unverified.",
    },
  },
});
