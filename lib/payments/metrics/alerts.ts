import type { AnswerOf } from "@/lib/catalog/define";
import type { metricsEntry } from "./entry";

type Metrics = Omit<AnswerOf<typeof metricsEntry>, "ok" | "at" | "alerts">;
type Alert = AnswerOf<typeof metricsEntry>["alerts"][number];

const LONG_OPEN_SEC = 5 * 60;
const FULL_SHARE = 0.7;
const NEAR_SHARE = 0.8;
/** Shares of fewer events say nothing. */
const LEAST = { settlements: 10, requests: 50 };
const LOW_SUCCESS = 0.9;
const MANY = { 429: 0.2, 503: 0.05 };

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const minutes = (sec: number): string => `${Math.floor(sec / 60)} minutes`;

/** Each condition by itself: a new alert is one more entry. Null while all is well. */
const CONDITIONS: readonly ((metrics: Metrics) => Alert | null)[] = [
  ({ payments: { oldestUnknownSec: age, unknown } }) =>
    age === null || age <= LONG_OPEN_SEC
      ? null
      : {
          name: "payment_unknown_too_long",
          message: `A payment was sent ${minutes(age)} ago, and the chain has not said what became of it (${unknown} in all). Look: npm run ledger -- unknown`,
          runbook: "docs/runbooks/chain-halts.md",
        },
  ({ payments: { oldestOpenSec: age, oldestUnknownSec, open } }) =>
    age === null || age <= LONG_OPEN_SEC || (oldestUnknownSec ?? 0) > LONG_OPEN_SEC
      ? null
      : {
          name: "payment_open_too_long",
          message: `A payment has been open for ${minutes(age)} (${open} in all): is the schedule of /api/cron/recover-payments running? Look: npm run ledger -- open`,
          runbook: "docs/operations/schedules.md",
        },
  ({ payments: { debts, oldestDebtSec } }) =>
    debts === 0
      ? null
      : {
          name: "debts",
          message: `Payments taken and not served: ${debts}, the oldest ${minutes(oldestDebtSec ?? 0)} ago. Refund them: npm run ledger -- debts`,
          runbook: "docs/operations/operators.md#refunds",
        },
  ({ ledger: { usedShare, journalDays } }) =>
    usedShare < FULL_SHARE
      ? null
      : {
          name: "ledger_nearly_full",
          message: `The ledger's database is ${percent(usedShare)} full, and a full one stops sales. Export the journal (${journalDays} days wait) and let it go, or take a larger database and set LEDGER_CAPACITY_BYTES.`,
          runbook: "docs/operations/operators.md#sales-journal",
        },
  ({ budgets: { newcomers } }) =>
    newcomers.share < NEAR_SHARE
      ? null
      : {
          name: "newcomers_budget_near_its_end",
          message: `Work for wallets that never paid came to nothing ${newcomers.used} times within an hour, of ${newcomers.most}: somebody makes wallets to have it done, or payments of new customers fail. Beyond that they share a few slots; who has paid is untouched. \`refused\` in the log's \`call\` lines says of what.`,
          runbook: "docs/operations/watch.md",
        },
  ({ budgets: { chatTokens, chatNewcomersTokens, ownToken } }) => {
    const near = Object.entries({
      CHAT_DAILY_TOKENS: chatTokens,
      CHAT_NEWCOMERS_DAILY_TOKENS: chatNewcomersTokens,
      TOKEN_DAILY_CAP_USD: ownToken,
    }).filter(([, budget]) => budget !== null && budget.share >= NEAR_SHARE);
    return near.length === 0
      ? null
      : {
          name: "daily_budget_near_its_end",
          message: `Used today, until 00:00 UTC: ${near.map(([name, budget]) => `${percent(budget?.share ?? 0)} of ${name}`).join(", ")}. Beyond it chat turns are answered by rules, and nothing is sold for the own token.`,
          runbook: "docs/operations/watch.md",
        };
  },
  ({ sales: { disputed } }) =>
    disputed === 0
      ? null
      : {
          name: "sales_disputed",
          message: `Sales of which one node proves that their money never moved, and no other agrees: ${disputed}. A person decides. Look: npm run ledger -- disputed`,
          runbook: "docs/runbooks/rpc-lies.md",
        },
  ({ sales: { unconfirmed, oldestUnconfirmedSec: age } }) =>
    unconfirmed === 0
      ? null
      : {
          name: "sales_unconfirmed",
          message: `Sales that a facilitator calls settled, and that are found nowhere: ${unconfirmed}, the oldest for ${minutes(age ?? 0)}. Look: npm run ledger -- unconfirmed`,
          runbook: "docs/runbooks/facilitator-lies.md",
        },
  ({ sales: { unbackedDay } }) =>
    unbackedDay === 0
      ? null
      : {
          name: "sales_unbacked",
          message: `Sales of the last 24 hours whose money never moved, as two nodes prove: ${unbackedDay}. Look: npm run ledger -- unbacked`,
          runbook: "docs/runbooks/facilitator-lies.md",
        },
  ({ settlements }) => {
    const failing = settlements.filter(
      ({ asked, share }) => asked >= LEAST.settlements && share < LOW_SUCCESS,
    );
    return failing.length === 0
      ? null
      : {
          name: "facilitator_failing",
          message: `${failing.map(({ facilitator, share }) => `The ${facilitator} facilitator settles ${percent(share)}`).join("; ")} of what it is asked. Its answers: \`facilitator_failed\` in the log.`,
          runbook: "docs/operations/payments.md#facilitators",
        };
  },
  ({ doubts }) =>
    doubts === null || doubts.unknownRefusals === 0
      ? null
      : {
          name: "facilitator_refusal_unknown",
          message: `Payments that a facilitator refused by a code that no rule here knows: ${doubts.unknownRefusals}. Each was final. The codes: \`facilitator_refusal_unknown\` in the log.`,
          runbook: "docs/operations/payments.md#facilitators",
        },
  ({ doubts }) =>
    doubts === null || doubts.inSilence + doubts.usedUp === 0
      ? null
      : {
          name: "sold_unseen_in_silence",
          message: `Our own node could not be asked about sales: ${doubts.inSilence} were made by a facilitator's word alone, and ${doubts.usedUp} were not made, as the hour's value was used up (TRUST_SILENT_USD_PER_HOUR). Is the node up? Its answers: \`sold_unseen_in_silence\` in the log.`,
          runbook: "docs/runbooks/rpc-lies.md",
        },
  ({ requests }) =>
    requests === null || requests.all < LEAST.requests || requests.share503 <= MANY[503]
      ? null
      : {
          name: "many_503",
          message: `${percent(requests.share503)} of all requests get 503: a store, the facilitators or a provider fails. \`refused\` in the log's \`call\` lines says which.`,
          runbook: "docs/operations/watch.md",
        },
  ({ requests }) =>
    requests === null || requests.all < LEAST.requests || requests.share429 <= MANY[429]
      ? null
      : {
          name: "many_429",
          message: `${percent(requests.share429)} of all requests are over a limit: somebody floods the service, or TRUSTED_PROXY_HOPS is wrong and all callers share one limit.`,
          runbook: "docs/operations/watch.md",
        },
];

export const alertsOf = (metrics: Metrics): Alert[] =>
  CONDITIONS.map((condition) => condition(metrics)).filter((alert) => alert !== null);
