import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cacheStore } from "@/lib/store/redis";

let reply: (response: ServerResponse) => void = () => undefined;
let store: Server;

beforeAll(async () => {
  store = createServer((request, response) => {
    request.resume().on("end", () => reply(response));
  });
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("UPSTASH_REDIS_REST_URL", `http://127.0.0.1:${(store.address() as AddressInfo).port}`);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "token");
  vi.stubEnv("STORE_TIMEOUT_MS", "200");
});
afterAll(() => {
  vi.unstubAllEnvs();
  store.closeAllConnections();
  store.close();
});

/** What Upstash's REST interface sends to a pipeline, which the client makes of single commands: a `result` each. */
const headers = { "content-type": "application/json" };

it.each([
  ["says nothing", () => undefined],
  [
    "stops within its answer",
    (response: ServerResponse) => void response.writeHead(200, headers).write('[{"result":'),
  ],
])("a store that %s is a failure, and no answer", async (_, silent) => {
  reply = silent;
  const late = { name: "TimeoutError" };
  await expect(cacheStore().get("one")).rejects.toMatchObject(late);
  await expect(cacheStore().pipeline().get("one").get("two").exec()).rejects.toMatchObject(late);
});

it("a store that answers leaves no timer behind", async () => {
  reply = (response) => void response.writeHead(200, headers).end('[{"result":"value"}]');
  const timers = vi.spyOn(globalThis, "setTimeout");
  const ended = vi.spyOn(globalThis, "clearTimeout");
  try {
    expect(await cacheStore().get("one")).toBe("value");
    const limits = timers.mock.calls.flatMap(([, ms], i) =>
      ms === 200 ? [timers.mock.results[i]?.value as unknown] : [],
    );
    expect(limits).toHaveLength(1);
    expect(ended.mock.calls.map(([timer]) => timer as unknown)).toContain(limits[0]);
  } finally {
    timers.mockRestore();
    ended.mockRestore();
  }
});
