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

const asked = { ...SENT, parts: [{ data: { skill: "intel_tvl" } }] };
const declines = { metadata: { "x402.payment.status": "payment-rejected" } };
/** The task that comes of a message; it asks no route. */
async function taskFor(message: object): Promise<{ id: string; contextId: string }> {
  const tools = new Map([["intel_tvl", {} as BoundTool]]);
  const params = { message: { ...message, ...declines } };
  const came = await sendMessage(params, tools, new Request("https://svc.example"), new Date());
  if (!("task" in came)) throw new Error("no task came");
  return came.task;
}

it("a message for a task is of that task's context, whether it names it or not", async () => {
  for (const first of [asked, { ...asked, contextId: "mine" }]) {
    const { id, contextId } = await taskFor(first);
    for (const more of [{}, { contextId: "" }, { contextId }])
      expect((await taskFor({ ...SENT, taskId: id, ...more })).contextId).toBe(contextId);
  }
});

it("a message for a task that names another context is refused, uncharged", async () => {
  const { id } = await taskFor(asked);
  await expect(taskFor({ ...SENT, taskId: id, contextId: "other" })).rejects.toThrow("message.contextId");
});

it("an id of somebody's own making, without a context, is taken in the one that comes along", async () => {
  const id = Buffer.from('["intel_tvl",{}]').toString("base64url");
  expect((await taskFor({ ...SENT, taskId: id, contextId: "mine" })).contextId).toBe("mine");
  expect((await taskFor({ ...SENT, taskId: id })).contextId).not.toBe("");
});
