import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { NOW } from "@/lib/store/redis-time";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import { run } from "../ledger/run";

/** The schedules that a shop needs, as the last part of their paths. */
const SCHEDULES = [
  ...(["recover-payments", "reconcile", "score-verdicts", "score-signals"] as const),
  ...(["anchor-log", "canary"] as const),
];
export type Schedule = (typeof SCHEDULES)[number];

/** Notes a run: its start and end by the ledger's clock, and the starts of the five last ones, from which its period is learnt. */
const NOTE_RUN = `${NOW}
local schedulesKey = unpack(KEYS)
local name, durationMs, why = unpack(ARGV)
local read, kept = pcall(cjson.decode, redis.call('HGET', schedulesKey, name) or '{}')
if not read or type(kept) ~= 'table' or type(kept.starts) ~= 'table' then kept = { starts = {} } end
local starts = kept.starts
starts[#starts + 1] = now - tonumber(durationMs)
while #starts > 5 do table.remove(starts, 1) end
kept.durationMs = tonumber(durationMs)
if why == '' then kept.lastSuccess = now else kept.lastError = now end
redis.call('HSET', schedulesKey, name, cjson.encode(kept))
return 'ok'
`;

/** Writes that a schedule's run ended; `why` is what failed, empty where nothing did. What the ledger does not take is told. */
export async function noteRun(schedule: string, durationMs: number, why: string): Promise<void> {
  try {
    await run(NOTE_RUN, [keys.schedules()], [schedule, String(Math.round(durationMs)), why]);
  } catch (error) {
    log.warn("run_not_noted", { schedule, why: describe(error) });
  }
}

const keptRun = z.object({
  starts: z.array(z.number()).min(1),
  durationMs: z.number(),
  lastSuccess: z.number().optional(),
  lastError: z.number().optional(),
});

/** A schedule's last runs. Times in milliseconds, null for what never was. */
export interface ScheduleHealth {
  name: Schedule;
  lastStart: number | null;
  lastSuccess: number | null;
  lastError: number | null;
  durationMs: number | null;
  /** When its next success is due at the latest; null where nothing tells. */
  due: number | null;
  isLate: boolean;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A daily schedule may come so late. */
const DAILY_LATE_MS = 26 * 3_600_000;

/** The longest of the last gaps, so that a run by hand makes no daily schedule look like one of each minute. */
function periodOf(starts: readonly number[]): number {
  const gaps = starts.slice(1).map((start, at) => start - (starts[at] ?? start));
  return gaps.length === 0 ? DAY_MS : Math.min(DAY_MS, Math.max(MINUTE_MS, ...gaps));
}

const allowedMs = (starts: readonly number[]): number =>
  Math.min(DAILY_LATE_MS, 2 * periodOf(starts) + 5 * MINUTE_MS);

/** Whether a shop has to run it. */
const isNeeded = (name: Schedule): boolean => name !== "anchor-log" || env().LOUNGE_ANCHOR_KEY !== undefined;

function healthOf(name: Schedule, text: string | undefined, epoch: number | null): ScheduleHealth {
  const read = keptRun.safeParse(text === undefined ? null : JSON.parse(text));
  const {
    starts,
    durationMs = null,
    lastSuccess = null,
    lastError = null,
  } = read.success ? read.data : { starts: [] };
  const from = lastSuccess ?? starts[0] ?? epoch;
  const due = from === null || !isNeeded(name) ? null : from + allowedMs(starts);
  return {
    ...{ name, lastStart: starts.at(-1) ?? null, lastSuccess, lastError, durationMs },
    ...{ due, isLate: due !== null && now() > due },
  };
}

/**
 * How each schedule does, from the ledger's hash (names and values in turn). One that never ran is due 26 hours after the ledger
 * began, `epoch` (ms).
 */
export function schedulesIn(flat: readonly string[], epoch: number | null): ScheduleHealth[] {
  const fields = new Map(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : [])));
  return SCHEDULES.map((name) => healthOf(name, fields.get(name), epoch));
}

/** The same, read from the ledger. Throws when it can't be reached. */
export async function readSchedules(): Promise<ScheduleHealth[]> {
  const pipeline = ledgerStore().pipeline();
  pipeline.hgetall(keys.schedules());
  pipeline.get(keys.ledgerEpoch());
  const [flat, epoch] = await pipeline.exec<[unknown, string | null]>();
  return schedulesIn(Array.isArray(flat) ? flat.map(String) : [], epoch === null ? null : Number(epoch));
}
