import * as z from "zod";

export const a2aAnswer = z.object({
  jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
  id: z.union([z.string(), z.int()]).nullable().describe("The request's; null where it had none."),
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "`task`, or `message` where there is no task. A route's refusal is a task too, rejected or failed.",
    ),
  error: z
    .object({
      code: z.int().describe("A2A's code, or JSON-RPC's."),
      message: z.string().describe("What was wrong."),
    })
    .optional()
    .describe("Set instead of `result` when the protocol was not followed."),
});
export type A2aAnswer = z.input<typeof a2aAnswer>;
