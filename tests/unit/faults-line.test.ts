import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FaultName } from "../faults/fault";
import { openLine, type Line } from "../faults/line";
import type { Point } from "../faults/message";

/** A dependency that numbers what it gets, so that a reply tells which delivery it answers. */
let arrived = 0;
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    arrived += 1;
    response.end(JSON.stringify({ delivery: arrived }));
  });
});

let line: Line;
const deeds: string[] = [];
const url = (): string => {
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
};

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const to = url();
  line = await openLine(
    { ledger: to, cache: to, primary: to, fallback: to, base: to, solana: to },
    (instance) => instance !== "reserve",
    {
      kill: (instance) => deeds.push(`kill ${instance}`),
      pause: (instance) => deeds.push(`pause ${instance}`),
    },
  );
});
afterAll(async () => {
  await line.close();
  server.close();
});
afterEach(async () => {
  arrived = 0;
  deeds.length = 0;
  line.arm([]);
  await line.mend();
});

const SETTLE: Point = { dependency: "primary", label: "settle", nth: 1 };

/** What the sender sees of one message: the delivery that was answered, a status, or the connection's error. */
async function say(path: string, instance = "one"): Promise<unknown> {
  try {
    const response = await fetch(`${line.urlFor("primary", instance)}/${path}`, {
      method: "POST",
      body: "{}",
    });
    if (response.status !== 200) return response.status;
    const { delivery } = (await response.json()) as { delivery: number }; // the server above
    return delivery;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }; // fetch's way to tell of a connection
    return cause?.code;
  }
}

describe("a fault at a message", () => {
  it.each<[FaultName, seen: unknown, deliveries: number]>([
    ["cut", "ECONNRESET", 0],
    ["lost", "ECONNRESET", 1],
    ["silent", 1, 1],
    ["late", 1, 1],
    ["twice-first", 1, 2],
    ["twice-second", 2, 2],
    ["503", 503, 0],
    ["429", 429, 0],
    ["kill-before", "ECONNRESET", 0],
    ["kill-after", "ECONNRESET", 1],
    ["pause", 1, 1],
  ])("%s: the sender sees %s, and it arrives %i times", async (fault, seen, deliveries) => {
    line.arm([{ point: SETTLE, fault }]);
    expect([await say("settle"), line.pending()]).toEqual([
      seen === "ECONNRESET" ? expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) : seen,
      [],
    ]);
    await line.quiet(20);
    expect(arrived).toBe(deliveries);
    expect(deeds).toEqual(fault.startsWith("kill") ? ["kill one"] : fault === "pause" ? ["pause one"] : []);
  });

  it("befalls its own message only, once", async () => {
    line.arm([{ point: { ...SETTLE, nth: 2 }, fault: "503" }]);
    expect(await say("verify")).toBe(1);
    expect(await say("settle")).toBe(2);
    expect(await say("settle")).toBe(503);
    expect(await say("settle")).toBe(3);
  });

  it("does not befall an instance that only starts up", async () => {
    line.arm([{ point: SETTLE, fault: "503" }]);
    expect(await say("settle", "reserve")).toBe(1);
    expect(line.trace()).toEqual([]);
    expect(await say("settle")).toBe(503);
  });

  it("is told as pending when its message never came", () => {
    line.arm([{ point: SETTLE, fault: "cut" }]);
    expect(line.pending()).toHaveLength(1);
  });
});

describe("a refusal of connections", () => {
  it("stands from the message before its own until the client's try is over", async () => {
    line.arm([{ point: SETTLE, fault: "refused", after: { ...SETTLE, label: "verify" } }]);
    expect(await say("verify")).toBe(1);
    expect(await say("settle")).toBe("ECONNREFUSED");
    expect(await say("settle")).toBe("ECONNREFUSED");
    await line.mend();
    expect(await say("settle")).toBe(2);
  });

  it("can stand from the start and outlast several tries", async () => {
    line.arm([{ point: SETTLE, fault: "refused", after: null, tries: 2 }]);
    expect(await say("settle")).toBe("ECONNREFUSED");
    await line.mend();
    expect(await say("settle")).toBe("ECONNREFUSED");
    await line.mend();
    expect(await say("settle")).toBe(1);
  });
});
