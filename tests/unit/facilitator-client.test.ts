import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as clientModule from "@/lib/payments/facilitators/client";
import type { Facilitator } from "@/lib/payments/facilitators/list";
import { freePort } from "@/sandbox/ports";
import {
  answers,
  cutsShort,
  endless,
  hangs,
  resets,
  startDouble,
  type Act,
  type FacilitatorDouble,
} from "../support/facilitator-double";
import { EVM_OFFER, signedEvmPayment } from "../support/payments";

let client: typeof clientModule;
let double: FacilitatorDouble;
let elsewhere: FacilitatorDouble;
beforeAll(async () => {
  vi.stubEnv("FACILITATOR_VERIFY_TIMEOUT_MS", "1500");
  vi.stubEnv("FACILITATOR_SETTLE_TIMEOUT_MS", "1500");
  client = await import("@/lib/payments/facilitators/client");
});
beforeEach(async () => {
  double = await startDouble(() => "http://127.0.0.1:9"); // nobody stands behind it
  elsewhere = await startDouble(() => "http://127.0.0.1:9");
});
afterEach(() => Promise.all([double.close(), elsewhere.close()]));
afterAll(() => vi.unstubAllEnvs());

const at = (url: string): Facilitator => ({ name: "primary", url, token: "secret", knownFeePayers: [] });
const verify = async (url = double.url) => client.askVerify(at(url), await signedEvmPayment(), EVM_OFFER);
const settle = async (url = double.url) => client.askSettle(at(url), await signedEvmPayment(), EVM_OFFER);

const HASH = `0x${"ab".repeat(32)}`;
const INVALID = { isValid: false, invalidReason: "invalid_exact_evm_signature" };

describe("a facilitator's verdict", () => {
  it.each<[string, Act, string]>([
    ["valid", answers(200, { isValid: true }), "valid"],
    ["invalid", answers(200, INVALID), "refused"],
    ["invalid, as a client error", answers(400, INVALID), "refused"],
    [
      "invalid, and forbidden",
      answers(403, { isValid: false, invalidReason: "kyt_risk_detected" }),
      "refused",
    ],
    ["blocked where it comes from", answers(403, { errorType: "blocked_by_location" }), "refused"],
    ["unavailable for legal reasons", answers(451, { error: "sanctions" }), "refused"],
    ["invalid, without a reason", answers(200, { isValid: false }), "refused"],
    [
      "invalid, with reasons that are null",
      answers(200, { isValid: false, invalidReason: null, invalidMessage: null }),
      "refused",
    ],
    [
      "invalid, with a reason that is no text",
      answers(200, { isValid: false, invalidReason: { code: 1 } }),
      "refused",
    ],
    [
      "already used",
      answers(200, { isValid: false, invalidReason: "invalid_exact_evm_nonce_already_used" }),
      "already-used",
    ],
  ])("%s counts", async (_, act, kind) => {
    double.act("verify", act);
    expect((await verify()).kind).toBe(kind);
  });

  it.each<[string, Act]>([
    ["invalid, but broken", answers(500, INVALID)],
    ["invalid, but a redirect", answers(307, INVALID, { location: "http://127.0.0.1:9/verify" })],
    ["a refusal of our token", answers(403, { error: "forbidden" })],
    ["a refusal of our key", answers(403, { errorType: "forbidden" })],
    ["valid, but a client error", answers(400, { isValid: true })],
    ["about itself", answers(200, { isValid: false, invalidReason: "unexpected_verify_error" })],
    ["about our own offer", answers(200, { isValid: false, invalidReason: "invalid_network" })],
    ["isValid as text", answers(200, { isValid: "true" })],
    ["isValid as a number", answers(200, { isValid: 1 })],
    ["an error", answers(200, { error: "out of order" })],
    ["a client error", answers(401, { error: "unauthorized" })],
    ["null", answers(200, "null")],
    ["a list", answers(200, [{ isValid: true }])],
    ["HTML", answers(200, "<html><body>isValid: true</body></html>", { "content-type": "text/html" })],
    ["nothing", answers(200, "")],
    ["no content", answers(204, "")],
    ["half of an answer", answers(200, '{"isValid":tr')],
    ["an answer that is cut off", cutsShort('{"isValid":true')],
    ["a reset", resets],
    ["silence", hangs],
    ["bytes that are not text", answers(200, "\u0000\uffff")],
  ])("%s is none", async (_, act) => {
    double.act("verify", act);
    expect(await verify()).toEqual({ kind: "outage", detail: expect.any(String) });
  });

  it.each<[string, Record<string, string>, number]>([
    ["a second, where it does not say", {}, 1_000],
    ["as long as it says", { "retry-after": "7" }, 7_000],
    ["a second, where it names a date", { "retry-after": "Mon, 23 Nov 2026 03:00:00 GMT" }, 1_000],
    ["a second, where it names a time that is over", { "retry-after": "-1" }, 1_000],
  ])("invalid, but busy is none, and busy for %s", async (_, headers, busyMs) => {
    double.act("verify", answers(429, INVALID, headers));
    expect(await verify()).toEqual({ kind: "outage", detail: expect.any(String), busyMs });
  });

  it("is none when nobody listens", async () => {
    expect((await verify(`http://127.0.0.1:${await freePort()}`)).kind).toBe("outage");
  });

  it("shows the caller our message, and the log the facilitator's code", async () => {
    const invalidMessage = "at Object.<anonymous> (/srv/facilitator/verify.js:10:5) https://rpc.example/key";
    double.act("verify", answers(200, { ...INVALID, invalidMessage }));
    const verdict = await verify();
    expect(verdict).toMatchObject({
      kind: "refused",
      reason: "invalid_signature",
      code: INVALID.invalidReason,
    });
    expect(JSON.stringify(verdict)).not.toMatch(/srv|rpc/);
  });
});

