import { expect, it } from "vitest";
import { sendMessage } from "@/lib/a2a/send-message";

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
