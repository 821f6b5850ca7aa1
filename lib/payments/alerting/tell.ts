import * as z from "zod";
import { env } from "@/lib/env";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { now } from "@/lib/time";
import type { Health } from "../health/can-sell";
import { type Alert, isoOf, type Severity } from "../metrics/alert";
import { alertsOf } from "../metrics/alerts";
import { observe } from "../metrics/observe";
import type { Notice } from "./forms";
import { beat, tellReceiver } from "./send";

const sentAlert = z.object({
  since: z.number(),
  lastSent: z.number(),
  severity: z.enum(["critical", "warning"]),
});
/** What receivers know of an alert. Times in milliseconds. */
type Sent = z.infer<typeof sentAlert>;

/** What this instance sent while the ledger could not keep it. */
const ownSent = new Map<string, Sent>();

const HOUR_MS = 3_600_000;
/** Two runs at once send nothing twice within it. */
const TURN_MS = 30_000;
/** A run ends by then; what is left is sent by the next. */
const LIMIT_MS = 12_000;

const RANK: Record<Severity, number> = { warning: 0, critical: 1 };

/** What was sent, or null while the ledger can't say. */
async function readSent(): Promise<Map<string, Sent> | null> {
  try {
    const reply: unknown = await ledgerStore().hgetall(keys.sentAlerts());
    const flat = Array.isArray(reply) ? reply.map(String) : [];
    const sent = new Map<string, Sent>();
    for (let at = 0; at < flat.length; at += 2) {
      const read = sentAlert.safeParse(JSON.parse(flat[at + 1] ?? "null"));
      if (read.success) sent.set(flat[at] ?? "", read.data);
    }
    return sent;
  } catch (error) {
    log.warn("sent_alerts_unread", { why: describe(error) });
    return null;
  }
}

/** Keeps what became of one alert: in the ledger, or in memory while that takes nothing. */
async function keep(name: string, sent: Sent | null): Promise<void> {
  try {
    await (sent === null
      ? ledgerStore().hdel(keys.sentAlerts(), name)
      : ledgerStore().hset(keys.sentAlerts(), { [name]: JSON.stringify(sent) }));
    ownSent.delete(name);
  } catch {
    // Told by the probe of the ledger; the instance remembers for itself.
    if (sent === null) ownSent.delete(name);
    else ownSent.set(name, sent);
  }
}

/** An alert that rests on how long this instance has seen a fault goes on while the fault does, whoever sees it. */
const isStill = (name: string, { obstacles, ledger, cache }: Health): boolean =>
  obstacles.some((obstacle) => obstacle === name) ||
  (name === "ledger_down" && ledger.fault !== null) ||
  (name === "cache_down" && cache.fault !== null);

/** What is to be sent now: new, worse, due again, or over. `sent` null: what is over is not known. Pure. */
export function noticesOf(
  alerts: readonly Alert[],
  sent: ReadonlyMap<string, Sent>,
  at: number,
  isOver: (name: string) => boolean,
): Notice[] {
  const { ALERT_MIN_SEVERITY, ALERT_REPEAT_HOURS } = env();
  const wanted = alerts.filter(({ severity }) => RANK[severity] >= RANK[ALERT_MIN_SEVERITY]);
  const firing = wanted.flatMap((alert): Notice[] => {
    const before = sent.get(alert.name);
    const hours = alert.severity === "critical" ? Math.min(1, ALERT_REPEAT_HOURS) : ALERT_REPEAT_HOURS;
    const isDue =
      before === undefined ||
      RANK[alert.severity] > RANK[before.severity] ||
      at - before.lastSent >= hours * HOUR_MS;
    return isDue ? [{ ...alert, state: "firing", since: isoOf(before?.since) ?? alert.since }] : [];
  });
  const names = new Set(alerts.map(({ name }) => name));
  const over = [...sent].filter(([name]) => !names.has(name) && isOver(name));
  const resolved = over.map(([name, { since, severity }]): Notice => ({
    ...{ state: "resolved", name, severity, since: isoOf(since), value: null, threshold: null },
    ...{ message: "It is over.", runbook: "docs/operations/watch.md" },
  }));
  return [...firing, ...resolved];
}

const takesTurn = async (): Promise<boolean> =>
  (await ledgerStore().set(keys.alertTurn(), "1", { nx: true, px: TURN_MS })) !== null;

/** To all receivers; true where one took it. */
async function sendToAll(notice: Notice): Promise<boolean> {
  const came = await Promise.all(env().ALERT_WEBHOOK_URL.map((url) => tellReceiver(url, notice)));
  return came.includes(null);
}

async function send(alerts: readonly Alert[], health: Health, isRead: boolean): Promise<void> {
  const kept = await readSent();
  const sent = new Map([...(kept ?? []), ...ownSent]);
  const isOver = (name: string): boolean => isRead && !isStill(name, health);
  const notices = noticesOf(alerts, sent, now(), isOver);
  // Without the ledger nobody else's turn can be told: each instance sends its own, once an hour.
  if (notices.length === 0 || (health.ledger.fault === null && !(await takesTurn()))) return;
  const end = now() + LIMIT_MS;
  for (const notice of notices) {
    if (now() > end) return log.warn("alerts_not_sent_yet", { left: notices.length });
    if (!(await sendToAll(notice))) continue;
    const { name, state, severity, since } = notice;
    const at = now();
    await keep(
      name,
      state === "resolved"
        ? null
        : { since: since === null ? at : Date.parse(since), lastSent: at, severity },
    );
  }
}

/** Whether anybody is to be told of alerts by this service itself. */
const isAsked = (): boolean => env().ALERT_WEBHOOK_URL.length > 0 || env().HEARTBEAT_URL !== undefined;

/** Sends what is new of the alerts, and the heartbeat. Never throws: what fails is a line of the log, and is sent by the next run. */
export async function tellAlerts(): Promise<void> {
  if (!isAsked()) return;
  try {
    const observed = await observe(new Date(now()));
    const alerts = alertsOf(observed);
    const isRead = observed.payments !== null && observed.counts !== null;
    if (env().ALERT_WEBHOOK_URL.length > 0) await send(alerts, observed.health, isRead);
    const { HEARTBEAT_URL } = env();
    if (HEARTBEAT_URL !== undefined)
      await beat(HEARTBEAT_URL, !alerts.some(({ severity }) => severity === "critical"));
  } catch (error) {
    log.error("alerts_not_told", { why: describe(error) });
  }
}
