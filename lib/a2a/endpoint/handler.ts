import { A2A_VERSION, X402_EXTENSION } from "@/lib/discovery/protocols";
import { ApiError } from "@/lib/http/api-error";
import { parseArguments, readArguments } from "@/lib/http/body";
import { errorResponse } from "@/lib/http/errors";
import { jsonResponse } from "@/lib/http/headers";
import { isDeeper, MAX_LEVELS } from "@/lib/http/nesting";
import { readCallHeaders } from "@/lib/http/request-headers";
import { bindTools, type RouteFiles } from "@/lib/mcp/tool-table";
import { routeFunction } from "@/lib/payments/answers/route-function";
import { now } from "@/lib/time";
import { unknownTask } from "../errand";
import { CODES, ProtocolRefusal } from "../protocol";
import { sendMessage } from "../send-message";
import { a2aEntry } from "./entry";

const STREAMS = "Nothing is streamed: use SendMessage.";
const NOTIFIES = "No notifications are sent.";

/** Methods of the protocol that there is nothing for, each with its answer. */
const WITHOUT: ReadonlyMap<string, ProtocolRefusal> = new Map([
  ["GetTask", unknownTask()],
  ["CancelTask", unknownTask()],
  ["ListTasks", new ProtocolRefusal(CODES.unsupportedOperation, "Tasks are not kept.")],
  ["SendStreamingMessage", new ProtocolRefusal(CODES.unsupportedOperation, STREAMS)],
  ["SubscribeToTask", new ProtocolRefusal(CODES.unsupportedOperation, STREAMS)],
  [
    "GetExtendedAgentCard",
    new ProtocolRefusal(CODES.unsupportedOperation, "There is one agent card for all."),
  ],
  ["CreateTaskPushNotificationConfig", new ProtocolRefusal(CODES.noPushNotifications, NOTIFIES)],
  ["GetTaskPushNotificationConfig", new ProtocolRefusal(CODES.noPushNotifications, NOTIFIES)],
  ["ListTaskPushNotificationConfigs", new ProtocolRefusal(CODES.noPushNotifications, NOTIFIES)],
  ["DeleteTaskPushNotificationConfig", new ProtocolRefusal(CODES.noPushNotifications, NOTIFIES)],
]);

/** A message without the header is of version 0.3, by the protocol's rule. Throws for any that is not spoken here. */
function checkVersion(headers: Headers): void {
  if (headers.get("a2a-version") === A2A_VERSION) return;
  const refusal = `Version ${A2A_VERSION} is spoken here: send \`A2A-Version: ${A2A_VERSION}\`.`;
  throw new ProtocolRefusal(CODES.versionNotSupported, refusal);
}

/** The extension of the protocol that a client activates is named in the answer. */
const activated = (headers: Headers): Record<string, string> =>
  headers.get("a2a-extensions")?.includes(X402_EXTENSION) ? { "a2a-extensions": X402_EXTENSION } : {};

async function resultOf(
  request: Request,
  files: ReturnType<typeof bindTools>,
  method: string,
  params: unknown,
) {
  checkVersion(request.headers);
  if (isDeeper(params, MAX_LEVELS))
    throw new ProtocolRefusal(
      CODES.invalidRequest,
      `The message is nested in more than ${MAX_LEVELS} levels.`,
    );
  const without = WITHOUT.get(method);
  if (without !== undefined) throw without;
  if (method !== "SendMessage") throw new ProtocolRefusal(CODES.methodNotFound, "There is no such method.");
  return sendMessage(params, files, request, new Date(now()));
}

/**
 * The message. Throws ProtocolRefusal for what is no message of JSON-RPC, so that its clients read why; ApiError 413 and 415 as
 * every route does.
 */
async function messageIn(request: Request) {
  try {
    return parseArguments(a2aEntry.input, await readArguments(request, a2aEntry.limits.bodyBytes));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_request") throw error;
    const code = error.cause === undefined ? CODES.invalidRequest : CODES.parseError; // what can't be parsed has its cause
    throw new ProtocolRefusal(code, error.message, { cause: error });
  }
}

/** The agent endpoint's function, as its route file exports it. */
export function agentEndpoint(files: RouteFiles) {
  const tools = bindTools(files);
  return routeFunction(a2aEntry, async (request) => {
    const headers = { "cache-control": "no-store", ...activated(request.headers) };
    let id: string | number | null = null;
    let status = 400; // until there is a message
    try {
      readCallHeaders(request.headers);
      const message = await messageIn(request);
      id = message.id ?? null;
      status = 200;
      const result = await resultOf(request, tools, message.method, message.params);
      return { response: jsonResponse(200, { jsonrpc: "2.0", id, result }, headers) };
    } catch (error) {
      if (!(error instanceof ProtocolRefusal)) return { response: errorResponse(error, a2aEntry.path) };
      const { code, message } = error;
      const body = { jsonrpc: "2.0", id, error: { code, message } };
      return { response: jsonResponse(status, body, headers), refused: String(code) };
    }
  });
}
