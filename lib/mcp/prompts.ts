import { ProtocolError, ProtocolErrorCode, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { HOW_TO_PAY } from "./catalog-tool";
import { ListParams, refuseCursor } from "./resources";
import { TOOLS } from "./tools.generated";

/** A person's way in: what they want to know, and the model takes it from there, asking before it pays. */
export const BUY_PROMPT = {
  name: "buy_an_answer",
  description: "Finds the tool that answers a question, says what it costs, and calls it once you agree.",
  arguments: [
    { name: "question", description: "What you want to know.", required: true },
    { name: "tool", description: "The tool to use, if you know which.", required: false },
  ],
};

/** Longer questions are somebody's document. */
const MAX_QUESTION = 4_000;

function textOf({ question = "", tool }: Readonly<Record<string, string>>): string {
  if (question.trim() === "" || question.length > MAX_QUESTION)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `question: 1 to ${MAX_QUESTION} characters.`);
  if (tool !== undefined && !TOOLS.some(({ name }) => name === tool))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "tool: there is no such tool.");
  return [
    `I want to know: ${question}`,
    tool === undefined ? "Find the right tool with svc_catalog." : `Use the tool ${tool}.`,
    "Tell me what the call costs and wait for my agreement before anything is paid.",
    ...HOW_TO_PAY,
  ].join("\n");
}

const GetParams = {
  params: z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
};

export function mountPrompts({ server }: McpServer): void {
  server.setRequestHandler("prompts/list", ListParams, ({ cursor }) => {
    refuseCursor(cursor);
    return { prompts: [BUY_PROMPT] };
  });
  server.setRequestHandler("prompts/get", GetParams, (params) => {
    if (params.name !== BUY_PROMPT.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt.");
    const text = textOf(params.arguments ?? {});
    return {
      description: BUY_PROMPT.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  });
}
