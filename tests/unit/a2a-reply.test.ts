import { describe, expect, it } from "vitest";
import { a2aEntry } from "@/lib/a2a/endpoint/entry";
import { errandOf, taskIdOf } from "@/lib/a2a/errand";
import { catalog } from "@/lib/catalog";
import { isPaid } from "@/lib/catalog/define";
import { ProtocolRefusal } from "@/lib/a2a/protocol";
import { paymentFailed, refused } from "@/lib/a2a/reply";
import { textToBase64Url } from "@/lib/http/base64";
import { MAX_LEVELS } from "@/lib/http/nesting";

const PLACE = { taskId: "t", contextId: "c", now: new Date(0) };

describe("a refused payment", () => {
  it.each([
    ["expired", "EXPIRED_PAYMENT"],
    ["wrong_amount", "INVALID_AMOUNT"],
    ["insufficient_funds", "INSUFFICIENT_FUNDS"],
    ["unsupported_payment", "UNSUPPORTED_PAYMENT"],
  ] as const)("for the reason %s has the code %s, and a receipt of what did not move", (reason, code) => {
    const { status } = paymentFailed(PLACE, reason, "Why.", { accepted: { network: "eip155:1" } });
    expect(status.state).toBe("TASK_STATE_FAILED");
    expect(status.message.metadata).toMatchObject({
      "x402.payment.error": code,
      "x402.payment.receipts": [
        { success: false, errorReason: reason, transaction: "", network: "eip155:1" },
      ],
    });
  });
});

describe("a refusal of the route", () => {
  const reported = (status: number, headers: Record<string, string> = {}, paid = true) =>
    refused(PLACE, new Response(null, { status, headers }), { error: "Why.", code: "x" }, paid).status;

  it("that passes leaves the task open, and says how long to wait", () => {
    for (const status of [409, 429, 503]) {
      const { state, message } = reported(status, { "retry-after": "2" });
      expect(state).toBe("TASK_STATE_INPUT_REQUIRED");
      expect(message.parts[1]).toMatchObject({ data: { retryAfterSec: 2 } });
      expect(message.metadata).toEqual({ "x402.payment.status": "payment-submitted" });
    }
    expect(reported(503, { "retry-after": "2" }, false).message.metadata).toBeUndefined();
  });

  it("that stays ends it: rejected where the errand is at fault, failed where the service is", () => {
    for (const status of [400, 403, 404, 409, 410])
      expect(reported(status).state).toBe("TASK_STATE_REJECTED");
    expect(reported(500).state).toBe("TASK_STATE_FAILED");
  });
});

describe("the id of a task", () => {
  it("holds its errand, and is never the same twice", () => {
    const errand = { skill: "intel_tvl", args: { message: "grüß dich", deep: [{ a: null }] } };
    expect(errandOf(taskIdOf(errand, "c"))).toEqual({ ...errand, contextId: "c" });
    expect(taskIdOf(errand, "c")).not.toBe(taskIdOf(errand, "c"));
  });

  it("leaves room for its payment, however large the request is that it holds", () => {
    const most = Math.max(...catalog.filter(isPaid).map(({ limits }) => limits.bodyBytes));
    const args = { message: "x".repeat(most - '{"message":""}'.length) };
    const id = taskIdOf({ skill: "signal_publish", args }, "c".repeat(200));
    expect(most).toBe(48 * 1024);
    expect(a2aEntry.limits.bodyBytes - id.length).toBeGreaterThan(12 * 1024); // the longest payment that a header may hold
  });

  it.each([
    "",
    "abc",
    "%",
    "ü",
    textToBase64Url("[]"),
    textToBase64Url('["a"]'),
    textToBase64Url('["a",[]]'),
  ])("that nobody gave (%j) is no task", (id) => {
    expect(() => errandOf(id)).toThrow(ProtocolRefusal);
  });

  it("that is nested more deeply than any message may be is no task", () => {
    const nested = (levels: number): string =>
      textToBase64Url(`["intel_tvl",{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}},"x"]`);
    expect(errandOf(nested(MAX_LEVELS)).skill).toBe("intel_tvl");
    for (const levels of [MAX_LEVELS + 1, 20_000])
      expect(() => errandOf(nested(levels))).toThrow(ProtocolRefusal);
  });
});
