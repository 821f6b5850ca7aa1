import { now } from "@/lib/time";
import { ALARM_WORDS } from "./alarm-words";
import { type Alert, type Condition, isoOf, type Observed, type Severity } from "./alert";
import { MONEY } from "./alerts-of-money";
import { SALES } from "./alerts-of-sales";
import { STORES } from "./alerts-of-stores";

const lateSchedules: Condition = ({ schedules, at }) => {
  const late = schedules.filter(({ isLate }) => isLate);
  const due = Math.min(...late.flatMap(({ due }) => due ?? []));
  return late.length === 0
    ? null
    : {
        name: "schedule_late",
        severity: late.some(({ name }) => name === "recover-payments") ? "critical" : "warning",
        ...{ since: isoOf(due), value: Math.round((at - due) / 1000), threshold: 0 },
        message: `No success in time of: ${late.map(({ name, lastSuccess }) => `${name} (last ${isoOf(lastSuccess ?? undefined) ?? "never"})`).join(", ")}. Is the scheduler running, with the CRON_SECRET of this service?`,
        runbook: "docs/operations/schedules.md",
      };
};

const ORDER: readonly Severity[] = ["critical", "warning"];

/** Since when this instance has seen each alert that does not know it itself (ms). */
let seen: ReadonlyMap<string, number> = new Map();

/** What needs a person now, the worst first. */
export function alertsOf(observed: Observed): Alert[] {
  const found = [...STORES, ...SALES, lateSchedules, ...MONEY].flatMap(
    (condition) => condition(observed) ?? [],
  );
  const alarms = [...observed.alarms].map(([name, { since }]) => ({
    ...{ name, ...ALARM_WORDS[name], since: isoOf(since) },
  }));
  const all = [...found, ...alarms];
  seen = new Map(all.map(({ name }) => [name, seen.get(name) ?? now()]));
  return all
    .map((alert) => ({
      ...{ value: null, threshold: null, ...alert },
      since: alert.since ?? isoOf(seen.get(alert.name)),
    }))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}
