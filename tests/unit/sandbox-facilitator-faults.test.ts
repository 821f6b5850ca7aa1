import { HTTPFacilitatorClient } from "@x402/core/server";
import { x402Facilitator } from "@x402/core/facilitator";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "@/sandbox/host/listen";
import { faultIn, faultSchema, OPERATIONS, type Fault } from "@/sandbox/facilitator/fault";
import { identityOf } from "@/sandbox/facilitator/identity";
import { facilitatorListener, type CallReport } from "@/sandbox/facilitator/serve";

let server: Listening;
let fault: Fault | null;
let calls: CallReport[];

/** A facilitator for each test, so that a call which one of them gave up on is not reported to the next. */
beforeEach(async () => {
  fault = null;
  const reported: CallReport[] = [];
  calls = reported;
  server = await listen(
    0,
    facilitatorListener({
      facilitator: new x402Facilitator(), // none of these faults needs a chain
      fault: () => fault,
      setFault: (next) => void (fault = next),
      onCall: (call) => void reported.push(call),
    }),
  );
});
afterEach(() => server.close());

const get = (path: string): Promise<Response> => fetch(server.url + path);
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

/** The code of the socket error that a request ended with. */
const failure = (request: Promise<Response>): Promise<unknown> =>
  request.then(
    (response) => `answered ${response.status}`,
    (error: Error) =>
      error.cause instanceof Error && "code" in error.cause ? error.cause.code : error.message,
  );

describe("a facilitator's faults", () => {
  it("down: resets every connection, but for the control of faults", async () => {
    fault = { kind: "down" };
    expect(await failure(get("/supported"))).toBe("ECONNRESET");
    expect(await failure(post("/verify", {}))).toBe("ECONNRESET");
    expect(await failure(post("/settle", {}))).toBe("ECONNRESET");
    expect((await post("/sandbox/fault", { fault: null })).status).toBe(200);
    expect((await get("/supported")).status).toBe(200);
  });

  it("slow: waits as long as it says, then answers as usual", async () => {
    fault = { kind: "slow", ms: 150 };
    const started = performance.now();
    expect((await get("/supported")).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(149);
    const hasty = new HTTPFacilitatorClient({ url: server.url, timeoutMs: 50 });
    await expect(hasty.getSupported()).rejects.toThrow(/tim/i);
  });

  it("error: answers the status that it was given, and when to come back", async () => {
    for (const status of [429, 500, 502, 503]) {
      fault = { kind: "error", status };
      const response = await get("/supported");
      expect(response.status).toBe(status);
      expect(response.headers.get("retry-after")).toBe("1");
    }
  });

  it("show only in the operations that they are limited to", async () => {
    fault = { kind: "error", status: 503, on: ["verify"] };
    expect((await get("/supported")).status).toBe(200);
    expect((await post("/verify", {})).status).toBe(503);
    expect((await post("/settle", {})).status).toBe(400); // as without a fault: that is no payment
    fault = { kind: "down", on: ["settle"] };
    expect((await post("/verify", {})).status).toBe(400);
    expect(await failure(post("/settle", {}))).toBe("ECONNRESET");
  });

  it("are set and taken back over HTTP", async () => {
    const set = await post("/sandbox/fault", { fault: { kind: "error", status: 503, on: ["supported"] } });
    expect(await set.json()).toEqual({ fault: { kind: "error", status: 503, on: ["supported"] } });
    expect((await get("/supported")).status).toBe(503);
    await post("/sandbox/fault", { fault: null });
    expect((await get("/supported")).status).toBe(200);
  });

  it("are refused when they are none, and the one that was set stays", async () => {
    fault = { kind: "error", status: 503 };
    const wrong = [
      {},
      { fault: { kind: "haunted" } },
      { fault: { kind: "error", status: 404 } },
      { fault: { kind: "slow" } },
      { fault: { kind: "slow", ms: -1 } },
      { fault: { kind: "down", on: [] } },
      { fault: { kind: "down", on: ["lunch"] } },
      { fault: { kind: "silent-after-settle", cutAfterMs: 1.5 } },
      { fault: { kind: "down", more: 1 } },
    ];
    for (const body of wrong)
      expect((await post("/sandbox/fault", body)).status, JSON.stringify(body)).toBe(400);
    expect((await post("/sandbox/fault", "{")).status).toBe(400);
    expect((await get("/sandbox/fault")).status).toBe(405);
    expect(fault).toEqual({ kind: "error", status: 503 });
  });

  it("are reported with the call, without anything of the payment", async () => {
    fault = { kind: "error", status: 502 };
    await post("/settle", { paymentPayload: { secret: "0xsignature" } });
    expect(calls).toEqual([{ operation: "settle", ms: expect.any(Number), status: 502, fault: "error" }]);
  });

  it("concern no operation beyond their limits, whatever they are", () => {
    const on = fc.option(fc.subarray([...OPERATIONS], { minLength: 1 }), { nil: undefined });
    fc.assert(
      fc.property(on, fc.constantFrom(...OPERATIONS), (limits, operation) => {
        const limited = faultSchema.parse({ kind: "down", ...(limits && { on: limits }) });
        expect(faultIn(limited, operation) !== null).toBe(limits?.includes(operation) ?? true);
      }),
    );
    for (const operation of OPERATIONS) {
      const silent = faultIn({ kind: "silent-after-settle" }, operation);
      expect(silent !== null).toBe(operation === "settle");
    }
  });
});

describe("a facilitator's HTTP interface", () => {
  it("answers 400 to what is no payment or not for its networks, 404 to other paths, 413 to what is too long", async () => {
    const requirements = {
      scheme: "exact",
      network: "eip155:1",
      asset: "0x0",
      payTo: "0x0",
      amount: "1",
      maxTimeoutSeconds: 60,
      extra: {},
    };
    const paymentPayload = { x402Version: 2, accepted: requirements, payload: {} };
    for (const body of [
      "",
      "{",
      "[]",
      {},
      { paymentPayload: {}, paymentRequirements: {} },
      { paymentPayload, paymentRequirements: requirements },
    ]) {
      for (const path of ["/verify", "/settle"]) expect((await post(path, body)).status).toBe(400);
    }
    expect((await get("/")).status).toBe(404);
    expect((await get("/verify")).status).toBe(404);
    expect((await post("/supported", {})).status).toBe(404);
    expect((await post("/verify", "x".repeat(64_001))).status).toBe(413);
  });

  it("belongs to an identity that follows from its name", () => {
    const [one, again, other] = [identityOf("primary"), identityOf("primary"), identityOf("fallback")];
    expect(one).toEqual(again);
    expect(one.evmKey).not.toBe(other.evmKey);
    expect(one.solanaSeed).not.toEqual(other.solanaSeed);
    expect(one.solanaSeed).toHaveLength(32);
  });
});
