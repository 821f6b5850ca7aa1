import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { paymentKeyText } from "@/lib/payments/receipts/vocabulary";
import { agentIdInput, agentText, orWarn, warnOfSecrets } from "../vocabulary";
import type { GiveFeedbackAnswer } from "./answer";

/** Makes the feedback file that a payment backs, and the call that puts it on chain. */
export const giveFeedbackEntry = defineRoute<GiveFeedbackAnswer>()({
  path: "/api/agent-identity-feedback",
  method: "POST",
  desk: "agents",
  tier: "free",
  summary: "Rate an agent on chain (ERC-8004) with the payment that it got as proof",
  input: z.strictObject(
    {
      payment: paymentKeyText
        .optional()
        .describe(
          "To rate this service: a payment that bought something here, by its key as /api/receipt tells it.",
        ),
      agent: agentIdInput.optional().describe("To rate another agent: its id here."),
      transaction: z
        .string()
        .regex(
          /^(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/,
          "must be a transaction's hash on Base, or its signature on Solana",
        )
        .optional()
        .describe(
          "With `agent`: the transaction of your payment in USDC to a proved wallet of the agent's: on Base an authorization as x402 has it, on Solana a transfer.",
        ),
      value: z.int().min(0).max(100).describe("The rating, 100 being the best."),
      tag: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and -")
        .optional()
        .describe("What the rating is about; the bought route's name by default."),
      text: agentText("Your words, in a line of up to 280 characters.").optional(),
      clientAddress: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, { error: orWarn("must be an EVM address") })
        .optional()
        .describe(
          "The wallet on Base that will send the call; the paying one by default. Needed where a Solana wallet paid.",
        ),
      publish: z
        .boolean()
        .optional()
        .describe(
          "true: write the file. It shows everybody, for good, who paid whom for what. Left out: say what would be shown and what to sign, and write nothing.",
        ),
    },
    { error: warnOfSecrets },
  ),
  tool: "agent_identity_feedback",
  limits: {
    ...DEFAULT_LIMITS,
    ...{ answerBytes: 8 * 1024, rate: { name: "agent-feedback", perMinute: 20 } },
  },
  statuses: [403, 404, 503],
  answers: [200, 202, 422],
  proofs: ["SIGN-IN-WITH-X"],
});
