import type * as z from "zod";
import { metricsAnswer } from "../../lib/payments/metrics/answer";
import type { Service } from "./service";

const age = (sec: number | null): string => (sec === null ? "" : `, the oldest ${Math.floor(sec / 60)} min`);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The metrics as a person reads them, alerts first. */
export async function printMetrics(service: Service, asJson: boolean): Promise<string[]> {
  const answer = await service.ask("GET", "/api/operator/metrics", {}, metricsAnswer);
  if (asJson) return [JSON.stringify(answer, null, 2)];
  const { alerts, payments, sales, settlements, requests, ledger, budgets, health } = answer;
  return [
    ...(alerts.length === 0
      ? ["No alert."]
      : alerts.flatMap(({ name, severity, message, runbook }) => [
          `ALERT ${name} (${severity}): ${message}`,
          `    ${runbook}`,
        ])),
    "",
    `sells           ${health.canSell ? "yes" : `no: ${health.obstacles.join(", ")}`}`,
    ...(payments === null || sales === null || ledger === null || budgets === null
      ? ["ledger          it can't be read"]
      : ofLedger({ payments, sales, ledger, budgets })),
    ...settlements.map(
      ({ facilitator, asked, settled, share }) =>
        `settled by ${facilitator.padEnd(8)} ${settled} of ${asked} (${percent(share)}), this hour and the last`,
    ),
    requests === null
      ? "requests        not known: the cache can't be read"
      : `requests        ${requests.all}, of them 429 ${percent(requests.share429)}, 503 ${percent(requests.share503)}`,
  ];
}

type Answer = z.output<typeof metricsAnswer>;
type OfLedger = {
  [Name in "payments" | "sales" | "ledger" | "budgets"]: NonNullable<Answer[Name]>;
};

function ofLedger({ payments, sales, ledger, budgets }: OfLedger): string[] {
  return [
    `open payments   ${payments.open}${age(payments.oldestOpenSec)}`,
    `    unknown     ${payments.unknown}${age(payments.oldestUnknownSec)}`,
    `    credited    ${payments.credited}`,
    `debts           ${payments.debts}${age(payments.oldestDebtSec)}`,
    `sales           ${sales.unconfirmed} unconfirmed${age(sales.oldestUnconfirmedSec)}, ${sales.disputed} disputed, ${sales.unbackedDay} unbacked in 24 h`,
    `budgets         ${Object.entries(budgets)
      .flatMap(([name, budget]) => (budget === null ? [] : [`${name} ${percent(budget.share)}`]))
      .join(", ")} used`,
    `ledger          ${percent(ledger.usedShare)} full; ${ledger.journalLines} lines of ${ledger.journalDays} days wait for an export`,
  ];
}
