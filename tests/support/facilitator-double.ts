import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "@/lib/is-record";
import { listen } from "@/sandbox/host/listen";
import { readJson } from "@/sandbox/host/read-json";

const OPERATIONS = ["supported", "verify", "settle"] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Answer {
  status: number;
  body: unknown;
}

export interface Asked {
  body: unknown;
  response: ServerResponse;
  /** What the facilitator behind it answers. */
  real(): Promise<Answer>;
}

/** How a double answers one request. */
export type Act = (asked: Asked) => void | Promise<void>;

export interface FacilitatorDouble {
  url: string;
  /** What it was asked, in order. */
  calls: Operation[];
  /** Requests that it has not answered yet. */
  pending(): number;
  /** Sets how an operation is answered; null: as the facilitator behind it does. */
  act(operation: Operation, act: Act | null): void;
  /** As the real ones, and nothing asked yet. */
  reset(): void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 100_000;

async function ask(url: string, operation: Operation, body: unknown): Promise<Answer> {
  const response = await fetch(`${url}/${operation}`, {
    ...(operation === "supported"
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
  });
  return { status: response.status, body: await response.json() };
}

export const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

export const answers =
  (status: number, body: unknown, headers?: Record<string, string>): Act =>
  ({ response }) =>
    send(response, status, body, headers);

/** Never answers. */
export const hangs: Act = () => undefined;

/** Takes the request and resets the connection. */
export const resets: Act = ({ response }) => {
  response.socket?.resetAndDestroy();
};

/** Announces an answer, sends a piece of it and ends the connection. */
export const cutsShort =
  (piece: string): Act =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write(piece, () => response.destroy());
  };

/** Goes on answering until the client has enough; `sent` is told how many bytes that were. */
export const endless =
  (sent: (bytes: number) => void): Act =>
  ({ response }) => {
    const chunk = `"${"x".repeat(64 * 1024)}",`;
    let bytes = 0;
    const more = (): void => {
      for (let room = true; room && bytes < 100 * 1024 * 1024; bytes += chunk.length)
        room = response.write(chunk);
      sent(bytes);
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.on("drain", more);
    more();
  };

/** Does what the real one does, and then answers otherwise. */
export const afterwards =
  (act: Act): Act =>
  async (asked) => {
    await asked.real();
    await act(asked);
  };

/** A facilitator that can be made to say anything: real ones stand behind it, chosen by what is asked. */
export async function startDouble(behind: (body: unknown) => string): Promise<FacilitatorDouble> {
  const calls: Operation[] = [];
  const acts = new Map<Operation, Act>();
  let open = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = OPERATIONS.find((name) => request.url === `/${name}`);
    if (operation === undefined) return send(response, 404, {});
    const body = operation === "supported" ? undefined : await readJson(request, MAX_BODY_BYTES);
    calls.push(operation);
    open += 1;
    response.once("close", () => (open -= 1));
    const real = (): Promise<Answer> => ask(behind(body), operation, body);
    const act = acts.get(operation);
    if (act !== undefined) return act({ body, response, real });
    const answer = await real();
    send(response, answer.status, answer.body);
  }

  const { url, close } = await listen(0, (request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  return {
    url,
    calls,
    pending: () => open,
    act: (operation, act) => void (act === null ? acts.delete(operation) : acts.set(operation, act)),
    reset: () => {
      acts.clear();
      calls.length = 0;
    },
    close,
  };
}

/** The Solana fee payer that a request's requirement names, if any. */
export function feePayerOf(body: unknown): string | undefined {
  const requirement = isRecord(body) ? body["paymentRequirements"] : undefined;
  const extra = isRecord(requirement) ? requirement["extra"] : undefined;
  const feePayer = isRecord(extra) ? extra["feePayer"] : undefined;
  return typeof feePayer === "string" ? feePayer : undefined;
}
