import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { applyFault } from "./faults/apply-fault";
import type { Fault, FaultRule } from "./faults/fault";
import { FaultRules } from "./faults/fault-rules";
import { type Answer, json } from "./http/answer";
import { BadRequest, readRequest, type UpstreamRequest } from "./http/request";
import { type RequestEntry, RequestLog } from "./http/request-log";
import { send } from "./http/send";
import { openRecorder } from "./record/record";
import { openReplay } from "./replay/replay";
import { simulate } from "./simulator";
import { world } from "./world";

export interface UpstreamOptions {
  /** 0 takes a free one. */
  port: number;
  /** Another seed is another market. */
  seed?: number | undefined;
  now?: (() => number) | undefined;
  /** Rows of DefiLlama's protocol list: 2,000 are about 4 MB. */
  protocolRows?: number | undefined;
  /** Answer from this folder of recordings … */
  replayDir?: string | undefined;
  /** … by this manifest instead of its own … */
  manifestFile?: string | undefined;
  /** … and let the simulator answer what it doesn't hold. */
  fill?: boolean | undefined;
  /** Ask the live providers and keep what they answer in this folder. */
  recordDir?: string | undefined;
  /** For the recorder: ask `<base>/<host>/<path>` instead of `https://<host>/<path>`. */
  upstreamBase?: string | undefined;
  faults?: readonly FaultRule[] | undefined;
  /** Told about each request when its answer has been sent, or could not be. */
  log?: ((event: "request" | "failure", fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

export interface Upstream {
  /** What `UPSTREAM_ORIGIN` is set to. */
  url: string;
  requests(): RequestEntry[];
  /** Applies a fault to what matches `<host>[/<path>]` (`*` in it: any run of characters); `times`: only so often. */
  setFault(match: string, fault: Fault, times?: number): void;
  clearFaults(): void;
  close(): Promise<void>;
}

export class UpstreamError extends Error {
  override name = "UpstreamError";
}

type Source = (
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<readonly [RequestEntry["via"], Answer]>;

const unknown = ({ method, host, path: asked }: UpstreamRequest): Answer =>
  json({ error: "no provider answers this here", method, host, path: asked }, 404);

/** Who answers: the live providers through the recorder, or the recordings, or the simulator. */
async function sourceFor(options: UpstreamOptions): Promise<Source> {
  const { seed = 1, now = Date.now, protocolRows = 2_000, replayDir, recordDir, fill } = options;
  if (recordDir !== undefined && replayDir !== undefined)
    throw new UpstreamError("it either records or replays: give one folder");
  if (replayDir === undefined && (options.manifestFile !== undefined || fill))
    throw new UpstreamError("a manifest and filling belong to replaying: give its folder");
  if (recordDir !== undefined) {
    const record = await openRecorder({ dir: recordDir, upstreamBase: options.upstreamBase });
    return async (request, signal) => ["recorder", await record(request, signal)];
  }
  const of = world({ seed, now, protocolRows });
  const replay =
    replayDir === undefined
      ? undefined
      : openReplay(replayDir, options.manifestFile ?? path.join(replayDir, "manifest.jsonl"));
  return async (request) => {
    const recorded = await replay?.(request);
    if (recorded) return ["replay", recorded];
    const simulated = replay && !fill ? undefined : simulate(request, of);
    return simulated ? ["simulator", simulated] : ["nobody", unknown(request)];
  };
}

/**
 * One server for every data provider: `<url>/<host>/<path>` answers what `https://<host>/<path>` would. Throws
 * ManifestError for a wrong manifest, UpstreamError for a port that is taken or options that exclude each other.
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const source = await sourceFor(options);
  const requests = new RequestLog();
  const faults = new FaultRules(options.faults ?? []);

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(message);
    const entry = requests.open(request);
    const left = new AbortController();
    response.on("close", () => left.abort());
    const began = Date.now();
    try {
      const ask = async (): Promise<Answer> => {
        const [via, right] = await source(request, left.signal);
        entry.via = via;
        return right;
      };
      const fault = faults.take(request);
      entry.fault = fault && (fault.kind === "status" ? String(fault.status) : fault.kind);
      const given = fault ? await applyFault(fault, ask, left.signal) : await ask();
      if (!given) {
        message.socket.resetAndDestroy();
        return;
      }
      entry.status = given.status;
      await send(response, given, request.host);
    } catch (error) {
      // a client that leaves early ends its own request and nothing else
      if (!left.signal.aborted) throw error;
    } finally {
      options.log?.("request", { ...entry, ms: Date.now() - began });
    }
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!(error instanceof BadRequest)) options.log?.("failure", { error: String(error) });
      if (response.headersSent) return void response.destroy();
      const status = error instanceof BadRequest ? 413 : 500;
      response.writeHead(status, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify({ error: String(error) }));
    });
  });
  const port = await listen(server, options.port);

  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests.all(),
    setFault: (match, fault, times) => faults.set(match, fault, times),
    clearFaults: () => faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on this machine only. Resolves to the port. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new UpstreamError(`port ${port} is taken`) : error),
    );
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
