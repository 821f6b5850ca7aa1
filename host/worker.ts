/**
 * One process of this host: the API by its own route files, everything else by Next, at one address.
 */
import { existsSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { log } from "@/lib/http/log";
import { withImplied } from "@/lib/http/methods";
import { ROUTES } from "@/lib/http/routes.generated";
import { sayUnchecked } from "@/lib/payments/answers/check-answer";
import { api, loadRoutes } from "./api";
import { readiness } from "./health";
import { workIsDone } from "./keep-alive";
import { lookAtItself } from "./look-at-itself";
import { enter, phase } from "./phase";
import { countRequest } from "./request-metrics";
import { ROUTE_FILES } from "./route-files.generated";
import type { HostSettings } from "./settings";
import { noteSocketAddress } from "./socket-address";

/** Longer than proxies keep theirs, so that none sends a payment into a connection that is being closed. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_CHECK_MS = 250;
/** How often connections are looked at for requests that take too long to come. */
const SLOW_CHECK_MS = 1_000;

const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/;
const UNDER_API = /^\/api(?:[/?]|$)/i;
/** Files under /api, which Next serves behind a front door of its own. */
const FILES: ReadonlySet<string> = new Set(
  existsSync("public/api")
    ? readdirSync("public/api", { recursive: true, encoding: "utf8" }).map((file) => `/api/${file}`)
    : [],
);
const isFile = (url: string): boolean => {
  const [address = ""] = url.split("?", 1);
  return FILES.has(address) && !(address in ROUTE_FILES);
};

/** A path with a segment of one dot or two. */
const DOTS = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * The path of a request. One that names a whole address, as clients do to a proxy (RFC 9112 §3.2.2), names a host that is no
 * matter here. Segments of dots are removed, as nearly every client does by itself (RFC 3986, 5.2.4): Next does so, too, and
 * would answer by itself for the routes of the API that it finds behind them.
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?!\/)/, "/");
  if (!DOTS.test(path)) return path;
  const { pathname, search } = new URL(`http://any${path}`);
  return pathname + search;
}

/** What the Fetch standard lets no request be; whoever proxies or traces asks another server. */
const FORBIDDEN_METHODS = new Set(["TRACE", "TRACK", "CONNECT"]);

/** Of the methods that a path takes, what `Allow` names, which every 405 must have (RFC 9110, 15.5.6). */
function allowedAt(url: string): string {
  if (!UNDER_API.test(url)) return "GET, HEAD";
  const [address] = url.split("?", 1);
  return withImplied(ROUTES.filter(({ path }) => path === address).map(({ method }) => method)).join(", ");
}

export interface Worker {
  port: number;
  /** Makes `/readyz` 503 and every answer the last of its connection. Calls are still taken. */
  drain(): void;
  /** Lets calls under way and what they began come to their end. */
  stop(): Promise<void>;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${text}\n`);
}

/**
 * Who reached this server without a proxy is known by the connection alone; Next notes the same for its routes. A header
 * that came with the request stays: `TRUSTED_PROXY_HOPS` says whose word it is.
 */
function noteConnection(request: IncomingMessage): void {
  const note = (name: string, value: string): void => {
    if (request.headers[name] !== undefined) return;
    request.headers[name] = value;
    request.rawHeaders.push(name, value); // what the API reads
  };
  note("x-forwarded-for", request.socket.remoteAddress ?? "");
  note("x-forwarded-proto", "http");
  noteSocketAddress(request);
}

/**
 * Next takes a form that is sent to a page, and what names an action, for the call of an action. None of ours has one, and it
 * would write of each, in lines of its own, what the caller sent: such a request goes on as any other with a body.
 */
function callsNoAction({ headers }: IncomingMessage): void {
  delete headers["next-action"];
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(headers["content-type"] ?? ""))
    headers["content-type"] = "application/octet-stream";
}

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * A request names one host, in one line, or two readers of it may disagree about whose it is (RFC 9112, 3.2). Only HTTP/1.0,
 * in which load balancers ask after our health, may name none; of HTTP/1.1 Node refuses that by itself.
 */
function namesOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  const lines = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  const { host = "" } = headers;
  // What looks like a name need not be one to those who read addresses: 1.2.3.4.5, or a port above 65535.
  return lines === 0 || (lines === 1 && HOST.test(host) && URL.canParse(`http://${host}`));
}

