import * as z from "zod";

const count = z.int().min(0);
const seconds = z.number().min(0).nullable();
const budget = z.object({ used: count, most: count, share: z.number().min(0) });

export const metricsAnswer = z.object({
  ok: z.literal(true).describe("Always true in an answer."),
  at: z.iso.datetime().describe("When it was read."),
  payments: z
    .object({
      open: count.describe("Between intent and settlement, or paid and due an answer."),
      oldestOpenSec: seconds.describe("Age of the oldest; null without one."),
      unknown: count.describe("Those with an open outcome, of the 200 oldest open ones."),
      oldestUnknownSec: seconds.describe("How long the oldest of them has been sent."),
      credited: count.describe("Those that are due an answer, of the 200 oldest open ones."),
      debts: count.describe("Paid and never served, of the 200 oldest notes."),
      oldestDebtSec: seconds,
    })
    .nullable()
    .describe("What waits; null while the ledger can't be read."),
  sales: z
    .object({
      unconfirmed: count.describe("Said to be settled, and found nowhere yet."),
      oldestUnconfirmedSec: seconds.describe("How long the oldest of them has been suspected."),
      disputed: count.describe("One node proves that their money never moved: a person decides."),
      unbackedDay: count.describe("Two nodes prove it, of sales that came under suspicion within 24 hours."),
    })
    .nullable()
    .describe("Sales whose money was not seen, of the 1,000 that came under suspicion last."),
  settlements: z
    .array(
      z.object({
        facilitator: z.string(),
        asked: count,
        settled: count,
        share: z.number().min(0).max(1).describe("Settled of asked."),
      }),
    )
    .describe("This hour and the one before, by facilitator; null counts are left out."),
  doubts: z
    .object({
      unknownRefusals: count.describe(
        "Payments that a facilitator refused by a code that no rule here knows.",
      ),
      contradicted: count.describe("Payments that one refused and that our own node found good."),
      watched: count.describe(
        "Sales that waited for our own node, as no facilitator had room for one more unseen.",
      ),
      inSilence: count.describe(
        "Of those, sold by a facilitator's word because our node could not be asked.",
      ),
      usedUp: count.describe(
        "Sales that were not made, as our node was silent and the hour's value used up.",
      ),
    })
    .nullable()
    .describe("This hour and the one before; null while the counts can't be read."),
  requests: z
    .object({
      all: count,
      refused429: count.describe("Over a limit."),
      failed503: count.describe("Without a ledger, facilitators or data."),
      share429: z.number().min(0).max(1),
      share503: z.number().min(0).max(1),
    })
    .nullable()
    .describe("This hour and the one before; null while the counts can't be read."),
  ledger: z
    .object({
      capacityBytes: count.describe("LEDGER_CAPACITY_BYTES."),
      usedBytes: count.nullable().describe("By the database's own word; null where it does not tell."),
      journalLines: count,
      journalBytes: count.describe("250 bytes a line."),
      journalDays: count.describe("Days that wait for an export."),
      usedShare: z
        .number()
        .min(0)
        .describe("The larger of both, of the capacity or of the store's own bound, whichever is less."),
    })
    .nullable()
    .describe("How full the ledger's database is; null while it can't be read."),
  budgets: z
    .object({
      newcomers: z
        .object({
          used: count.describe("Work that ended unpaid, or is under way, within an hour."),
          most: count.describe("Beyond it such wallets share a few slots."),
          share: z.number().min(0),
        })
        .describe("Wallets that have never paid, all together."),
      chatTokens: budget.nullable().describe("Of CHAT_DAILY_TOKENS, today (UTC); null without models."),
      chatNewcomersTokens: budget
        .nullable()
        .describe("Of CHAT_NEWCOMERS_DAILY_TOKENS, by wallets that have never paid for a turn."),
      ownToken: budget
        .nullable()
        .describe("Of TOKEN_DAILY_CAP_USD, in USDC base units; null before the launch."),
    })
    .nullable()
    .describe("How much of what may be done for nothing is used; null while the ledger can't be read."),
  health: z
    .object({
      canSell: z.boolean().describe("Whether a sale would succeed now."),
      obstacles: z
        .array(z.string())
        .describe("Why not: `ledger_full`, `no_facilitator`, `no_chain` and others."),
      ledger: z.string().nullable().describe("What keeps the ledger from taking writes; null when it does."),
      cache: z.string().nullable().describe("What keeps the cache from answering; null when it does."),
      clockOffMs: z.number().nullable().describe("How far the ledger's clock is ahead of this instance's."),
      facilitators: z.array(z.object({ name: z.string(), state: z.enum(["up", "failing", "off"]) })),
      chains: z.array(z.object({ network: z.string(), answers: z.boolean() })),
    })
    .describe("What sales rest on, as this instance sees it; looked at within five seconds."),
  schedules: z
    .array(
      z.object({
        name: z.string(),
        lastStart: z.iso.datetime().nullable(),
        lastSuccess: z.iso.datetime().nullable(),
        lastError: z.iso.datetime().nullable(),
        durationMs: z.number().nullable(),
        due: z.iso.datetime().nullable().describe("When its next success is due at the latest."),
        isLate: z.boolean(),
      }),
    )
    .describe("The last runs of each schedule; empty while the ledger can't be read."),
  alerts: z
    .array(
      z.object({
        name: z.string().describe("The same while the condition lasts."),
        severity: z.enum(["critical", "warning"]),
        since: z.iso.datetime().nullable().describe("Since when it is known."),
        value: z
          .union([z.number(), z.string()])
          .nullable()
          .describe("What was found; null where it is no figure."),
        threshold: z.number().nullable().describe("From where on it is an alert."),
        message: z.string().describe("What is wrong and what to do, for a person."),
        runbook: z.string().describe("The page with the steps, in the repository."),
      }),
    )
    .describe("What needs a person now, the worst first; empty when nothing does."),
});
export type MetricsAnswer = z.input<typeof metricsAnswer>;
