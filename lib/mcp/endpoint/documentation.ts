import { documentRoute } from "@/lib/catalog/document";
import { mcpAnswer } from "./answer";
import { mcpEntry } from "./entry";

const SAMPLE_TIME = "2026-10-07T14:02:11.000Z";

export const mcpDocumentation = documentRoute(mcpEntry, {
  description:
    "Takes one JSON-RPC message of the Model Context Protocol, revision 2026-07-28 or 2025-11-25; batches are refused. A paid tool that is called without a payment answers with a challenge, and takes the payment in `_meta` or in the argument `paymentSignature`. Answers are JSON, whatever `Accept` says.",
  output: mcpAnswer,
  sample: {
    input: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "market", arguments: {} } },
    output: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [{ type: "text", text: `{"ok":true,"kind":"market","dataAsOf":"${SAMPLE_TIME}"}` }],
        structuredContent: { ok: true, kind: "market", dataAsOf: SAMPLE_TIME },
      },
    },
  },
});
