import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { SolanaRpcAnswer } from "./answer";

/** What the service's own pages ask of Solana, so that a buyer's browser calls nobody else. */
export const solanaRpcEntry = defineRoute<SolanaRpcAnswer>()({
  path: "/api/solana-rpc-send",
  method: "POST",
  desk: "payments",
  tier: "free",
  summary: "The few calls to Solana that this site's own pages make (JSON-RPC)",
  input: z.strictObject({
    jsonrpc: z.literal("2.0").describe("The version of JSON-RPC."),
    id: z
      .union([z.string().max(64), z.int()])
      .optional()
      .describe("Echoed in the answer."),
    method: z.string().max(64).describe("Such as `getLatestBlockhash`; any that is not listed is refused."),
    params: z.array(z.unknown()).max(3).optional().describe("What the method takes."),
  }),
  // A purchase asks twice or three times.
  limits: {
    ...{ ...DEFAULT_LIMITS, budgetMs: 10_000 },
    rate: { name: "solana-rpc", perMinute: 60 },
  },
  tool: null,
  origins: "listed",
  wire: "json-rpc",
  readOnly: true,
  statuses: [403, 503],
});
