import { X402_EXTENSION } from "../discovery/protocols";
import { isRecord } from "../is-record";
import type { Reason } from "../payments/outcome/reasons";
import { type AgentMessage, dataPart, type Part, type Task, type TaskState } from "./protocol";

/** Where a reply belongs. */
export interface Place {
  taskId: string;
  contextId: string;
  now: Date;
}

type Metadata = Readonly<Record<string, unknown>>;

/** What x402's extension calls the reasons of a refused payment; others are ours, in its spelling. */
const ERROR_CODES: Partial<Record<Reason, string>> = {
  expired: "EXPIRED_PAYMENT",
  wrong_amount: "INVALID_AMOUNT",
};

function taskOf(
  { taskId, contextId, now }: Place,
  state: TaskState,
  parts: readonly Part[],
  payment?: Metadata,
): Task {
  const message: AgentMessage = {
    ...{ messageId: crypto.randomUUID(), contextId, taskId, role: "ROLE_AGENT", parts },
    ...(payment === undefined ? {} : { metadata: payment, extensions: [X402_EXTENSION] }),
  };
  return { id: taskId, contextId, status: { state, message, timestamp: now.toISOString() } };
}

/** The price: x402's PaymentRequired, which a message for this task answers with a payment. */
export const askForPayment = (place: Place, required: Metadata): Task =>
  taskOf(place, "TASK_STATE_INPUT_REQUIRED", [{ text: String(required.error) }], {
    "x402.payment.status": "payment-required",
    "x402.payment.required": required,
  });

/** A payment that was refused. Nothing moved. */
export function paymentFailed(place: Place, reason: Reason, message: string, payload: unknown): Task {
  const accepted = isRecord(payload) && isRecord(payload.accepted) ? payload.accepted : {};
  const network = typeof accepted.network === "string" ? accepted.network : "";
  return taskOf(place, "TASK_STATE_FAILED", [{ text: message }], {
    "x402.payment.status": "payment-failed",
    "x402.payment.error": ERROR_CODES[reason] ?? reason.toUpperCase(),
    "x402.payment.receipts": [{ success: false, errorReason: reason, transaction: "", network }],
  });
}

/** Tasks are not kept: whether one was paid by an earlier message is not known here. */
const DECLINED =
  "The payment was declined: this message charges nothing. A payment that was sent for this task before is not undone by it: sent again, it still gets its answer.";

/** The client would rather not pay. */
export const declined = (place: Place): Task =>
  taskOf(place, "TASK_STATE_FAILED", [{ text: DECLINED }], { "x402.payment.status": "payment-rejected" });

/** The route's answer, with what its payment came to; `settlement` is left out where nothing was paid. */
export const completed = (place: Place, skill: string, answer: unknown, settlement?: unknown): Task => ({
  ...taskOf(
    place,
    "TASK_STATE_COMPLETED",
    [{ text: `The answer is the artifact \`${skill}\`.` }],
    settlement === undefined
      ? undefined
      : { "x402.payment.status": "payment-completed", "x402.payment.receipts": [settlement] },
  ),
  artifacts: [{ artifactId: "answer", name: skill, parts: [dataPart(answer)] }],
});

/**
 * The route's refusal. One that will pass leaves the task open for the very same message, payment and all; any other
 * ends it: rejected where the errand is at fault, failed where this service is.
 */
export function refused(place: Place, response: Response, body: Metadata, paid: boolean): Task {
  const wait = response.headers.get("retry-after");
  const parts: Part[] = [
    { text: String(body.error) },
    dataPart(wait === null ? body : { ...body, retryAfterSec: Number(wait) }),
  ];
  if (wait !== null)
    return taskOf(
      place,
      "TASK_STATE_INPUT_REQUIRED",
      parts,
      paid ? { "x402.payment.status": "payment-submitted" } : undefined,
    );
  return taskOf(place, response.status >= 500 ? "TASK_STATE_FAILED" : "TASK_STATE_REJECTED", parts);
}

/** What to say to a message that names no errand: there is no model here that would guess one. */
export const howToAsk = (contextId: string, skills: readonly string[]): AgentMessage => ({
  ...{ messageId: crypto.randomUUID(), contextId, role: "ROLE_AGENT" },
  parts: [
    {
      text: 'Name a skill in a data part: {"skill": "intel_tvl", "arguments": {}}. The agent card tells what each takes and costs. A paid one answers with its price first.',
    },
    dataPart({ skills }),
  ],
});
