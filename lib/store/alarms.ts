import { describe, log, takeTroubles } from "../http/log";
import { now } from "../time";
import { keys } from "./keys";
import { ledgerStore } from "./redis";

/**
 * Log events that raise an alert by themselves, until a clean run or a person clears it. To add one, write its name here and its
 * words in payments/metrics/alarm-words.ts; `log.warn` or `log.error` of that event does the rest.
 */
export const ALARM_EVENTS = [
  "balances_unread",
  "books_differ",
  "canary_alarm",
  "certificate_ends",
  "credited_owed",
  "effect_refused",
  "facilitator_over_quota",
  "facilitator_refusal_unknown",
  "facilitator_taken_out",
  "journal_refused",
  "last_facilitator_lies",
  "log_behind_floor",
  "open_payment_without_record",
  "receiving_account_missing",
  "receiving_account_unusable",
  "receiving_address_blacklisted",
  "receiving_address_changed",
  "refund_wallet_lacks_gas",
  "scan_not_pinned",
  "settled_not_recorded",
  "settled_without_record",
  "settings_differ",
  "signing_key_unusable",
  "sold_unseen_in_silence",
  "unseen_sales_used_up",
  "worker_hung",
] as const;
export type AlarmEvent = (typeof ALARM_EVENTS)[number];

/** First and last time (ms) of an event since it was cleared. */
export interface Alarm {
  since: number;
  last: number;
}

/** An event that repeats is written once in this time. */
const SEND_EVERY_MS = 10_000;
/** An alarm that nobody cleared ends a week after its last event. */
const KEPT_MS = 7 * 86_400_000;

/** Events that the ledger has not taken yet: it may be what failed. */
const pending = new Map<AlarmEvent, number>();
let sentAt = -Infinity;

function collect(): void {
  const troubles = takeTroubles();
  for (const event of ALARM_EVENTS) {
    const at = troubles.get(event);
    if (at !== undefined) pending.set(event, at);
  }
}

async function send(): Promise<void> {
  const batch = [...pending];
  pending.clear();
  try {
    const pipeline = ledgerStore().pipeline();
    for (const [event, at] of batch) {
      pipeline.hsetnx(keys.alarms(), `since ${event}`, String(at));
      pipeline.hset(keys.alarms(), { [`last ${event}`]: String(at) });
    }
    await pipeline.exec();
  } catch (error) {
    for (const [event, at] of batch) if (!pending.has(event)) pending.set(event, at);
    log.warn("alarms_not_written", { why: describe(error) });
  }
}

/** Writes what was logged since the last call to the ledger, in the background. */
export function sendAlarms(background: (work: Promise<unknown>) => void): void {
  collect();
  if (pending.size === 0 || now() - sentAt < SEND_EVERY_MS) return;
  sentAt = now();
  background(send());
}

function note(alarms: Map<AlarmEvent, Alarm>, event: AlarmEvent, kept: Partial<Alarm>): void {
  const before = alarms.get(event);
  const since = Math.min(kept.since ?? Infinity, before?.since ?? Infinity);
  const last = Math.max(kept.last ?? -Infinity, before?.last ?? -Infinity);
  alarms.set(event, { since: Math.min(since, last), last: Math.max(since, last) });
}

/** What this instance logged and the ledger does not have yet. */
function pendingAlarms(): Map<AlarmEvent, Alarm> {
  collect();
  const alarms = new Map<AlarmEvent, Alarm>();
  for (const [event, at] of pending) note(alarms, event, { since: at, last: at });
  return alarms;
}

/** Alarms of all instances that nothing cleared, as the ledger's hash holds them (names and values in turn), and this instance's own. */
export function alarmsIn(flat: readonly string[]): ReadonlyMap<AlarmEvent, Alarm> {
  const fields = new Map(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]] as const] : [])));
  const alarms = pendingAlarms();
  for (const event of ALARM_EVENTS) {
    const [since, last] = [fields.get(`since ${event}`), fields.get(`last ${event}`)];
    if (since === undefined || last === undefined || now() - Number(last) > KEPT_MS) continue;
    note(alarms, event, { since: Number(since), last: Number(last) });
  }
  return alarms;
}

/** The fields of some alarms, which a command removes to clear them. */
export const alarmFields = (events: readonly AlarmEvent[]): string[] =>
  events.flatMap((event) => [`since ${event}`, `last ${event}`]);

/** Forgets what this instance has noted of an alarm and not written yet. */
export function forgetAlarm(event: AlarmEvent): void {
  collect();
  pending.delete(event);
}

/** Clears alarms after a run that found nothing wrong. Its failure leaves them standing, which is told. */
export async function clearAlarms(...events: readonly AlarmEvent[]): Promise<void> {
  for (const event of events) forgetAlarm(event);
  try {
    await ledgerStore().hdel(keys.alarms(), ...alarmFields(events));
  } catch (error) {
    log.warn("alarms_not_cleared", { why: describe(error) });
  }
}
