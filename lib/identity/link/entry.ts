import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { agentIdInput, agentText, warnOfSecrets } from "../vocabulary";
import type { LinkAnswer } from "./answer";

/** Links an agent to its entry in the Synapse Agent Protocol. */
export const linkEntry = defineRoute<LinkAnswer>()({
  path: "/api/agent-identity",
  method: "PATCH",
  desk: "agents",
  tier: "free",
  summary: "Link a registered agent to its account in Solana's agent registry (SAP)",
  input: z.strictObject(
    {
      id: agentIdInput,
      sapWallet: agentText(
        "Wallet of the agent in that registry; its own `solAddress` by default.",
      ).optional(),
      sapAgentPda: agentText("Account of that agent, which follows from the wallet.").optional(),
    },
    { error: warnOfSecrets },
  ),
  tool: "agent_identity_link",
  limits: {
    ...DEFAULT_LIMITS,
    ...{ answerBytes: 8 * 1024, rate: { name: "agents", perMinute: 60 } },
  },
  statuses: [403, 404],
  proofs: ["SIGN-IN-WITH-X"],
});
