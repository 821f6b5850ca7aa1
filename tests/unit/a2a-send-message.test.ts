import { expect, it } from "vitest";
import { sendMessage } from "@/lib/a2a/send-message";
import type { BoundTool } from "@/lib/mcp/tool-table";

const SENT = { messageId: "m", role: "ROLE_USER" };

it.each([
  [{}, "params.message: is required, and must be an object"],
  [{ message: { ...SENT, role: "agent" } }, "params.message.role: must be ROLE_USER"],
  [
    { message: { ...SENT, parts: [{ data: { skil: "x" } }] } },
    "message.parts.data.skill: is required, and must be a text",
  ],
])("a message %j is refused by member and rule", async (params, words) => {
  await expect(
    sendMessage(params, new Map(), new Request("https://svc.example"), new Date()),
  ).rejects.toThrow(words);
});

it("a message that declines to pay is not told what an earlier one was charged: tasks are not kept", async () => {
  const asked = { ...SENT, parts: [{ data: { skill: "intel_tvl" } }] };
  const message = { ...asked, metadata: { "x402.payment.status": "payment-rejected" } };
  const tools = new Map([["intel_tvl", {} as BoundTool]]); // it is not asked
  const came = await sendMessage({ message }, tools, new Request("https://svc.example"), new Date());
  const text = JSON.stringify(came);
  expect(text).toContain("TASK_STATE_FAILED");
  expect(text).toContain("is not undone");
  expect(text).not.toContain("Nothing was charged");
});
