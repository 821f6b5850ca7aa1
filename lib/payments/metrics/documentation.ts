import { documentRoute } from "@/lib/catalog/document";
import { metricsAnswer } from "./answer";
import { metricsEntry } from "./entry";

export const metricsDocumentation = documentRoute(metricsEntry, {
  description:
    "One document for monitoring: what waits, how facilitators and requests do, how full the ledger is, how much was done for nothing, and what of it needs a person. Ask it each minute and page somebody while `alerts` is not empty, or it does not answer. It answers without its stores, too, with what this instance knows.",
  output: metricsAnswer,
  sample: {
    input: {},
    output: {
      ok: true,
      at: "2026-11-22T14:05:00.000Z",
      payments: {
        ...{ open: 1, oldestOpenSec: 4, unknown: 0, oldestUnknownSec: null, credited: 0 },
        ...{ debts: 1, oldestDebtSec: 5400 },
      },
      settlements: [{ facilitator: "primary", asked: 212, settled: 211, share: 0.9953 }],
      doubts: { unknownRefusals: 0, contradicted: 2, watched: 0, inSilence: 0, usedUp: 0 },
      requests: { all: 4210, refused429: 12, failed503: 3, share429: 0.0029, share503: 0.0007 },
      ledger: {
        ...{ capacityBytes: 268_435_456, usedBytes: 31_457_280, journalLines: 20_180 },
        ...{ journalBytes: 5_045_000, journalDays: 22, usedShare: 0.1171875 },
      },
      sales: { unconfirmed: 0, oldestUnconfirmedSec: null, disputed: 0, unbackedDay: 0 },
      budgets: {
        newcomers: { used: 14, most: 1000, share: 0.014 },
        chatTokens: { used: 310_000, most: 2_000_000, share: 0.155 },
        chatNewcomersTokens: { used: 21_000, most: 200_000, share: 0.105 },
        ownToken: null,
      },
      health: {
        ...{ canSell: true, obstacles: [], ledger: null, cache: null, clockOffMs: 12 },
        facilitators: [
          { name: "primary", state: "up" },
          { name: "fallback", state: "up" },
        ],
        chains: [{ network: "eip155:8453", answers: true }],
      },
      schedules: [
        {
          ...{ name: "recover-payments", durationMs: 41, lastError: null, isLate: false },
          ...{ lastStart: "2026-11-22T14:04:30.000Z", lastSuccess: "2026-11-22T14:04:30.041Z" },
          due: "2026-11-22T14:11:30.041Z",
        },
      ],
      alerts: [
        {
          ...{
            name: "debts",
            severity: "warning",
            since: "2026-11-22T12:35:00.000Z",
            value: 1,
            threshold: 0,
          },
          message:
            "Payments taken and not served: 1, the oldest 90 minutes ago. Refund them: npm run ledger -- debts",
          runbook: "docs/operations/operators.md#refunds",
        },
      ],
    },
  },
});
