import * as z from "zod";

export const mcpAnswer = z.object({
  jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
  id: z.union([z.string(), z.int()]).nullable().describe("The request's; null where it could not be read."),
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("What the method gives. A tool's refusal is a result too, with `isError`."),
  error: z
    .object({
      code: z.int().describe("The protocol's code."),
      message: z.string().describe("What was wrong."),
      data: z.unknown().optional().describe("More about it."),
    })
    .optional()
    .describe("Set instead of `result` when the protocol was not followed."),
});
export type McpAnswer = z.input<typeof mcpAnswer>;