/** Whether a path's percent-encoding is of UTF-8 (RFC 3986, 2.5): Next fails at any other where a route takes a part of the path. */
function isDecodable(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  try {
    return decodeURI(path) !== "";
  } catch {
    return false;
  }
}

/** Starts listening once Next is ready and every route is loaded. */
export async function startWorker(settings: HostSettings): Promise<Worker> {
  sayUnchecked();
  const pages = next({
    dev: false,
    dir: process.cwd(),
    hostname: settings.address,
    port: settings.port,
    // A server that never listens. Of the real one Next would take every Upgrade from its first page on, and leave those that
    // it doesn't know open without an answer. Where nobody takes them, Node serves them like any other request.
    httpServer: new Server(),
  });
  await Promise.all([pages.prepare(), loadRoutes()]);
  const answerPage = pages.getRequestHandler();
  const answerCall = getRequestListener(api, { overrideGlobalObjects: false });

  async function sendReadiness(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const state = { started: phase() !== "starting", draining: phase() === "draining" };
    const { status, ...body } = await readiness(state, query.get("strict") === "1");
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(`${JSON.stringify(body)}\n`);
  }

  const { receiveMs } = settings;
  const slow = {
    headersTimeout: receiveMs,
    requestTimeout: receiveMs,
    connectionsCheckingInterval: SLOW_CHECK_MS,
  };
  const server = createServer(slow, (request, response) => {
    const { method = "GET" } = request;
    const url = pathOf(request.url ?? "/");
    request.url = url;
    noteConnection(request);
    if (phase() === "draining") response.setHeader("connection", "close");
    if (!namesOneHost(request)) {
      response.setHeader("connection", "close");
      return sendText(
        response,
        400,
        "A request names one host: send one Host header with a name, and a port.",
      );
    }
    if (FORBIDDEN_METHODS.has(method)) {
      response.setHeader("allow", allowedAt(url));
      return sendText(response, 405, `${method} is not answered here.`);
    }
    if (HEALTH.test(url)) {
      if (url.startsWith("/healthz")) return sendText(response, 200, "alive");
      return void sendReadiness(new URLSearchParams(url.split("?")[1]), response);
    }
    if (!UNDER_API.test(url) || isFile(url)) {
      if (!isDecodable(url)) return sendText(response, 400, "The path is not UTF-8, percent-encoded.");
      callsNoAction(request);
      return void answerPage(request, response);
    }
    countRequest(url, response);
    return void answerCall(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxHeadersCount = 0; // Node would leave out those after the 2,000th, a second Host or what a proxy added; 16 KB bound them
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  /** Node takes a connection on which nothing has come yet for a busy one; clients and proxies open such ones in advance. */
  const closeUnused = (): void => {
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.address, resolve);
  });
  const { port } = server.address() as AddressInfo;
  enter("serving");
  log.info("listening", { port, address: settings.address });
  const stopLooking = lookAtItself();

  const ended = async (): Promise<void> => {
    // The server's own `close` would also stop looking for requests that take too long to come, and then wait for them.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const idle = setInterval(closeUnused, IDLE_CHECK_MS);
    await closed;
    clearInterval(idle);
    await workIsDone();
  };
  return {
    port,
    drain() {
      enter("draining");
      log.info("draining", { forMs: settings.drainMs });
    },
    async stop() {
      enter("draining");
      stopLooking();
      const late = new AbortController();
      const inTime = await Promise.race([
        ended().then(() => true),
        sleep(settings.graceMs, false, { signal: late.signal }).catch(() => false),
      ]);
      late.abort();
      if (!inTime) log.error("cut_off", { afterMs: settings.graceMs });
      server.closeAllConnections();
      await pages.close();
    },
  };
}
