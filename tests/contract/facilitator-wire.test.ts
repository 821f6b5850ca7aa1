import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HTTPFacilitatorClient } from "@x402/core/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askSettle, askVerify } from "@/lib/payments/facilitators/client";
import type { Facilitator } from "@/lib/payments/facilitators/list";
import { freePort } from "@/sandbox/ports";
import { EVM_OFFER, signedEvmPayment } from "../support/payments";

interface Received {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

let server: Server;
let facilitator: Facilitator;
let official: HTTPFacilitatorClient;
let received: Received[] = [];
let answer: { status: number; text: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { method, url, headers } = request;
      const { authorization, "content-type": type } = headers;
      received.push({ method, url, type, authorization, body: JSON.parse(text) });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://127.0.0.1:${port}`;
  facilitator = { name: "primary", url, token: "secret", knownFeePayers: [] };
  const headers = { authorization: "Bearer secret" };
  official = new HTTPFacilitatorClient({
    url,
    createAuthHeaders: () => Promise.resolve({ verify: headers, settle: headers, supported: headers }),
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const say = (status: number, body: unknown): void => {
  answer = { status, text: typeof body === "string" ? body : JSON.stringify(body) };
};

describe("what a facilitator is asked", () => {
  it.each(["verify", "settle"] as const)(
    "is for %s the very request of the official client",
    async (operation) => {
      const payment = await signedEvmPayment();
      say(200, { isValid: true, success: true, transaction: "0x1", network: "eip155:84532" });
      received = [];
      await official[operation](payment, EVM_OFFER);
      await (operation === "verify" ? askVerify : askSettle)(facilitator, payment, EVM_OFFER);
      const [theirs, ours] = received;
      expect(ours).toEqual(theirs);
      expect(ours).toMatchObject({ url: `/${operation}`, authorization: "Bearer secret" });
    },
  );
});

/** Whether the official client takes an answer for a yes; null when it throws. */
const officialVerdict = async (operation: "verify" | "settle"): Promise<boolean | null> => {
  const payment = await signedEvmPayment();
  try {
    if (operation === "verify") return (await official.verify(payment, EVM_OFFER)).isValid;
    const { success, transaction } = await official.settle(payment, EVM_OFFER);
    return success && transaction !== "";
  } catch {
    return null;
  }
};

const NETWORK = "eip155:84532";
const VERIFY_ANSWERS: [number, unknown, string][] = [
  [200, { isValid: true, payer: "0x1" }, "valid"],
  [200, { isValid: true, invalidReason: null, extra: null }, "valid"],
  [200, { isValid: false, invalidReason: "insufficient_funds" }, "refused"],
  [200, { isValid: false, invalidReason: null }, "refused"],
  [200, { isValid: false, invalidReason: "invalid_exact_evm_nonce_already_used" }, "already-used"],
  [200, { isValid: "true" }, "outage"],
  [200, {}, "outage"],
  [200, "<html>", "outage"],
  [200, "", "outage"],
  [402, { isValid: false, invalidReason: "invalid_signature" }, "refused"],
  [400, { isValid: true }, "outage"], // it contradicts itself: another may be asked
  [400, { error: "bad request" }, "outage"],
  [429, { isValid: false, invalidReason: "busy" }, "outage"],
  [500, { isValid: false, invalidReason: "internal" }, "outage"],
];
const SETTLE_ANSWERS: [number, unknown, string][] = [
  [200, { success: true, transaction: "0x1", network: NETWORK }, "settled"],
  [200, { success: true, transaction: "0x1", network: NETWORK, errorReason: null, payer: null }, "settled"],
  [200, { success: true, transaction: "", network: NETWORK }, "unknown"],
  [200, { success: true, network: NETWORK }, "unknown"],
  [200, { success: true, transaction: "0x1" }, "unknown"],
  [200, { success: "true", transaction: "0x1", network: NETWORK }, "unknown"],
  [200, { success: false, transaction: "", network: NETWORK, errorReason: "expired" }, "unknown"],
  [200, "<html>", "unknown"],
  [402, { success: false, transaction: "", network: NETWORK, errorReason: "expired" }, "unknown"],
  [500, { success: true, transaction: "0x1", network: NETWORK }, "unknown"],
  [503, "", "unknown"],
];

describe("a facilitator's answer", () => {
  it.each(VERIFY_ANSWERS)("to verify of status %i, %j, is %s", async (status, body, kind) => {
    say(status, body);
    const verdict = await askVerify(facilitator, await signedEvmPayment(), EVM_OFFER);
    expect(verdict.kind).toBe(kind);
    expect((await officialVerdict("verify")) === true).toBe(verdict.kind === "valid");
  });

  it.each(SETTLE_ANSWERS)("to settle of status %i, %j, is %s", async (status, body, kind) => {
    say(status, body);
    const settlement = await askSettle(facilitator, await signedEvmPayment(), EVM_OFFER);
    expect(settlement.kind).toBe(kind);
    expect((await officialVerdict("settle")) === true).toBe(settlement.kind === "settled");
  });

  it("that says why it did not settle is passed on with the reason", async () => {
    for (const status of [200, 402]) {
      say(status, { success: false, transaction: "", network: NETWORK, errorReason: "blockhash_expired" });
      expect(await askSettle(facilitator, await signedEvmPayment(), EVM_OFFER)).toEqual({
        kind: "unknown",
        detail: "blockhash_expired",
        saysFailed: true,
      });
    }
  });

  it("that never comes because no server listens means that no settlement was sent", async () => {
    const nowhere = { ...facilitator, url: `http://127.0.0.1:${await freePort()}` };
    const payment = await signedEvmPayment();
    expect((await askSettle(nowhere, payment, EVM_OFFER)).kind).toBe("not-sent");
    expect((await askVerify(nowhere, payment, EVM_OFFER)).kind).toBe("outage");
  });
});
