import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetch } from "@/host/fetch";
import * as byHost from "@/host/timeout-signal";
import * as byPlatform from "@/lib/timeout-signal";
import { firstOf, within } from "@/lib/time";

const { platformSignal, TimeoutSignal } = byHost;

let silent: Server;
let url = "";
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

describe.each([
  ["this host's", byHost],
  ["the platform's", byPlatform],
])("a time limit, %s", (_, { timeoutSignal, timeLimit }) => {
  it("tells who listens, once, with a TimeoutError, and nobody who has stopped", async () => {
    const signal = timeoutSignal(20);
    const heard: string[] = [];
    const stopped = (): void => void heard.push("stopped");
    signal.addEventListener("abort", () => heard.push("first"), { once: true });
    signal.addEventListener("abort", stopped);
    signal.addEventListener("abort", () => heard.push("last"));
    signal.removeEventListener("abort", stopped);
    expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
    signal.throwIfAborted();
    await sleep(60);
    expect(heard).toEqual(["first", "last"]);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBeInstanceOf(DOMException);
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
    expect(signal.reason).toBe(signal.reason);
    expect(() => signal.throwIfAborted()).toThrow("timeout");
  });

  it("ends what it limits with a TimeoutError, unless it was ended before", async () => {
    const [kept, ended] = [timeLimit(20), timeLimit(20)];
    const heard: unknown[] = [];
    for (const { signal } of [kept, ended])
      signal.addEventListener("abort", () => heard.push((signal.reason as Error).name));
    ended.end();
    await sleep(60);
    expect([kept.signal.aborted, ended.signal.aborted]).toEqual([true, false]);
    expect(heard).toEqual(["TimeoutError"]);
    kept.end(); // too late is no mistake
  });

  it("ends with others, as the first of them", async () => {
    const both = firstOf([timeoutSignal(10_000), timeoutSignal(20)]);
    await sleep(60);
    expect(both.reason).toMatchObject({ name: "TimeoutError" });
    expect(firstOf([AbortSignal.abort("gone"), timeoutSignal(10_000)]).reason).toBe("gone");
  });

  it.each([
    ["a POST of text, which this host sends", { method: "POST", body: "{}" }],
    ["a GET, which is Node's own", {}],
  ])("ends %s, before it is sent and while it waits", async (_sent, init) => {
    const refused = await fetch(url, { ...init, signal: timeoutSignal(30) }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "TimeoutError" });
    const late = timeoutSignal(1);
    await sleep(30);
    const unsent = await fetch(url, { ...init, signal: late }).catch((error: unknown) => error);
    expect(unsent).toMatchObject({ name: "TimeoutError" });
  });
});

it("the platform's signal of one of this host's is aborted with it, or is already", async () => {
  const signal = byHost.timeoutSignal(20);
  const before = platformSignal(signal);
  expect(before).toBeInstanceOf(AbortSignal);
  expect(platformSignal(signal)).toBe(before);
  expect(before.aborted).toBe(false);
  await sleep(60);
  expect(before.reason).toBe(signal.reason);
  const aborted = new TimeoutSignal();
  aborted.abort();
  expect(aborted.asPlatforms.reason).toMatchObject({ name: "TimeoutError" });
  const own = AbortSignal.abort();
  expect(platformSignal(own)).toBe(own);
});

it("leaves no timer behind, however its work ends", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  let during = 0;
  const work = (answer: () => string) => (signal: AbortSignal) => {
    during = timers();
    expect(signal.aborted).toBe(false);
    return Promise.resolve().then(answer);
  };
  expect(
    await within(
      60_000,
      work(() => "done"),
    ),
  ).toBe("done");
  expect([during, timers()]).toEqual([before + 1, before]);
  const failed = within(
    60_000,
    work(() => {
      throw new Error("broke");
    }),
  );
  await expect(failed).rejects.toThrow("broke");
  expect(timers()).toBe(before);
  await expect(
    within(10, (signal) => fetch(url, { method: "POST", body: "{}", signal })),
  ).rejects.toMatchObject({
    name: "TimeoutError",
  });
});
