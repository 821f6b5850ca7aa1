import { type Alarm, type AlarmEvent, alarmsIn } from "@/lib/store/alarms";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { type ScheduleHealth, schedulesIn } from "../health/schedules";
import { type LedgerSize, ledgerSizesIn } from "./ledger-sizes";
import { readSelfProbe, type SelfProbe } from "../health/self-probe";

/** What the service notes of itself in the ledger, for its operators. */
export interface Operations {
  alarms: ReadonlyMap<AlarmEvent, Alarm>;
  schedules: readonly ScheduleHealth[];
  selfProbe: SelfProbe | null;
  toConfirm: number | null;
  sizes: readonly LedgerSize[];
}

const listOf = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

/** One trip. Throws when the ledger can't be read. */
export async function operations(): Promise<Operations> {
  const pipeline = ledgerStore().pipeline();
  pipeline.hgetall(keys.alarms());
  pipeline.hgetall(keys.schedules());
  pipeline.get(keys.ledgerEpoch());
  pipeline.get(keys.selfProbe());
  pipeline.zcard(keys.toConfirm());
  pipeline.hgetall(keys.ledgerSizes());
  const [alarms, schedules, epoch, probe, toConfirm, sizes] =
    await pipeline.exec<[unknown, unknown, string | null, string | null, number, unknown]>();
  return {
    alarms: alarmsIn(listOf(alarms)),
    schedules: schedulesIn(listOf(schedules), epoch === null ? null : Number(epoch)),
    selfProbe: readSelfProbe(probe),
    toConfirm,
    sizes: ledgerSizesIn(listOf(sizes)),
  };
}

/** What this instance knows of them without the ledger. */
export const operationsUnread = (): Operations => ({
  alarms: alarmsIn([]),
  ...{ schedules: [], selfProbe: null, toConfirm: null, sizes: [] },
});

const DAY_MS = 86_400_000;
const SALES = 50;
const DAYS = 7;
/** How long this instance goes without asking again: an alert of hours needs no more. */
const KEPT_MS = 10 * 60_000;

let kept: { at: number; times: readonly number[] } | undefined;

/** When the last 50 sales were made (ms), the newest first, by the journal's last week. Throws when the ledger can't be read. */
export async function saleTimes(): Promise<readonly number[]> {
  const age = now() - (kept?.at ?? -Infinity);
  if (kept !== undefined && age >= 0 && age < KEPT_MS) return kept.times;
  const today = Math.floor(now() / DAY_MS);
  const pipeline = ledgerStore().pipeline();
  for (let day = today; day > today - DAYS; day -= 1)
    pipeline.xrevrange(keys.journalDay(day), "+", "-", SALES);
  // The client makes an object of a stream's entries, by their ids, in their order.
  const days = await pipeline.exec<Record<string, unknown>[]>();
  const times = days.flatMap((entries) => Object.keys(entries)).map((id) => Number(id.split("-")[0]));
  kept = { at: now(), times: times.slice(0, SALES) };
  return kept.times;
}
