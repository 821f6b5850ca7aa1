import * as z from "zod";
import { feedbackFile } from "../feedback/answer";

const text = z.string();

export const giveFeedbackAnswer = z.object({
  ok: z.boolean().describe("Whether the file is written and the call is ready."),
  state: z
    .enum(["consent", "ready", "pending", "refused"])
    .describe(
      "`consent`: nothing is written before you send `publish: true`. `pending` (202): the payment is not final yet. `refused` (422): it backs no feedback of yours on this agent.",
    ),
  reason: z
    .enum([
      ...(["refunded", "not_backed", "other_asset", "no_payment", "failed"] as const),
      ...(["own_agent", "not_on_chain"] as const),
    ])
    .optional()
    .describe("Why it is refused."),
  warning: text.describe("What the file and the chain will show, for good."),
  sign: text
    .optional()
    .describe(
      "While consent is wanted: what the paying wallet's SIGN-IN-WITH-X must hold in its `resources`.",
    ),
  feedbackId: text.optional().describe("Id of the file."),
  feedbackUri: z.url().optional().describe("Where everybody reads it."),
  feedbackHash: text.optional().describe("Keccak-256 of the bytes served there."),
  file: feedbackFile.optional().describe("What it says."),
  call: z
    .object({
      chainId: z.int().describe("Chain of the registry."),
      to: text.describe("ERC-8004's reputation registry."),
      from: text.describe("The wallet that must send it: `clientAddress`."),
      data: text.describe("ABI-encoded."),
      value: z.literal("0x0"),
      function: z.literal("giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)"),
      gas: text.nullable().describe("An estimate; null where the node tells none."),
    })
    .optional()
    .describe("What that wallet sends, at its own cost."),
  message: text.describe("The same in words, and what to do next."),
});
export type GiveFeedbackAnswer = z.input<typeof giveFeedbackAnswer>;
