import { once } from "node:events";
import { connect } from "node:net";
import { availableParallelism } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { api } from "@/host/api";
import type { HostSettings } from "@/host/settings";
import type { Worker } from "@/host/worker";

/** How the API answers, in the place of every route's file. */
let answer: typeof api;
vi.mock("@/host/api", () => ({
  api: (request: Request) => answer(request),
  loadRoutes: () => Promise.resolve(),
}));
/** The metrics' library counts once a process, and each worker here is one of its own. */
vi.mock("@/host/request-metrics", () => ({ countRequest: () => undefined }));
/** Pages are no matter here, and Next takes a build. */
vi.mock("next", () => ({
  default: () => ({
    prepare: () => Promise.resolve(),
    getRequestHandler: () => () => undefined,
    close: () => Promise.resolve(),
  }),
}));

const SETTINGS: HostSettings = {
  ...{ port: 0, address: "127.0.0.1", workers: 1 },
  ...{ receiveMs: 5_000, graceMs: 30_000, drainMs: 0, pingMs: 5_000 },
};

/** Work whose end the test decides. */
function heldWork() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
}

/** A process of its own. */
async function start(settings: Partial<HostSettings> = {}) {
  vi.resetModules();
  const { startWorker } = await import("@/host/worker");
  const { keepAlive } = await import("@/host/keep-alive");
  return { worker: await startWorker({ ...SETTINGS, ...settings }), keepAlive };
}

const call = ({ port }: Worker, signal?: AbortSignal): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/x`, { method: "POST", signal: signal ?? null });

/** Whether a promise is settled once all that is ready to run has run, and some time has passed. */
const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 600, false)), // idle connections are closed every 250 ms
  ]);

/** Stops a worker that has nothing to wait for. It says so where it had to cut something off. */
async function stoppedInTime(worker: Worker): Promise<void> {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await worker.stop();
  expect(said.mock.calls.filter(([line]) => String(line).includes("cut_off"))).toEqual([]);
}

beforeEach(() => {
  vi.stubEnv("NETWORK", "testnet");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("a worker that is told to end", () => {
  it("waits for what an answer left under way, and for what that begins", async () => {
    const { worker, keepAlive } = await start();
    const [first, second] = [heldWork(), heldWork()];
    answer = () => {
      keepAlive(first.done.then(() => keepAlive(second.done)));
      return Promise.resolve(new Response("served"));
    };
    expect(await (await call(worker)).text()).toBe("served");
    const stopped = worker.stop();
    expect(await isSettled(stopped)).toBe(false);
    first.end();
    expect(await isSettled(stopped)).toBe(false);
    second.end();
    await stopped;
  });

  it("waits for the settlement of a caller who has hung up", async () => {
    const { worker, keepAlive } = await start();
    const [settlement, came] = [heldWork(), heldWork()];
    answer = async () => {
      keepAlive(settlement.done);
      came.end();
      await settlement.done;
      return new Response("nobody reads this");
    };
    const caller = new AbortController();
    const sale = call(worker, caller.signal);
    await came.done;
    caller.abort();
    await expect(sale).rejects.toThrow();
    const stopped = worker.stop();
    expect(await isSettled(stopped)).toBe(false);
    settlement.end();
    await stopped;
  });

  it.each([
    ["head", "GET /api/x HTTP/1.1\r\nhost: a\r\nx-slow: "],
    ["body", "POST /api/x HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"],
  ])("waits no longer than ever for a request whose %s does not come", async (_, part) => {
    const { worker } = await start({ receiveMs: 1_000 });
    answer = async (request) => new Response(await request.text());
    const slow = connect(worker.port, "127.0.0.1", () => slow.write(part));
    slow.on("error", () => undefined).resume();
    const closed = once(slow, "close");
    await new Promise((resolve) => setTimeout(resolve, 100)); // it has arrived
    await stoppedInTime(worker);
    await closed;
  });

  it("waits for no connection on which nothing was asked", async () => {
    const { worker } = await start();
    const opened = connect(worker.port, "127.0.0.1");
    await once(opened, "connect");
    const closed = once(opened, "close");
    await stoppedInTime(worker);
    await closed;
  });
});

describe("a worker that drains", () => {
  it("is not ready, still answers calls, and closes each connection", async () => {
    const { worker } = await start();
    answer = () => Promise.resolve(new Response("served"));
    worker.drain();
    const ready = await fetch(`http://127.0.0.1:${worker.port}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("draining")]);
    expect((await fetch(`http://127.0.0.1:${worker.port}/healthz`)).status).toBe(200);
    const response = await call(worker);
    expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
    await worker.stop();
    await expect(call(worker)).rejects.toThrow();
  });
});

describe("a worker's API", () => {
  it.each([
    "/x/../api/x?a=b",
    "/./api/x?a=b",
    "/%2E%2e/api/x?a=b",
    "http://elsewhere.example/x/y/../../api/x?a=b",
  ])("answers %s, a path that leads to it by dots", async (target) => {
    const { worker } = await start();
    answer = ({ url }) => Promise.resolve(new Response(url.replace(/^http:\/\/[^/]+/, "")));
    const socket = connect(worker.port, "127.0.0.1", () =>
      socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`),
    );
    socket.setTimeout(3_000, () => socket.destroy());
    let text = "";
    for await (const part of socket) text += String(part);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain("\r\n/api/x?a=b");
    await worker.stop();
  });
});

describe("the host's settings", () => {
  const workersWith = async (value: string): Promise<number> => {
    vi.stubEnv("WORKERS", value);
    vi.resetModules();
    return (await import("@/host/settings")).hostSettings().workers;
  };

  it("have one worker a core where none are counted, and as many as are counted", async () => {
    expect(await workersWith("0")).toBe(availableParallelism());
    expect(await workersWith("")).toBe(availableParallelism());
    expect(await workersWith("7")).toBe(7);
  });
});

describe("a worker whose build can't check answers", () => {
  it.each([
    ["true", 1],
    ["false", 0],
  ])("with VALIDATE_OUTPUT=%s says so %i times as it starts, before anybody calls", async (value, times) => {
    vi.stubEnv("VALIDATE_OUTPUT", value);
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { worker } = await start();
    expect(said.mock.calls.filter(([line]) => String(line).includes("answers_unchecked"))).toHaveLength(
      times,
    );
    await worker.stop();
  });
});
