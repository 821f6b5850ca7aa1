/** The operator's document (lib/payments/metrics) as Prometheus reads it. */
import { Gauge, Registry } from "prom-client";
import type { MetricsAnswer } from "@/lib/payments/metrics/answer";

type Read = (answer: MetricsAnswer) => number | null;

/** Whether all of the service's figures could be read. */
const isRead = ({ payments, sales, ledger, budgets, requests }: MetricsAnswer): boolean =>
  [payments, sales, ledger, budgets, requests].every((part) => part !== null);

/** An instance that serves and writes to its ledger; Prometheus' own `up` tells of the process. */
const isReady = ({ health }: MetricsAnswer): boolean => health.ledger === null;

const FIGURES: readonly (readonly [name: string, help: string, read: Read])[] = [
  [
    "svc_payments_open",
    "Payments between intent and settlement, or paid and due an answer.",
    (a) => a.payments?.open ?? null,
  ],
  [
    "svc_payments_oldest_open_seconds",
    "Age of the oldest of them.",
    (a) => a.payments?.oldestOpenSec ?? null,
  ],
  [
    "svc_payments_unknown",
    "Those with an open outcome, of the 200 oldest.",
    (a) => a.payments?.unknown ?? null,
  ],
  [
    "svc_payments_oldest_unknown_seconds",
    "How long the oldest has been sent.",
    (a) => a.payments?.oldestUnknownSec ?? null,
  ],
  ["svc_payments_credited", "Those due an answer, of the 200 oldest.", (a) => a.payments?.credited ?? null],
  ["svc_payments_debts", "Paid and never served, of the 200 oldest notes.", (a) => a.payments?.debts ?? null],
  ["svc_payments_oldest_debt_seconds", "Age of the oldest debt.", (a) => a.payments?.oldestDebtSec ?? null],
  [
    "svc_sales_unconfirmed",
    "Sales said to be settled and found nowhere yet, of the 1,000 last suspicions.",
    (a) => a.sales?.unconfirmed ?? null,
  ],
  [
    "svc_sales_oldest_unconfirmed_seconds",
    "How long the oldest of them has been suspected.",
    (a) => a.sales?.oldestUnconfirmedSec ?? null,
  ],
  ["svc_sales_disputed", "Sales for a person to decide on, of the same.", (a) => a.sales?.disputed ?? null],
  [
    "svc_sales_unbacked_day",
    "Sales under suspicion within 24 hours whose money never moved.",
    (a) => a.sales?.unbackedDay ?? null,
  ],
  ["svc_requests", "Calls in this hour and the one before.", (a) => a.requests?.all ?? null],
  ["svc_requests_429", "Those over a limit.", (a) => a.requests?.refused429 ?? null],
  ["svc_requests_503", "Those without ledger, facilitators or data.", (a) => a.requests?.failed503 ?? null],
  ["svc_up", "1 while this process answers.", () => 1],
  ["svc_metrics_read_ok", "1 while all of the service's figures could be read.", (a) => Number(isRead(a))],
  ["svc_ready", "1 while this instance writes to its ledger.", (a) => Number(isReady(a))],
  ["svc_can_sell", "1 while a sale would succeed.", (a) => Number(a.health.canSell)],
  ["svc_ledger_up", "1 while the ledger takes writes.", (a) => Number(a.health.ledger === null)],
  ["svc_cache_up", "1 while the cache answers.", (a) => Number(a.health.cache === null)],
  [
    "svc_ledger_used_share",
    "How full the ledger's database is, from 0 to 1.",
    (a) => a.ledger?.usedShare ?? null,
  ],
  [
    "svc_ledger_journal_lines",
    "Lines of the sales journal that wait for an export.",
    (a) => a.ledger?.journalLines ?? null,
  ],
];

/** A figure that is not known has no sample: zero would be a claim. */
export async function serviceMetrics(answer: MetricsAnswer): Promise<string> {
  const registers = [new Registry()];
  for (const [name, help, read] of FIGURES) {
    const value = read(answer);
    if (value !== null) new Gauge({ name, help, registers }).set(value);
  }
  const asked = new Gauge({
    ...{ name: "svc_settlements_asked", help: "Settlements asked for in two hours.", registers },
    labelNames: ["facilitator"],
  });
  const settled = new Gauge({
    ...{ name: "svc_settlements_settled", help: "Those that settled.", registers },
    labelNames: ["facilitator"],
  });
  for (const { facilitator, ...counts } of answer.settlements) {
    asked.set({ facilitator }, counts.asked);
    settled.set({ facilitator }, counts.settled);
  }
  const share = new Gauge({
    ...{ name: "svc_budget_used_share", help: "Used of what may be done for nothing, from 0.", registers },
    labelNames: ["budget"],
  });
  for (const [budget, spent] of Object.entries(answer.budgets ?? {}))
    if (spent) share.set({ budget }, spent.share);
  const facilitator = new Gauge({
    ...{ name: "svc_facilitator_up", help: "1 while a facilitator takes payments.", registers },
    labelNames: ["name"],
  });
  for (const { name, state } of answer.health.facilitators) facilitator.set({ name }, Number(state === "up"));
  const chain = new Gauge({
    ...{ name: "svc_chain_up", help: "1 while a node of ours answers.", registers },
    labelNames: ["network"],
  });
  for (const { network, answers } of answer.health.chains) chain.set({ network }, Number(answers));
  const success = new Gauge({
    ...{ name: "svc_schedule_last_success_seconds", help: "When a schedule last succeeded.", registers },
    labelNames: ["schedule"],
  });
  for (const { name, lastSuccess } of answer.schedules)
    if (lastSuccess !== null) success.set({ schedule: name }, Date.parse(lastSuccess) / 1000);
  const alert = new Gauge({
    ...{ name: "svc_alert", help: "What needs a person now; absent when nothing does.", registers },
    labelNames: ["name", "severity", "runbook"],
  });
  for (const { name, severity, runbook } of answer.alerts) alert.set({ name, severity, runbook }, 1);
  const [registry] = registers;
  return registry?.metrics() ?? "";
}
