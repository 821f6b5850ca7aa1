import type { AnswerOf } from "@/lib/catalog/define";
import type { Alarm, AlarmEvent } from "@/lib/store/alarms";
import type { Failures } from "@/lib/store/counters";
import type { Health } from "../health/can-sell";
import type { ScheduleHealth } from "../health/schedules";
import type { SelfProbe } from "../health/self-probe";
import type { metricsEntry } from "./entry";

type Answer = AnswerOf<typeof metricsEntry>;
export type Alert = Answer["alerts"][number];
export type Severity = Alert["severity"];

/** What alerts rest on: the document's figures, null where they could not be read, and what stands behind them. */
export interface Observed extends Pick<
  Answer,
  "payments" | "sales" | "settlements" | "doubts" | "requests" | "ledger" | "budgets"
> {
  /** Milliseconds since 1970. */
  at: number;
  health: Health;
  /** What the cache counts; null while it can't be read. */
  counts: ReadonlyMap<string, number> | null;
  failures: ReadonlyMap<string, Failures>;
  alarms: ReadonlyMap<AlarmEvent, Alarm>;
  schedules: readonly ScheduleHealth[];
  selfProbe: SelfProbe | null;
  /** When the last sales were made (ms), the newest first. */
  saleTimes: readonly number[];
  /** Sales whose money is still to be looked for. */
  toConfirm: number | null;
  /** In how many days the ledger is full at the last days' rate; null where that is not known. */
  fullInDays: number | null;
}

/** `since` is left out by a condition that does not know it. */
type Found = Omit<Alert, "since" | "value" | "threshold"> &
  Partial<Pick<Alert, "since" | "value" | "threshold">>;

/** One alert's condition: null while all is well. */
export type Condition = (observed: Observed) => Found | null;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const minutes = (sec: number): string => `${Math.floor(sec / 60)} minutes`;
export const isoOf = (ms: number | null | undefined): string | null =>
  ms === undefined || ms === null ? null : new Date(ms).toISOString();
