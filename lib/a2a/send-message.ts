import * as z from "zod";
import { isPaid } from "../catalog/define";
import { base64ToText, textToBase64 } from "../http/base64";
import { errorResponse } from "../http/errors";
import { issuesOf } from "../http/issue-words";
import { keepAlive } from "../http/keep-alive";
import { isRecord } from "../is-record";
import { requestRoute } from "../mcp/call-route";
import type { Unpaid } from "../mcp/challenge";
import { judgeArguments } from "../mcp/judge-arguments";
import type { Caller } from "../mcp/route-request";
import type { BoundTool } from "../mcp/tool-table";
import { challengeResponse } from "../payments/challenge/challenge-response";
import { templateOf } from "../payments/challenge/templates";
import { REASONS } from "../payments/outcome/reasons";
import { type Errand, errandOf, type Known, taskIdOf } from "./errand";
import { type AgentMessage, CODES, ProtocolRefusal, type Task } from "./protocol";
import { askForPayment, completed, declined, howToAsk, paymentFailed, type Place, refused } from "./reply";

const SendParams = z.object({
  message: z.object({
    messageId: z.string().min(1),
    role: z.literal("ROLE_USER"),
    parts: z
      .array(z.object({ data: z.unknown().optional() }))
      .max(32)
      .default([]), // ProtoJSON leaves out empty lists
    taskId: z.string().optional(),
    contextId: z.string().max(200).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
});
type UserMessage = z.output<typeof SendParams>["message"];

const Asked = z.strictObject({
  skill: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const HOW_TO_PAY =
  "This skill is paid. Sign one of the offers in `accepts`, and send a message for this task with the payload in its metadata, as `x402.payment.payload`.";

function parse<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = issuesOf(schema, parsed.error.issues, value);
  const where = [what, issue?.path].filter(Boolean).join(".");
  throw new ProtocolRefusal(CODES.invalidParams, `${where}: ${issue?.message ?? "invalid"}`);
}

/** What a message asks for: its task's errand, else that of its one data part; null where it names none. */
function findErrand({ taskId, parts }: UserMessage): Known | null {
  if (taskId !== undefined && taskId !== "") return errandOf(taskId);
  const data = parts.map((part) => part.data).filter((value) => value !== undefined);
  if (data.length === 0) return null;
  if (data.length > 1)
    throw new ProtocolRefusal(CODES.invalidParams, "message.parts: one errand a message, in one data part.");
  const { skill, arguments: args } = parse(Asked, data[0], "message.parts.data");
  return { skill, args, contextId: null };
}

/** The context that a message belongs to: its task's, where that is known (A2A 1.0, section 3.4.3). */
function contextOf({ contextId }: UserMessage, ofTask: string | null): string {
  if (ofTask !== null && contextId && contextId !== ofTask)
    throw new ProtocolRefusal(
      CODES.invalidParams,
      "message.contextId: is not the context of the task that `taskId` names. Leave one of them out.",
    );
  return ofTask ?? (contextId || crypto.randomUUID());
}

/**
 * The live price of a route, as x402's PaymentRequired: as its own 402 has it where that is for this very request. Throws
 * ApiError 503 when nothing can be paid with.
 */
async function priceOf({ entry }: BoundTool, { ofRequest }: Unpaid): Promise<Record<string, unknown>> {
  if (ofRequest !== undefined) return { ...ofRequest, error: HOW_TO_PAY };
  const response = await challengeResponse(templateOf(entry.path), "no_payment", keepAlive);
  const { x402 } = (await response.json()) as { x402: Record<string, unknown> }; // of challengeParts
  return { ...x402, error: HOW_TO_PAY };
}

/** Asks the route as HTTP would, and says what came of it as a task. */
async function run(tool: BoundTool, args: Errand["args"], payload: unknown, caller: Caller, place: Place) {
  const paying = isPaid(tool.entry) && payload !== undefined;
  // Before anybody signs: over HTTP the price comes first, since crawlers ask for it without a body.
  if (!paying) judgeArguments(tool.entry, args);
  const payment = paying ? { "payment-signature": textToBase64(JSON.stringify(payload)) } : {};
  const outcome = await requestRoute(tool, args, payment, caller);
  if (outcome.kind === "unpaid") {
    if (!paying) return askForPayment(place, await priceOf(tool, outcome));
    return paymentFailed(place, outcome.reason, outcome.message ?? REASONS[outcome.reason], payload);
  }
  return taskFrom(outcome.response, tool.name, place, paying);
}

async function taskFrom(response: Response, skill: string, place: Place, paying: boolean): Promise<Task> {
  const body: unknown = await response.json();
  if (!isRecord(body)) throw new Error(`the route answered ${response.status} without an object`);
  if (!response.ok) return refused(place, response, body, paying);
  const receipt = response.headers.get("payment-response");
  return completed(place, skill, body, receipt === null ? undefined : JSON.parse(base64ToText(receipt)));
}

/**
 * Answers `SendMessage`: a task with the answer, the price or a refusal, or plain words where the message asks for
 * nothing that can be done. Throws ProtocolRefusal for what breaks the protocol.
 */
export async function sendMessage(
  params: unknown,
  tools: ReadonlyMap<string, BoundTool>,
  caller: Caller,
  now: Date,
): Promise<{ task: Task } | { message: AgentMessage }> {
  const { message } = parse(SendParams, params, "params");
  const errand = findErrand(message);
  const contextId = contextOf(message, errand?.contextId ?? null);
  if (errand === null) return { message: howToAsk(contextId, [...tools.keys()]) };
  const tool = tools.get(errand.skill);
  if (tool === undefined)
    throw new ProtocolRefusal(
      CODES.invalidParams,
      "There is no such skill. The agent card names all of them.",
    );
  const place = { taskId: message.taskId || taskIdOf(errand, contextId), contextId, now };
  const { metadata = {} } = message;
  if (metadata["x402.payment.status"] === "payment-rejected") return { task: declined(place) };
  try {
    return { task: await run(tool, errand.args, metadata["x402.payment.payload"], caller, place) };
  } catch (error) {
    return { task: await taskFrom(errorResponse(error, tool.entry.path), tool.name, place, false) };
  }
}
