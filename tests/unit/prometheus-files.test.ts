import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { metricsDocumentation } from "@/lib/payments/metrics/documentation";
import type { MetricsAnswer } from "@/lib/payments/metrics/answer";
import { serviceMetrics } from "@/host/service-metrics";

const RULES = "docs/operations/prometheus-rules.yml";
const BOARD = "docs/operations/grafana-board.json";
const namesIn = (text: string): string[] => [...new Set(text.match(/\bsvc_[a-z_]+/g) ?? [])].sort();

it("of rules and board ask for figures that the service serves", async () => {
  const sample = metricsDocumentation.sample.output as MetricsAnswer; // its own schema has checked it
  const { payments, sales } = sample;
  if (payments === null || sales === null) throw new Error("the sample has read the ledger");
  const everything = {
    ...sample,
    payments: { ...payments, oldestUnknownSec: 1 },
    sales: { ...sales, oldestUnconfirmedSec: 1 },
  };
  const served = namesIn(await serviceMetrics(everything));
  expect(served.length).toBeGreaterThan(20);
  for (const file of [RULES, BOARD]) {
    const asked = namesIn(readFileSync(file, "utf8"));
    expect(asked.length, file).toBeGreaterThan(5);
    for (const name of asked) expect(served, `${file} asks for ${name}`).toContain(name);
  }
});

it("of a service that can't be read has no figure but that it is up", async () => {
  const sample = metricsDocumentation.sample.output as MetricsAnswer; // its own schema has checked it
  const unread = { ...sample, payments: null, sales: null, ledger: null, budgets: null, requests: null };
  const health = { ...sample.health, canSell: false, ledger: "down", obstacles: ["ledger_down"] };
  const text = await serviceMetrics({ ...unread, health });
  for (const line of ["svc_up 1", "svc_ready 0", "svc_ledger_up 0", "svc_cache_up 1", "svc_can_sell 0"])
    expect(text).toContain(`${line}\n`);
  expect(text).toContain("svc_metrics_read_ok 0\n");
  expect(text).toContain('svc_facilitator_up{name="primary"} 1\n');
  expect(text).not.toMatch(/^svc_(?:payments|sales|ledger_used)/m);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;
it.runIf(promtool)("of rules pass Prometheus' own check", () => {
  const { status, stderr, stdout } = spawnSync("promtool", ["check", "rules", RULES]);
  expect(status, stderr.toString() + stdout.toString()).toBe(0);
});
