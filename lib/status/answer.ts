import * as z from "zod";

const share = z.number().min(0).max(1).nullable();
const count = z.int().min(0);

export const statusAnswer = z.object({
  ok: z
    .boolean()
    .describe(
      "Whether a sale would succeed now: the ledger takes writes, a facilitator takes payments, a chain answered lately.",
    ),
  at: z.iso.datetime().describe("When this was put together; at most five seconds ago."),
  degraded: z
    .array(z.enum(["ledger", "cache", "facilitators", "chains", "schedules", "providers"]))
    .describe("What does not work as it should; empty when all does. Not all of it stops sales."),
  stores: z
    .object({
      ledger: z.enum(["up", "down"]).describe("Where sales are written. While it is down, nothing is sold."),
      cache: z.enum(["up", "down"]).describe("What instances share. Desks answer without it, only slower."),
    })
    .describe("What this instance reached at that moment."),
  routes: z
    .array(
      z.object({
        label: z.string().describe("The route's short name."),
        path: z.string().describe("Where it is called."),
        summary: z.string().describe("What it sells."),
        lastSale: z.iso
          .datetime()
          .nullable()
          .describe("When the answer was made that was last paid for; null when none is known."),
        answered: count.nullable().describe("Paid calls that were answered, this hour and the one before."),
        failed: count.nullable().describe("Paid calls that the service failed, and that cost nothing."),
        successShare: share.describe("answered ÷ (answered + failed); null without a call."),
      }),
    )
    .describe("Every paid route, in the catalog's order."),
  facilitators: z
    .array(
      z.object({
        name: z.string().describe("Its place in the order in which they are asked."),
        state: z
          .enum(["up", "failing", "off", "unknown"])
          .describe("`failing`: failed a payment lately; `off`: switched off; `unknown`: the cache is down."),
        settled: count.nullable().describe("Settlements, this hour and the one before."),
        asked: count.nullable().describe("How many it was asked for."),
      }),
    )
    .describe("Who takes payments to the chains."),
  schedules: z
    .array(
      z.object({
        name: z.string().describe("What runs by itself."),
        lastRun: z.iso.datetime().nullable().describe("When it last succeeded; null when no run is known."),
        due: z.iso
          .datetime()
          .nullable()
          .describe("When its next success is due at the latest; null where nothing tells."),
      }),
    )
    .describe(
      "What recovers payments, compares the books, scores and probes; empty while the ledger is down.",
    ),
  providers: z
    .object({
      checkedAt: z.iso
        .datetime()
        .nullable()
        .describe(
          "When every source was last probed; null where that was more than two days ago, or is not known.",
        ),
      list: z
        .array(
          z.object({
            provider: z.string().describe("Whose data it is."),
            sources: count.describe("Sources of it that were read."),
            alarms: z
              .array(
                z.object({
                  id: z.string().describe("The source."),
                  alarm: z.string().describe("`unreachable`, `schema`, `zero_yield` or `stale`."),
                }),
              )
              .describe("What was wrong with them; empty when nothing was."),
          }),
        )
        .describe("Every provider that the probe read."),
    })
    .describe("The providers, as the last round of probes saw them. Asking this reads none of them."),
  notes: z.array(z.string()).describe("What could not be told at the moment."),
});
export type StatusAnswer = z.input<typeof statusAnswer>;
