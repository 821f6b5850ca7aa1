import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { agentText, warnOfSecrets } from "../vocabulary";
import type { RegisterAnswer } from "./answer";

/** Registers an agent, or has its owner change what it says of itself. */
export const registerEntry = defineRoute<RegisterAnswer>()({
  path: "/api/agent-identity",
  method: "POST",
  desk: "agents",
  tier: "free",
  summary: "Register an agent by its public addresses; the same pair always has the same id",
  input: z.strictObject(
    {
      name: agentText(
        "Display name, 1 to 64 characters once cleaned; from the address by default.",
      ).optional(),
      description: agentText("What the agent is for, in a line of up to 280 characters.").optional(),
      solAddress: agentText("Public Solana address. At least one of both addresses is needed.").optional(),
      evmAddress: agentText("Public EVM address.").optional(),
      sapWallet: agentText("Wallet of the agent in the Synapse Agent Protocol.").optional(),
      sapAgentPda: agentText("Account of that agent, which follows from the wallet.").optional(),
    },
    { error: warnOfSecrets },
  ),
  tool: "agent_identity_register",
  limits: {
    ...DEFAULT_LIMITS,
    ...{ answerBytes: 16 * 1024, rate: { name: "agents", perMinute: 60 } },
  },
  statuses: [403],
  proofs: ["SIGN-IN-WITH-X"],
});
