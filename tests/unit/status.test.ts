import { describe, expect, it } from "vitest";
import { type StatusInputs, statusOf } from "@/lib/status/compose";
import { statusDocumentation } from "@/lib/status/documentation";

const NOW = new Date("2026-10-07T14:06:23.000Z");
const sold = [
  { label: "intel-tvl", path: "/api/svc-intel-tvl", summary: "TVL" },
  { label: "intel-macro", path: "/api/svc-intel-macro", summary: "Macro" },
];
const good: StatusInputs = {
  now: NOW,
  sold,
  lastSales: new Map([["/api/svc-intel-tvl", new Date("2026-10-07T14:02:15.000Z")]]),
  counts: new Map([
    ["sale:intel-tvl:answered", 39],
    ["sale:intel-tvl:failed", 1],
    ["settle:primary:settled", 39],
    ["settle:primary:outage", 2],
    ["settle:primary-like:settled", 100],
  ]),
  facilitators: [
    { name: "primary", state: "up" },
    { name: "fallback", state: "failing" },
  ],
  looks: {
    at: "2026-10-07T14:00:04.000Z",
    looks: [
      { id: "llama.chains", provider: "DefiLlama", alarm: null, ageSec: 3 },
      { id: "yahoo.spx", provider: "Yahoo Finance", alarm: "unreachable", ageSec: null },
      { id: "llama.yields", provider: "DefiLlama", alarm: null, ageSec: 9 },
    ],
  },
  schedules: [
    {
      ...{ name: "recover-payments", lastStart: +NOW - 30_500, lastSuccess: +NOW - 30_000, lastError: null },
      ...{ durationMs: 500, due: +NOW + 390_000, isLate: false },
    },
  ],
  ...{ canSell: true, ledgerUp: true, cacheUp: true, chainsAnswer: true },
};

describe("the status", () => {
  it("tells each route's last sale and what became of its paid calls", () => {
    const { routes } = statusDocumentation.output.parse(statusOf(good));
    expect(routes).toEqual([
      { ...sold[0], lastSale: "2026-10-07T14:02:15.000Z", answered: 39, failed: 1, successShare: 0.975 },
      { ...sold[1], lastSale: null, answered: 0, failed: 0, successShare: null },
    ]);
  });

  it("counts a facilitator's own settlements alone", () => {
    expect(statusOf(good).facilitators).toEqual([
      { name: "primary", state: "up", settled: 39, asked: 41 },
      { name: "fallback", state: "failing", settled: 0, asked: 0 },
    ]);
  });

  it("is ok only while a sale would succeed, and says by public words what is wrong", () => {
    expect(statusOf(good)).toMatchObject({
      ok: true,
      degraded: ["facilitators", "providers"],
      schedules: [
        { name: "recover-payments", lastRun: "2026-10-07T14:05:53.000Z", due: "2026-10-07T14:12:53.000Z" },
      ],
    });
    const silent = statusOf({ ...good, canSell: false, chainsAnswer: false });
    expect(silent).toMatchObject({ ok: false, degraded: ["facilitators", "chains", "providers"] });
    expect(silent.notes.join()).toContain("No chain answers");
  });

  it("gathers a provider's sources, with their alarms", () => {
    expect(statusOf(good).providers).toEqual({
      checkedAt: "2026-10-07T14:00:04.000Z",
      list: [
        { provider: "DefiLlama", sources: 2, alarms: [] },
        { provider: "Yahoo Finance", sources: 1, alarms: [{ id: "yahoo.spx", alarm: "unreachable" }] },
      ],
    });
  });

  it("calls unknown what it could not read, and never 0", () => {
    const status = statusDocumentation.output.parse(
      statusOf({
        ...{ ...good, lastSales: null, counts: null, looks: null, schedules: null },
        ...{ canSell: false, ledgerUp: false, cacheUp: false },
      }),
    );
    expect(status).toMatchObject({
      stores: { ledger: "down", cache: "down" },
      routes: [
        { lastSale: null, answered: null, failed: null, successShare: null },
        { lastSale: null, answered: null, failed: null, successShare: null },
      ],
      facilitators: [
        { settled: null, asked: null },
        { settled: null, asked: null },
      ],
      providers: { checkedAt: null, list: [] },
    });
    expect(status).toMatchObject({ ok: false, degraded: ["ledger", "cache", "facilitators"] });
    expect((status as { notes: string[] }).notes).toHaveLength(3);
    expect(statusOf({ ...good, looks: null }).notes).toHaveLength(1);
  });
});
