import { createHash, timingSafeEqual } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Engine, ReplyError } from "./engine";
import { type Fault, FaultSwitch } from "./faults";
import { encodeOutcome, encodeOutcomes } from "./rest-reply";
import { readRequest, type RestRequest } from "./rest-request";
import { Runner } from "./runner";

/** Upstash's own limit on its larger plans. */
const MOST_BODY_BYTES = 10 * 1024 * 1024;

/** Longer than clients keep idle connections, so that none is closed just as it is used again. */
const KEEP_ALIVE_MS = 65_000;

export interface RedisRestOptions {
  /** 0 for any that is free. */
  port: number;
  /** What clients must present as a bearer token. */
  token: string;
  /** Runs the commands. It stays open when the server closes. */
  engine: Engine;
  host?: string;
  maxBodyBytes?: number;
}

export interface RedisRest {
  url: string;
  /** Makes requests fail from now on; undefined lifts it. */
  setFault(fault: Fault | undefined): void;
  close(): Promise<void>;
}

/** What is written back. */
interface Answer {
  status: number;
  json: string;
}

const failed = (status: number, message: string): Answer => ({
  status,
  json: JSON.stringify({ error: message }),
});

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The bearer token of a request, or the one in its address, where browsers and webhooks put it. */
function presentedToken(request: http.IncomingMessage, url: URL): string {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? "");
  return bearer?.[1] ?? url.searchParams.get("_token") ?? "";
}

/** The whole body, or undefined when it is longer than allowed; the rest of that is read and dropped. */
function readBody(request: http.IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the client left in the middle of its request")));
  });
}

/**
 * Serves Upstash's REST protocol in front of an engine.
 * @throws Error (`EADDRINUSE`, …) when the port can't be had
 */
export async function startRedisRest(options: RedisRestOptions): Promise<RedisRest> {
  const { port, token, engine, host = "127.0.0.1", maxBodyBytes = MOST_BODY_BYTES } = options;
  const wanted = digest(token);
  const runner = new Runner(engine);
  const faults = new FaultSwitch();

  async function answer({ mode, commands }: RestRequest, encoding: "utf8" | "base64"): Promise<Answer> {
    const replies = await (mode === "multi-exec" ? runner.atomically(commands) : runner.each(commands));
    if (mode !== "single") return { status: 200, json: encodeOutcomes(replies, encoding) };
    const [reply = null] = replies;
    return { status: reply instanceof ReplyError ? 400 : 200, json: encodeOutcome(reply, encoding) };
  }

  /** @returns undefined when the connection is to end without an answer */
  async function handle(request: http.IncomingMessage): Promise<Answer | undefined> {
    const url = new URL(request.url ?? "/", "http://localhost");
    // Digests are compared: their length says nothing about the token's.
    if (!timingSafeEqual(digest(presentedToken(request, url)), wanted))
      return failed(401, "WRONGPASS invalid or missing auth token");
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return failed(413, `ERR max request size exceeded. Limit: ${maxBodyBytes} bytes`);
    const asked = readRequest(url, body);
    const fault = faults.strike(asked.commands);
    if (fault?.kind === "down") return undefined;
    if (fault?.kind === "error") return failed(fault.status, fault.message);
    if (fault?.kind === "slow") await sleep(fault.milliseconds);
    const encoding = request.headers["upstash-encoding"] === "base64" ? "base64" : "utf8";
    const answered = await answer(asked, encoding);
    return fault?.kind === "lost-reply" ? undefined : answered;
  }

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const answered = await handle(request).catch((failure: unknown) => {
      const message = failure instanceof Error ? failure.message : String(failure);
      return failed(
        failure instanceof ReplyError ? 400 : 500,
        failure instanceof ReplyError ? message : `ERR ${message}`,
      );
    });
    if (answered === undefined) {
      request.socket.destroy();
      return;
    }
    // A body that was refused unread must not be taken for the next request.
    if (!request.complete) response.setHeader("connection", "close");
    response.writeHead(answered.status, { "content-type": "application/json" }).end(answered.json);
  }

  const server = http.createServer((request, response) => void serve(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    setFault: (fault) => faults.set(fault),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((failure) => (failure === undefined ? resolve() : reject(failure)));
        server.closeAllConnections();
      }),
  };
}
