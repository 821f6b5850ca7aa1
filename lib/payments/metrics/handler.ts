import type { AnswerOf } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";
import type { Health } from "../health/can-sell";
import type { ScheduleHealth } from "../health/schedules";
import { isoOf } from "./alert";
import { alertsOf } from "./alerts";
import type { metricsEntry } from "./entry";
import { observe } from "./observe";

type Answer = AnswerOf<typeof metricsEntry>;

const healthOf = ({ canSell, obstacles, ledger, cache, facilitators, chains }: Health): Answer["health"] => ({
  ...{ canSell, obstacles: [...obstacles], ledger: ledger.fault, cache: cache.fault },
  ...{ clockOffMs: ledger.clockOffMs, facilitators: [...facilitators], chains: [...chains] },
});

const scheduleOf = ({ lastStart, lastSuccess, lastError, due, ...rest }: ScheduleHealth) => ({
  ...rest,
  ...{ lastStart: isoOf(lastStart), lastSuccess: isoOf(lastSuccess), lastError: isoOf(lastError) },
  due: isoOf(due),
});

/** The document, with what this instance knows of what can't be read. Never throws. */
export const metrics: Handler<typeof metricsEntry> = async (_, { now }) => {
  const observed = await observe(now);
  const { payments, settlements, doubts, requests, ledger, sales, budgets, health, schedules } = observed;
  return {
    answer: {
      ...{ ok: true, at: now.toISOString(), payments, settlements, doubts, requests, ledger, sales, budgets },
      ...{ health: healthOf(health), schedules: schedules.map(scheduleOf), alerts: alertsOf(observed) },
    },
    effects: [],
  };
};
