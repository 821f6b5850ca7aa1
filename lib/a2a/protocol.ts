/** Errors of A2A 1.0 over JSON-RPC, by their codes (specification, section 5.4, and JSON-RPC 2.0's own). */
export const CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  taskNotFound: -32_001,
  noPushNotifications: -32_003,
  unsupportedOperation: -32_004,
  versionNotSupported: -32_009,
} as const;

/** A refusal in the protocol's own form; the message is for whoever wrote the client. */
export class ProtocolRefusal extends Error {
  override name = "ProtocolRefusal";
  constructor(
    readonly code: (typeof CODES)[keyof typeof CODES],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** States of a task that come up here, in the protocol's words. */
export type TaskState =
  "TASK_STATE_INPUT_REQUIRED" | "TASK_STATE_COMPLETED" | "TASK_STATE_FAILED" | "TASK_STATE_REJECTED";

/** Part of a message or an artifact: words, or data. */
export type Part = { text: string } | { data: unknown; mediaType: "application/json" };

export interface AgentMessage {
  messageId: string;
  contextId: string;
  taskId?: string;
  role: "ROLE_AGENT";
  parts: readonly Part[];
  metadata?: Readonly<Record<string, unknown>>;
  extensions?: readonly string[];
}

export interface Task {
  id: string;
  contextId: string;
  status: { state: TaskState; message: AgentMessage; timestamp: string };
  artifacts?: readonly { artifactId: string; name: string; parts: readonly Part[] }[];
}

export const dataPart = (data: unknown): Part => ({ data, mediaType: "application/json" });
