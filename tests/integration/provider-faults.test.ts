import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { FAILURES } from "../support/desk-matrix";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { asHeader, newPayer, payFor, post, refusal, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const TVL = "/api/svc-intel-tvl";
const MACRO = "/api/svc-intel-macro";
const PRICE = 20_000n;

let service: FaultyWorld;
let payer: Payer;
beforeAll(async () => {
  service = await startFaultyWorld(sandbox, "provider-faults");
  payer = await newPayer(sandbox, "base");
});
afterAll(() => service.stop());
afterEach(() => service.upstream.clearFaults());

interface IntelAnswer {
  coverage: number;
  provenance: { id: string; status: string }[];
  notes: string[];
  sentiment?: unknown;
}

async function buy(path: string) {
  const payment = asHeader(await payFor(service.origin, path, payer));
  const before = await payer.balance();
  const response = await post({ origin: service.origin, path, payment });
  return { response, cost: before - (await payer.balance()) };
}

const FAULTS: [name: string, fault: Fault, status: string][] = [
  ["slow", { kind: "slow", ms: 2_000 }, "timeout"],
  ["down", { kind: "down" }, "network"],
  ["429", { kind: "status", status: 429, retryAfterSec: 30 }, "rate_limited"],
  ["403 for the region", { kind: "status", status: 403 }, "geo_blocked"],
  ["451", { kind: "status", status: 451 }, "geo_blocked"],
  ["500", { kind: "status", status: 500 }, "http_error"],
  ["HTML instead of JSON", { kind: "html" }, "schema"],
  ["empty", { kind: "empty" }, "suspect_empty"],
  ["broken off", { kind: "truncated" }, "schema"],
  ["oversized", { kind: "oversized", bytes: 42 << 20 }, "too_large"],
  ["endless", { kind: "endless" }, "too_large"],
  ["a byte at a time", { kind: "drip", everyMs: 200 }, "timeout"],
];

it("every way in which a provider fails has its row here", () => {
  const named = (fault: Fault) => (fault.kind === "status" ? String(fault.status) : fault.kind);
  expect(FAULTS.map(([, fault]) => named(fault)).sort()).toEqual(Object.values(FAILURES).map(named).sort());
});

describe.each(FAULTS)("a provider that is %s", (_, fault, status) => {
  it("thins an answer that still holds enough, and says so", async () => {
    service.upstream.setFault("api.alternative.me/*", fault);
    const { response, cost } = await buy(MACRO);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as IntelAnswer; // parsed by the route's own schema before it left
    expect(answer.coverage).toBeCloseTo(0.85, 5);
    expect(answer.sentiment).toBeNull();
    expect(answer.provenance.filter((source) => source.status === status)).toHaveLength(1);
    expect(cost).toBe(PRICE);
  });

  it("refuses an answer that would hold too little, free, and names what is missing", async () => {
    service.upstream.setFault("api.llama.fi/protocols", fault);
    const { response, cost } = await buy(TVL);
    expect(response.status).toBe(503);
    const body = await refusal(response);
    expect(body.code).toBe("data_unavailable");
    expect(body.missing).toEqual(["topProtocols"]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(cost).toBe(0n);
  });
});

describe("a provider that refuses the service's region", () => {
  it("is replaced by the next, which the answer says, at the same price", async () => {
    service.upstream.setFault("query2.finance.yahoo.com/*", { kind: "status", status: 451 });
    const { response, cost } = await buy(MACRO);
    expect(response.status).toBe(200);
    const { notes, provenance } = (await response.json()) as IntelAnswer; // as above
    expect(notes).toContain("SPX is from FRED (Yahoo Finance: geo_blocked).");
    expect(provenance).toContainEqual(expect.objectContaining({ id: "yahoo.spx", status: "geo_blocked" }));
    expect(provenance.map(({ id }) => id)).not.toContain("fred.spx"); // it was read well
    expect(cost).toBe(PRICE);
  });
});

describe("all providers down", () => {
  it("nothing is sold and nothing is charged, and the same payment buys the answer when they are back", async () => {
    service.upstream.setFault("*", { kind: "down" });
    const payment = asHeader(await payFor(service.origin, MACRO, payer));
    const before = await payer.balance();
    expect((await post({ origin: service.origin, path: MACRO, payment })).status).toBe(503);
    expect(await payer.balance()).toBe(before);
    service.upstream.clearFaults();
    expect((await post({ origin: service.origin, path: MACRO, payment })).status).toBe(200);
    expect(before - (await payer.balance())).toBe(PRICE);
  });
});
