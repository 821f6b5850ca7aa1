import { env } from "@/lib/env";
import type { Handler } from "@/lib/handler";
import { log } from "@/lib/http/log";
import { clearAlarms } from "@/lib/store/alarms";
import type { Upstream } from "@/lib/sources/fetcher/attempt";
import type { canaryEntry } from "./entry";
import { keepLooks } from "./kept-looks";
import { type Look, lookAt } from "./look";
import { type Probe, probesFor, SUBJECTS } from "./probes";

interface CanaryTools {
  probes: () => readonly Probe[];
  upstream: () => Upstream;
  timeoutMs: () => number;
  /** Keeps what was seen, for who asks how the providers do. */
  keep: (looks: readonly Look[], at: Date) => Promise<void>;
  /** Ends the alert of the last round. */
  clear: () => Promise<void>;
}

/** The scheduled route: each alarm is logged as `canary_alarm`, and stands in the answer. */
export const canaryWith =
  ({ probes, upstream, timeoutMs, keep, clear }: CanaryTools): Handler<typeof canaryEntry> =>
  async (_, { now }) => {
    const looks = await lookAt(probes(), upstream(), timeoutMs(), () => now);
    await keep(looks, now);
    const alarms = looks.flatMap(({ alarm, ...look }) => (alarm === null ? [] : [{ ...look, alarm }]));
    for (const { id, alarm, detail } of alarms) log.warn("canary_alarm", { source: id, alarm, detail });
    if (alarms.length === 0) await clear();
    return { answer: { ok: alarms.length === 0, checked: looks.length, alarms }, effects: [] };
  };

export const canary = canaryWith({
  probes: () => probesFor({ ...SUBJECTS, heliusKey: env().HELIUS_API_KEY }),
  upstream: () => ({ fetch: (input, init) => fetch(input, init), origin: env().UPSTREAM_ORIGIN }),
  timeoutMs: () => env().UPSTREAM_TIMEOUT_MS,
  keep: keepLooks,
  clear: () => clearAlarms("canary_alarm"),
});
