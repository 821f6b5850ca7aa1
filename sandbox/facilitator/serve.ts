import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getBase58Decoder } from "@solana/kit";
import type { x402Facilitator } from "@x402/core/facilitator";
import { isRecord } from "@/lib/is-record";
import { BodyRefused, readJson } from "../host/read-json";
import { faultIn, faultSchema, type Fault, type Operation } from "./fault";
import { operate, operationOf, type Answer } from "./operations";
import { isPaymentRequest } from "./request";

const MAX_BODY_BYTES = 64_000;
const CONTROL = "/sandbox/fault";

/** One call, for the log. Nothing of the payment but where it was for and what became of it. */
export interface CallReport {
  operation: Operation;
  ms: number;
  /** What was answered; absent when the connection was cut or never answered. */
  status?: number;
  network?: string;
  success?: boolean;
  reason?: string;
  fault?: Fault["kind"];
}

export interface Served {
  facilitator: x402Facilitator;
  /** The fault that is set now. */
  fault(): Fault | null;
  setFault(fault: Fault | null): void;
  onCall(report: CallReport): void;
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { ...headers, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** POST /sandbox/fault {"fault": {…} | null}; answers what is set now. */
async function control(request: IncomingMessage, { setFault }: Served): Promise<Answer> {
  if (request.method !== "POST") return { status: 405, body: { error: "Send a POST" } };
  const body = await readJson(request, MAX_BODY_BYTES);
  const read = faultSchema.nullable().safeParse(isRecord(body) ? body["fault"] : undefined);
  if (!read.success) return { status: 400, body: { error: read.error.message } };
  setFault(read.data);
  return { status: 200, body: { fault: read.data } };
}

/** What became of a payment, in the words of both operations' answers. */
function outcomeOf({ body }: Answer): Pick<CallReport, "success" | "reason"> {
  const {
    isValid,
    success = isValid,
    invalidReason,
    errorReason = invalidReason,
  } = isRecord(body) ? body : {};
  return {
    ...(typeof success === "boolean" && { success }),
    ...(typeof errorReason === "string" && { reason: errorReason }),
  };
}

/** Settled without a reply: leaves the client waiting, or cuts the connection after a while. */
async function keepSilent(response: ServerResponse, { cutAfterMs }: { cutAfterMs?: number }): Promise<void> {
  if (cutAfterMs === undefined) return;
  await sleep(cutAfterMs, undefined, { ref: false });
  response.destroy();
}

/** What a fault has answered instead of doing anything; null where the facilitator does what it is asked. */
function insteadOf(fault: Fault | null, body: unknown): Answer | null {
  const network = isPaymentRequest(body) ? body.paymentRequirements.network : "";
  switch (fault?.kind) {
    case "error":
      return outOfOrder(fault);
    case "refuses":
      return { status: fault.status ?? 200, body: { isValid: false, invalidReason: fault.code } };
    case "redirects":
      return { status: 307, body: {}, headers: { location: "http://127.0.0.1:9/" } };
    case "lies":
      return { status: 200, body: { success: true, transaction: inventedId(network), network } };
    default:
      return null;
  }
}

/** What could be a transaction's id on that network, and is none. */
const inventedId = (network: string): string =>
  network.startsWith("eip155:")
    ? `0x${randomBytes(32).toString("hex")}`
    : getBase58Decoder().decode(randomBytes(64));

/** A settlement that names no network. */
const withoutNetwork = ({ body, ...rest }: Answer): Answer => ({
  ...rest,
  body: isRecord(body) ? { ...body, network: "" } : body,
});

const outOfOrder = ({ status }: { status: number }): Answer => ({
  status,
  body: { error: "The facilitator is out of order." },
  headers: { "retry-after": "1" },
});

/** A scheme throws for payments that it can't even read, and when its chain does not answer. */
async function tryTo({ facilitator }: Served, operation: Operation, body: unknown): Promise<Answer> {
  try {
    return await operate(facilitator, operation, body);
  } catch (error) {
    return { status: 500, body: { error: error instanceof Error ? error.message : "Unknown error" } };
  }
}

async function handle(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  if (request.url === CONTROL) return send(response, await control(request, served));

  const operation = operationOf(request.method, request.url);
  const fault = faultIn(served.fault(), operation);
  if (fault?.kind === "down") {
    request.socket.resetAndDestroy();
    return;
  }
  if (operation === undefined) return send(response, { status: 404, body: { error: "Not found" } });

  const started = performance.now();
  const body = operation === "supported" ? undefined : await readJson(request, MAX_BODY_BYTES);
  if (fault?.kind === "slow") await sleep(fault.ms, undefined, { ref: false });
  const done = insteadOf(fault, body) ?? (await tryTo(served, operation, body));
  const answer = fault?.kind === "no-network" ? withoutNetwork(done) : done;
  const outcome = outcomeOf(answer);
  const silent = fault?.kind === "silent-after-settle" && outcome.success === true; // a refusal moved nothing
  served.onCall({
    operation,
    ms: Math.round(performance.now() - started),
    ...(!silent && { status: answer.status }),
    ...(isPaymentRequest(body) && { network: body.paymentRequirements.network }),
    ...outcome,
    ...(fault && { fault: fault.kind }),
  });
  return silent ? keepSilent(response, fault) : send(response, answer);
}

/** The facilitator's HTTP interface, with its faults. */
export const facilitatorListener =
  (served: Served): RequestListener =>
  (request, response) => {
    handle(request, response, served).catch((error: unknown) => {
      // The rest of a body that was refused is not read: the connection can't carry another request.
      response.setHeader("connection", "close");
      const status = error instanceof BodyRefused ? error.status : 500;
      send(response, { status, body: { error: error instanceof Error ? error.message : "Unknown error" } });
    });
  };