describe("a settlement", () => {
  const SUCCESS = { success: true, transaction: HASH, network: "eip155:84532" };

  it("is success with a transaction", async () => {
    double.act("settle", answers(200, SUCCESS));
    expect(await settle()).toEqual({ kind: "settled", transaction: HASH });
  });

  it.each<[string, Act, more?: { hint?: string; saysFailed?: true; noWord?: true }]>([
    ["success without a transaction", answers(200, { ...SUCCESS, transaction: "" })],
    [
      "success without a network",
      answers(200, { success: true, transaction: HASH }),
      { hint: HASH, noWord: true },
    ],
    [
      "success on another network",
      answers(200, { ...SUCCESS, network: "eip155:8453" }),
      { hint: HASH, noWord: true },
    ],
    [
      "success on another chain",
      answers(200, { ...SUCCESS, network: "solana-devnet" }),
      { hint: HASH, noWord: true },
    ],
    [
      "success with something that is no transaction",
      answers(200, { ...SUCCESS, transaction: "x".repeat(60_000) }),
    ],
    ["success, but broken", answers(500, SUCCESS), { hint: HASH }],
    ["success, but a client error", answers(400, SUCCESS), { hint: HASH }],
    ["success as text", answers(200, { ...SUCCESS, success: "true" })],
    [
      "a pending one, which names its transaction,",
      answers(200, { ...SUCCESS, success: false, errorReason: "settlement_pending" }),
      { hint: HASH, saysFailed: true },
    ],
    [
      "failure",
      answers(200, { success: false, errorReason: "insufficient_funds", transaction: "" }),
      { saysFailed: true },
    ],
    ["failure, but broken", answers(503, { success: false, errorReason: "busy", transaction: "" })],
    ["an error", answers(200, { error: "out of order" })],
    ["HTML", answers(502, "<html></html>")],
    ["nothing", answers(200, "")],
    ["an answer that is cut off", cutsShort(JSON.stringify(SUCCESS))],
    ["a reset after the request was read", resets],
    ["silence", hangs],
  ])("%s leaves it unknown", async (_, act, more = {}) => {
    double.act("settle", act);
    expect(await settle()).toEqual({
      ...{ kind: "unknown", detail: expect.any(String) },
      ...more,
    });
  });

  it("was not sent when no connection could be made", async () => {
    expect((await settle(`http://127.0.0.1:${await freePort()}`)).kind).toBe("not-sent");
    expect((await settle("http://facilitator.invalid")).kind).toBe("not-sent");
  });

  it("is unknown when TLS fails, or a socket that was accepted ends", async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        const bound = server.address();
        resolve(typeof bound === "object" && bound !== null ? bound.port : 0);
      }),
    );
    expect((await settle(`http://127.0.0.1:${port}`)).kind).toBe("unknown");
    expect((await settle(`https://127.0.0.1:${port}`)).kind).toBe("unknown");
    expect((await settle(double.url.replace("http:", "https:"))).kind).toBe("unknown");
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("an account that a facilitator refuses", () => {
  const told = async (act: Act): Promise<boolean> => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    double.act("settle", act);
    await settle();
    const lines = said.mock.calls.map(([line]) => String(line));
    said.mockRestore();
    return lines.some((line) => line.includes("facilitator_over_quota"));
  };

  it.each<[string, Act]>([
    ["402", answers(402, { error: "Payment required" })],
    ["429 until tomorrow", answers(429, {}, { "retry-after": "40000" })],
    ["429 that names its quota", answers(429, { message: "Monthly quota exceeded" })],
    ["403 that names the bill", answers(403, { errorMessage: "Billing is not set up for this project" })],
  ])("by %s is told", async (_, act) => expect(await told(act)).toBe(true));

  it.each<[string, Act]>([
    ["429 for a second", answers(429, {}, { "retry-after": "1" })],
    ["429 without a word", answers(429, { message: "Too many requests" })],
    ["403 for the law's sake", answers(403, { errorType: "blocked_by_location" })],
    ["503 of whatever stands before it", answers(503, { error: "quota service is down" })],
    ["a settlement", answers(200, { success: true, transaction: HASH, network: EVM_OFFER.network })],
  ])("is not meant by %s", async (_, act) => expect(await told(act)).toBe(false));
});

describe("a redirect", () => {
  it("is not followed: neither the payment nor the token goes elsewhere, and it is no verdict", async () => {
    elsewhere.act("verify", answers(200, { isValid: true }));
    elsewhere.act("settle", answers(200, { success: true, transaction: HASH, network: "eip155:84532" }));
    for (const status of [301, 302, 307, 308]) {
      double.act("verify", answers(status, "", { location: `${elsewhere.url}/verify` }));
      double.act("settle", answers(status, "", { location: `${elsewhere.url}/settle` }));
      expect((await verify()).kind).toBe("outage");
      expect((await settle()).kind).toBe("unknown");
    }
    expect(elsewhere.calls).toEqual([]);
  });

  it("to an address without a server leaves a settlement unknown: the redirecting server has read the payment", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}/settle`;
    double.act("settle", answers(307, "", { location: nowhere }));
    expect((await settle()).kind).toBe("unknown");
  });
});

describe("an answer without end", () => {
  it.each(["verify", "settle"] as const)("is given up early at %s", async (operation) => {
    let sent = 0;
    double.act(
      operation,
      endless((bytes) => (sent = bytes)),
    );
    expect((await (operation === "verify" ? verify() : settle())).kind).toBe(
      operation === "verify" ? "outage" : "unknown",
    );
    expect(sent).toBeLessThan(10 * 1024 * 1024); // what the sockets between them hold
  });
});
