import { type Condition, isoOf, minutes, percent } from "./alert";

const LONG_OPEN_SEC = 5 * 60;
const NEAR_SHARE = 0.8;
/** At so many the list of sales to confirm drops its oldest (trust-scripts.ts). */
const MOST_TO_CONFIRM = 50_000;

/** Payments, debts, sales whose money was not seen, and what may be done for nothing. */
export const MONEY: readonly Condition[] = [
  ({ payments }) => {
    const age = payments?.oldestUnknownSec ?? 0;
    return age <= LONG_OPEN_SEC
      ? null
      : {
          ...{ name: "payment_unknown_too_long", severity: "critical", value: age, threshold: LONG_OPEN_SEC },
          message: `A payment was sent ${minutes(age)} ago, and the chain has not said what became of it (${payments?.unknown} in all). Look: npm run ledger -- unknown`,
          runbook: "docs/runbooks/chain-halts.md",
        };
  },
  ({ payments }) => {
    const age = payments?.oldestOpenSec ?? 0;
    return age <= LONG_OPEN_SEC || (payments?.oldestUnknownSec ?? 0) > LONG_OPEN_SEC
      ? null
      : {
          ...{ name: "payment_open_too_long", severity: "critical", value: age, threshold: LONG_OPEN_SEC },
          message: `A payment has been open for ${minutes(age)} (${payments?.open} in all): is the schedule of /api/cron/recover-payments running? Look: npm run ledger -- open`,
          runbook: "docs/operations/schedules.md",
        };
  },
  ({ payments }) =>
    payments === null || payments.debts === 0
      ? null
      : {
          ...{ name: "debts", severity: "warning", value: payments.debts, threshold: 0 },
          message: `Payments taken and not served: ${payments.debts}, the oldest ${minutes(payments.oldestDebtSec ?? 0)} ago. Refund them: npm run ledger -- debts`,
          runbook: "docs/operations/operators.md#refunds",
        },
  ({ budgets }) =>
    budgets === null || budgets.newcomers.share < NEAR_SHARE
      ? null
      : {
          ...{ name: "newcomers_budget_near_its_end", severity: "warning" },
          ...{ value: budgets.newcomers.share, threshold: NEAR_SHARE },
          message: `Work for wallets that never paid came to nothing ${budgets.newcomers.used} times within an hour, of ${budgets.newcomers.most}: somebody makes wallets to have it done, or payments of new customers fail. Beyond that they share a few slots; who has paid is untouched. \`refused\` in the log's \`call\` lines says of what.`,
          runbook: "docs/operations/watch.md",
        },
  ({ budgets }) => {
    const near = Object.entries({
      CHAT_DAILY_TOKENS: budgets?.chatTokens ?? null,
      CHAT_NEWCOMERS_DAILY_TOKENS: budgets?.chatNewcomersTokens ?? null,
      TOKEN_DAILY_CAP_USD: budgets?.ownToken ?? null,
    }).filter(([, budget]) => budget !== null && budget.share >= NEAR_SHARE);
    return near.length === 0
      ? null
      : {
          ...{ name: "daily_budget_near_its_end", severity: "warning", threshold: NEAR_SHARE },
          value: Math.max(...near.map(([, budget]) => budget?.share ?? 0)),
          message: `Used today, until 00:00 UTC: ${near.map(([name, budget]) => `${percent(budget?.share ?? 0)} of ${name}`).join(", ")}. Beyond it chat turns are answered by rules, and nothing is sold for the own token.`,
          runbook: "docs/operations/watch.md",
        };
  },
  ({ sales }) =>
    sales === null || sales.disputed === 0
      ? null
      : {
          ...{ name: "sales_disputed", severity: "critical", value: sales.disputed, threshold: 0 },
          message: `Sales of which one node proves that their money never moved, and no other agrees: ${sales.disputed}. A person decides. Look: npm run ledger -- disputed`,
          runbook: "docs/runbooks/rpc-lies.md",
        },
  ({ sales }) =>
    sales === null || sales.unconfirmed === 0
      ? null
      : {
          ...{ name: "sales_unconfirmed", severity: "warning", value: sales.unconfirmed, threshold: 0 },
          message: `Sales that a facilitator calls settled, and that are found nowhere: ${sales.unconfirmed}, the oldest for ${minutes(sales.oldestUnconfirmedSec ?? 0)}. Look: npm run ledger -- unconfirmed`,
          runbook: "docs/runbooks/facilitator-lies.md",
        },
  ({ sales }) =>
    sales === null || sales.unbackedDay === 0
      ? null
      : {
          ...{ name: "sales_unbacked", severity: "critical", value: sales.unbackedDay, threshold: 0 },
          message: `Sales of the last 24 hours whose money never moved, as two nodes prove: ${sales.unbackedDay}. Look: npm run ledger -- unbacked`,
          runbook: "docs/runbooks/facilitator-lies.md",
        },
  ({ toConfirm }) =>
    toConfirm === null || toConfirm < MOST_TO_CONFIRM
      ? null
      : {
          ...{
            name: "confirmations_dropped",
            severity: "warning",
            value: toConfirm,
            threshold: MOST_TO_CONFIRM,
          },
          message: `The list of sales whose money is still to be looked for is full (${toConfirm}), so that its oldest leave it unlooked-at. Run /api/cron/recover-payments each minute.`,
          runbook: "docs/operations/schedules.md",
        },
  ({ saleTimes, at }) => {
    const [newest, ...older] = saleTimes;
    if (newest === undefined || saleTimes.length < SALES_NEEDED) return null;
    const gaps = older.map((time, index) => (saleTimes[index] ?? time) - time).sort((a, b) => a - b);
    const allowed = Math.max(QUIET_MS, 10 * (gaps[Math.floor(gaps.length / 2)] ?? 0));
    const value = Math.round((at - newest) / 1000);
    return at - newest <= allowed
      ? null
      : {
          ...{ name: "no_sale_in", severity: "warning", value, threshold: Math.round(allowed / 1000) },
          since: isoOf(newest),
          message: `Nothing was sold for ${minutes(value)}, which is unusual for this shop. Buy an answer yourself: npm run buy`,
          runbook: "docs/operations/watch.md",
        };
  },
];
const SALES_NEEDED = 50;
const QUIET_MS = 6 * 3_600_000;
