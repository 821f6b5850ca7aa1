import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FaultName } from "../faults/fault";
import type { Kind } from "../faults/message";
import { openProxies, type Proxies } from "../faults/proxies";

/** A dependency that numbers what it gets, so that a reply tells which delivery it answers. */
let arrived = 0;
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    arrived += 1;
    response.end(JSON.stringify({ delivery: arrived }));
  });
});

let proxies: Proxies;
const losses: string[] = [];
const url = (): string => {
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
};

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const to = url();
  proxies = await openProxies({
    upstreams: {
      ledger: to,
      cache: to,
      primary: to,
      fallback: to,
      base: to,
      solana: to,
      "second-base": to,
      "second-solana": to,
    },
    limiterPrefix: "unit:limit",
    counts: (instance) => instance !== "reserve",
    control: {
      kill: (instance) => losses.push(`kill ${instance}`),
      pause: (instance) => losses.push(`pause ${instance}`),
    },
  });
});
afterAll(async () => {
  await proxies.close();
  server.close();
});
afterEach(async () => {
  arrived = 0;
  losses.length = 0;
  proxies.record();
  await proxies.tryIsOver();
});

const SETTLE: Kind = "primary settle";
const VERIFY: Kind = "primary verify";

/** What the sender sees of one message: the delivery that was answered, a status, or how the connection ended. */
async function say(
  path: string,
  { instance = "one", body = "{}", signal }: { instance?: string; body?: string; signal?: AbortSignal } = {},
): Promise<unknown> {
  try {
    const response = await fetch(`${proxies.urlFor("primary", instance)}/${path}`, {
      method: "POST",
      body,
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status !== 200) return response.status;
    const { delivery } = (await response.json()) as { delivery: number }; // the server above
    return delivery;
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }; // fetch's way to tell of a connection
    return cause?.code ?? name;
  }
}

/** As one who gives up when its message has come by, and arrived where it should have. */
async function sayAndGiveUp(path: string, arrivals: number): Promise<unknown> {
  const sender = new AbortController();
  const said = say(path, { signal: sender.signal });
  while (proxies.trace().length === 0 || arrived < arrivals)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(arrived).toBe(arrivals);
  sender.abort();
  return said;
}

const RESET = expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/);

describe("a fault at a message", () => {
  it.each<[FaultName, seen: unknown, deliveries: number]>([
    ["cut", RESET, 0],
    ["lost", RESET, 1],
    ["twice-first", 1, 2],
    ["twice-second", 2, 2],
    ["503", 503, 0],
    ["429", 429, 0],
    ["kill-before", RESET, 0],
    ["kill-after", RESET, 1],
    ["pause", 1, 1],
  ])("%s: the sender sees %s, and it arrives %i times", async (fault, seen, deliveries) => {
    proxies.arm([[{ at: SETTLE, fault }]]);
    expect([await say("settle"), proxies.missed()]).toEqual([seen, []]);
    await proxies.quiet(20);
    expect(arrived).toBe(deliveries);
    expect(losses).toEqual(fault.startsWith("kill") ? ["kill one"] : fault === "pause" ? ["pause one"] : []);
  });

  it.each<[FaultName, before: number]>([
    ["late", 0],
    ["silent", 1],
  ])(
    "%s: no reply comes until the sender gives up; it arrived %i times by then, and once in the end",
    async (fault, before) => {
      proxies.arm([[{ at: SETTLE, fault }]]);
      expect(await sayAndGiveUp("settle", before)).toBe("AbortError");
      await proxies.quiet(20);
      expect([arrived, proxies.missed()]).toEqual([1, []]);
    },
  );

  it("strikes the first of its kind only", async () => {
    proxies.arm([[{ at: SETTLE, fault: "503" }]]);
    expect([await say("verify"), await say("settle"), await say("settle")]).toEqual([1, 503, 2]);
  });

  it("waits until the step before it has happened", async () => {
    proxies.arm([[{ at: VERIFY, fault: "429" }], [{ at: SETTLE, fault: "503" }]]);
    expect([await say("settle"), await say("verify"), await say("settle")]).toEqual([1, 429, 503]);
  });

  it("strikes only a message that is about what it should be", async () => {
    proxies.arm([[{ at: SETTLE, fault: "503", about: "mine" }]]);
    expect([await say("settle"), await say("settle", { body: '{"of":"mine"}' })]).toEqual([1, 503]);
  });

  it("does not strike an instance that only starts up", async () => {
    proxies.arm([[{ at: SETTLE, fault: "503" }]]);
    expect(await say("settle", { instance: "reserve" })).toBe(1);
    expect(proxies.trace()).toEqual([]);
    expect(await say("settle")).toBe(503);
  });

  it("is reported as missed when its message, or that of the step before it, never came", () => {
    proxies.arm([[{ at: SETTLE, fault: "cut" }], [{ at: VERIFY, fault: "lost" }]]);
    expect(proxies.missed()).toEqual(["cut at primary settle", "lost at primary verify"]);
  });
});

describe("a refusal of connections", () => {
  it("stands from the message before its own until the client's try is over", async () => {
    proxies.arm([[{ at: SETTLE, fault: "refused", after: VERIFY }]]);
    expect(await say("verify")).toBe(1);
    expect(await say("settle")).toBe("ECONNREFUSED");
    expect(await say("settle")).toBe("ECONNREFUSED");
    await proxies.tryIsOver();
    expect(await say("settle")).toBe(2);
  });

  it("can stand from the start and outlast several tries, and reports where it was", async () => {
    proxies.arm([[{ at: SETTLE, fault: "refused", tries: 2 }]]);
    expect(await say("settle")).toBe("ECONNREFUSED");
    await proxies.tryIsOver();
    expect(await say("settle")).toBe("ECONNREFUSED");
    await proxies.tryIsOver();
    expect(await say("settle")).toBe(1);
    const { host } = new URL(proxies.urlFor("primary", "one"));
    expect(proxies.refusals()).toEqual([{ at: SETTLE, address: host }]);
  });
});
