import * as z from "zod";

export const solanaRpcAnswer = z.object({
  jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
  id: z.union([z.string(), z.int()]).nullable().describe("The request's; null where it had none."),
  result: z.unknown().optional().describe("What the node gave, as Solana's own JSON-RPC has it."),
  error: z
    .object({
      code: z.int().describe("JSON-RPC's code, or the node's."),
      message: z.string().describe("What was wrong, in words of the service's own."),
    })
    .optional()
    .describe("Set instead of `result`."),
});
export type SolanaRpcAnswer = z.input<typeof solanaRpcAnswer>;
