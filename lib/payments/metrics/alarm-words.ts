import type { AlarmEvent } from "@/lib/store/alarms";
import type { Alert } from "./alert";

/** What an alarm says to an operator. */
type Words = Pick<Alert, "severity" | "message" | "runbook">;

const PAYMENTS = "docs/operations/payments.md";
const SCHEDULES = "docs/operations/schedules.md";
const WATCH = "docs/operations/watch.md";

/** The words of each log event that raises an alert by itself. Those that a clean run does not clear, a person does. */
export const ALARM_WORDS: Readonly<Record<AlarmEvent, Words>> = {
  balances_unread: {
    severity: "warning",
    message:
      "No node of ours answers balances, so new wallets share a part of each facilitator's quota. `balances_unread` in the log names the network.",
    runbook: PAYMENTS,
  },
  books_differ: {
    severity: "critical",
    message:
      "A receiving wallet gained something else than the ledger sold. `books_differ` in the log has the sums; a withdrawal shows so, too. The next run of /api/cron/reconcile that finds them equal clears this.",
    runbook: SCHEDULES,
  },
  canary_alarm: {
    severity: "warning",
    message:
      "A provider does not answer as its source expects. `canary_alarm` in the log names it; the next run of the canary without an alarm clears this.",
    runbook: "docs/providers.md",
  },
  certificate_ends: {
    severity: "warning",
    message:
      "The TLS certificate of PUBLIC_ORIGIN ends in less than 14 days; after its end no client connects. See whether its renewal works. The next look, twelve hours later, clears this.",
    runbook: "docs/operations/proxies.md",
  },
  credited_owed: {
    severity: "warning",
    message: "A paid call could not be served for an hour and is a debt now. Look: npm run ledger -- debts",
    runbook: "docs/operations/operators.md#refunds",
  },
  effect_refused: {
    severity: "critical",
    message:
      "The store refused an effect of a call that was answered. `effect_refused` in the log says which payment and why.",
    runbook: WATCH,
  },
  facilitator_over_quota: {
    severity: "critical",
    message:
      "A facilitator refuses our account: its quota is used up, or its bill is not paid. `facilitator_over_quota` in the log names it. Pay or raise the plan at its console, then clear this.",
    runbook: "docs/operations/payments.md#facilitators",
  },
  facilitator_refusal_unknown: {
    severity: "warning",
    message:
      "A facilitator refuses payments with a code that this service does not know. `facilitator_refusal_unknown` in the log has it.",
    runbook: PAYMENTS,
  },
  facilitator_taken_out: {
    severity: "critical",
    message:
      "Two proofs of settlements that never were have switched a facilitator off. Look before you switch it on.",
    runbook: "docs/runbooks/facilitator-lies.md",
  },
  journal_refused: {
    severity: "critical",
    message:
      "The line of a sale could not be written to the journal, which lacks it now. `journal_refused` in the log names the payment. Export the journal and let it go, or take a larger database.",
    runbook: "docs/operations/operators.md#sales-journal",
  },
  last_facilitator_lies: {
    severity: "critical",
    message: "The last facilitator that is on named settlements that never were. No other can take over.",
    runbook: "docs/runbooks/facilitator-lies.md",
  },
  log_behind_floor: {
    severity: "critical",
    message:
      "The lounge's log is shorter than LOUNGE_LOG_FLOOR says: nothing of it is signed. Was the ledger restored?",
    runbook: "docs/runbooks/ledger-restored.md",
  },
  open_payment_without_record: {
    severity: "critical",
    message: "The ledger lost the record of an open payment: it evicts, or was restored. It must not evict.",
    runbook: "docs/runbooks/ledger-restored.md",
  },
  receiving_account_missing: {
    severity: "critical",
    message:
      "SOLANA_PAY_TO has no USDC account, so that no payment on Solana arrives. `create` in the log's line is the command that makes it.",
    runbook: PAYMENTS,
  },
  receiving_account_unusable: {
    severity: "critical",
    message:
      "The USDC account of SOLANA_PAY_TO can't receive: it is frozen, or another's. `why` in the log's line says which.",
    runbook: PAYMENTS,
  },
  receiving_address_blacklisted: {
    severity: "critical",
    message:
      "USDC's issuer has blacklisted EVM_PAY_TO: every payment on Base fails. Switch the chain off, and receive with another wallet.",
    runbook: PAYMENTS,
  },
  receiving_address_changed: {
    severity: "critical",
    message:
      "A receiving wallet is another than at the last comparison. If nobody of yours changed EVM_PAY_TO or SOLANA_PAY_TO, buyers' money goes to a stranger: switch the chain off.",
    runbook: "docs/runbooks/key-leaked.md",
  },
  refund_wallet_lacks_gas: {
    severity: "warning",
    message:
      "None of REFUND_WALLETS on a chain can pay for a transfer. `refund_wallet_lacks_gas` in the log names the chain: send some ETH or SOL to one.",
    runbook: "docs/operations/operators.md#refunds",
  },
  scan_not_pinned: {
    severity: "critical",
    message:
      "A scan's connection led to another address than public DNS says, and was closed before the first byte. Something redirects this machine's connections: a transparent proxy, or a rule of its firewall. Nothing was sold by it.",
    runbook: "docs/operations/watch.md",
  },
  settled_not_recorded: {
    severity: "critical",
    message:
      "Money moved, and the ledger did not take that it did. Recovery makes it good once the ledger answers.",
    runbook: WATCH,
  },
  settled_without_record: {
    severity: "critical",
    message:
      "Money moved and was served, and the ledger has no record of it. `settled_without_record` in the log has both.",
    runbook: "docs/runbooks/ledger-restored.md",
  },
  settings_differ: {
    severity: "warning",
    message:
      "Pages and documents were built with other settings than the service runs with. `settings_differ` in the log names them: build again with the settings of today.",
    runbook: "docs/operations/deploy.md",
  },
  signing_key_unusable: {
    severity: "warning",
    message: "RECEIPT_SIGNING_KEY can't be used: sales go on with receipts that nobody signed.",
    runbook: "docs/runbooks/key-leaked.md",
  },
  sold_unseen_in_silence: {
    severity: "critical",
    message:
      "Our own node can't be asked, so sales rest on a facilitator's word alone, up to TRUST_SILENT_USD_PER_HOUR. `sold_unseen_in_silence` in the log names the network.",
    runbook: "docs/runbooks/rpc-lies.md",
  },
  unseen_sales_used_up: {
    severity: "critical",
    message:
      "Our own node can't be asked, and this hour's value of sales without it is used up: sales on that network get 503. `unseen_sales_used_up` in the log names the network.",
    runbook: "docs/runbooks/rpc-lies.md",
  },
  worker_hung: {
    severity: "warning",
    message:
      "A worker process hung and was replaced. `worker_hung` in the log says when; its calls were lost.",
    runbook: "docs/operations/deploy.md",
  },
};
