import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "@/sandbox/upstream/faults/fault";
import { startFaultyWorld, type FaultyWorld } from "../support/faulty-world";
import { asHeader, newPayer, payFor, post, refusal, type Payer } from "../support/service";
import { world } from "../support/world";

const sandbox = world();
const PRICE = 20_000n;

/** Every place that the desks read, by the route that reads it. */
const PLACES: [path: string, places: string[]][] = [
  ["/api/svc-intel-tvl", ["api.llama.fi/v2/chains", "api.llama.fi/protocols"]],
  [
    "/api/svc-intel-macro",
    [
      "query2.finance.yahoo.com/*",
      "api.exchange.coinbase.com/*",
      "api.alternative.me/*",
      "home.treasury.gov/*",
      "www.federalreserve.gov/json/calendar.json",
      "www.federalreserve.gov/feeds/*",
      "nfs.faireconomy.media/*",
      "www.coindesk.com/*",
      "cointelegraph.com/*",
      "decrypt.co/*",
      "www.theblock.co/*",
    ],
  ],
];

const FAULTS: [name: string, fault: Fault][] = [
  ["slow", { kind: "slow", ms: 2_000 }],
  ["down", { kind: "down" }],
  ["429", { kind: "status", status: 429, retryAfterSec: 5 }],
  ["403", { kind: "status", status: 403 }],
  ["451", { kind: "status", status: 451 }],
  ["500", { kind: "status", status: 500 }],
  ["html", { kind: "html" }],
  ["empty", { kind: "empty" }],
  ["truncated", { kind: "truncated" }],
  ["oversized", { kind: "oversized", bytes: 40 << 20 }],
  ["endless", { kind: "endless" }],
  ["drip", { kind: "drip", everyMs: 200 }],
];

interface IntelAnswer {
  coverage: number;
  provenance: { status: string }[];
}

const cases = PLACES.flatMap(([path, places]) =>
  places.flatMap((place) => FAULTS.map(([name, fault]) => [path, place, name, fault] as const)),
);

describe("each failure of each source", () => {
  let service: FaultyWorld;
  let payer: Payer;
  beforeAll(async () => {
    service = await startFaultyWorld(sandbox, "provider-matrix");
    payer = await newPayer(sandbox, "base", 100_000_000n);
  });
  afterAll(() => service.stop());
  afterEach(() => service.upstream.clearFaults());

  it.each(cases)("%s, %s: %s", async (path, place, name, fault) => {
    service.upstream.setFault(place, fault);
    const payment = asHeader(await payFor(service.origin, path, payer));
    const before = await payer.balance();
    const response = await post({ origin: service.origin, path, payment });
    const cost = before - (await payer.balance());
    if (response.status === 200) {
      const answer = (await response.json()) as IntelAnswer; // parsed by the route's own schema before it left
      expect(cost).toBe(PRICE);
      expect(answer.coverage).toBeGreaterThanOrEqual(0.6);
      // A source that answered with nothing in its lists may be telling the truth, and half of the Treasury's table
      // still begins with its newest day; every other failure is told.
      const harmless = name === "empty" || (name === "truncated" && place.startsWith("home.treasury.gov"));
      if (!harmless) expect(answer.provenance.some(({ status }) => status !== "ok")).toBe(true);
    } else {
      expect(response.status).toBe(503);
      expect(await refusal(response)).toMatchObject({ code: "data_unavailable" });
      expect(cost).toBe(0n);
    }
  });
});
