import { expect, it } from "vitest";
import { canonicalArguments } from "@/lib/payments/ledger/fingerprint";
import { keptRequest, readKeptRequest } from "@/lib/payments/ledger/kept-request";

const ARGS = { b: [1, { z: "[" }], a: "x" };

it("keeps the arguments alone where nothing names what the sale is noted under", () => {
  const kept = keptRequest(ARGS, new Headers({ "payment-signature": "secret", "sign-in-with-x": "secret" }));
  expect(kept).toBe(canonicalArguments(ARGS));
  expect(readKeptRequest(kept)).toEqual({ args: ARGS, noted: [] });
});

it("keeps a link and an agent, and no header that is as long as a text", () => {
  const link = "a".repeat(64);
  const kept = keptRequest(ARGS, new Headers({ "x-pay-link": link, "x-agent-id": `agt_${"1".repeat(200)}` }));
  expect(readKeptRequest(kept)).toEqual({ args: ARGS, noted: [["x-pay-link", link]] });
});

it("reads what was kept of requests before, their arguments", () => {
  expect(readKeptRequest("{}")).toEqual({ args: {}, noted: [] });
});
