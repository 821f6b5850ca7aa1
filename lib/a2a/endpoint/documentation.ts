import { documentRoute } from "@/lib/catalog/document";
import { a2aAnswer } from "./answer";
import { a2aEntry } from "./entry";

const SAMPLE_TIME = "2026-10-07T14:02:11.000Z";

export const a2aDocumentation = documentRoute(a2aEntry, {
  description:
    "Takes `SendMessage` of A2A 1.0 with one data part that names a skill of the agent card and its arguments, and answers with a task that has ended, or waits for its payment by the protocol's x402 extension: the price is in the metadata of its message, and a message for the same task brings the payment. Tasks are not kept, and nothing is streamed: an answer that was lost comes again for the same message with the same payment.",
  output: a2aAnswer,
  sample: {
    input: {
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      params: {
        message: {
          messageId: "6f1d2c0e-0d6e-4f9b-9a53-5a2f0c7f3b11",
          role: "ROLE_USER",
          parts: [{ data: { skill: "market", arguments: {} } }],
        },
      },
    },
    output: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        task: {
          id: "WyJtYXJrZXQiLHt9LCIwMTIzNDU2Nzg5YWJjZGVmIl0",
          contextId: "c0a1f6f2-3a1e-4a53-8f5b-0f6f5f0c9d10",
          status: { state: "TASK_STATE_COMPLETED", timestamp: SAMPLE_TIME },
          artifacts: [
            {
              artifactId: "answer",
              name: "market",
              parts: [
                { data: { ok: true, kind: "market", dataAsOf: SAMPLE_TIME }, mediaType: "application/json" },
              ],
            },
          ],
        },
      },
    },
  },
});
