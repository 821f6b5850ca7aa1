import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One request on its way to a dependency, and what can be done with it. */
export interface Passage {
  /** Which instance of the service sent it. */
  instance: string;
  method: string;
  /** Without the instance's part. */
  path: string;
  body: Buffer;
  /** Sends it on; each time it is called the dependency gets it once more. Throws when the dependency is not there. */
  deliver(): Promise<Reply>;
  answer(reply: Reply): void;
  /** Resets the connection: the sender gets no answer. */
  cut(): void;
  /** Resolves when the sender has closed its connection without an answer. Throws when it never does. */
  senderDisconnected(): Promise<void>;
}

/** Stands in front of one dependency of the service. */
export interface Proxy {
  port: number;
  /** Where an instance finds the dependency; its name is part of the address, so that each message has a sender. */
  urlFor(instance: string): string;
  /** Which server requests go to from now on. */
  aim(upstream: string): void;
  /** From now on connections are refused. */
  refuse(): void;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Below the range that systems take ports from for outgoing connections: ours must still be free after a refusal. Each
 * even port is served by who holds the odd one behind it, so that nobody else takes it while it refuses connections.
 */
const PORTS = { first: 20_000, pairs: 5_000 };
const MAX_TRIES = 50;

/** Longer than any time limit of the service. */
const GIVES_UP_MS = 60_000;

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Belongs to one connection, not to the message. */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "content-length", "host"];

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));

/** Serves one dependency; `meet` decides what becomes of each request. */
export async function startProxy(
  firstUpstream: string,
  meet: (passage: Passage) => Promise<void>,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const servers = new Set<Server>();
  let upstream = firstUpstream;
  let current: Server | undefined;

  function deliver(request: IncomingMessage, path: string, body: Buffer): Promise<Reply> {
    const { protocol, hostname, port, pathname } = new URL(upstream);
    return new Promise((resolve, reject) => {
      const outgoing = send(
        {
          agent,
          protocol,
          hostname,
          port,
          path: pathname.replace(/\/$/, "") + path,
          method: request.method,
          headers: { ...endToEnd(request.headers), "content-length": body.byteLength },
        },
        (incoming) => {
          read(incoming).then(
            (reply) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: reply }),
            reject,
          );
        },
      );
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const [, instance = "", rest = ""] = /^\/([^/?]*)(.*)$/.exec(request.url ?? "") ?? [];
    const path = rest.startsWith("/") ? rest : `/${rest}`;
    const gone = new Promise<void>((resolve) => response.once("close", resolve));
    await meet({
      instance,
      method: request.method ?? "",
      path,
      body,
      deliver: () => deliver(request, path, body),
      answer: (reply) => {
        if (response.destroyed) return; // the caller has disconnected
        response.writeHead(reply.status, {
          ...endToEnd(reply.headers),
          "content-length": reply.body.byteLength,
          connection: "close", // one message a connection: none lies idle that a refusal would have to cut
        });
        response.end(reply.body);
      },
      cut: () => void request.socket.resetAndDestroy(),
      async senderDisconnected() {
        const never = new AbortController();
        const tooLate = sleep(GIVES_UP_MS, "too late" as const, { signal: never.signal, ref: false });
        const first = await Promise.race([gone, tooLate]);
        never.abort();
        if (first === "too late") throw new Error(`the sender of ${path} still waits for its answer`);
      },
    });
  }

  function serve(): Server {
    const server = createServer((request, response) => {
      // A dependency that is gone, or a client that left in the middle of its request.
      handle(request, response).catch(() => request.socket.resetAndDestroy());
    });
    servers.add(server);
    server.once("close", () => servers.delete(server));
    return server;
  }

  async function open(port: number): Promise<void> {
    const server = serve();
    try {
      await listenOn(server, port);
    } catch (error) {
      servers.delete(server);
      throw error;
    }
    current = server;
  }

  const claim = createServer();
  let port = 0;
  for (let tries = 0; current === undefined; tries += 1) {
    port = PORTS.first + 2 * Math.floor(Math.random() * PORTS.pairs);
    try {
      await listenOn(claim, port + 1);
      await open(port);
    } catch (error) {
      if (claim.listening) await new Promise((resolve) => claim.close(resolve));
      if (tries === MAX_TRIES) throw error;
    }
  }

  return {
    port,
    urlFor: (instance) => `http://127.0.0.1:${port}/${instance}`,
    aim: (next) => void (upstream = next),
    refuse() {
      current?.close(); // stops listening at once; what is under way goes on
      current = undefined;
    },
    accept: () => (current === undefined ? open(port) : Promise.resolve()),
    async close() {
      agent.destroy();
      const ended = [claim, ...servers].map((server) => new Promise((resolve) => server.close(resolve)));
      for (const server of servers) server.closeAllConnections();
      await Promise.all(ended);
    },
  };
}
