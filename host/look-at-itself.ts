import { env } from "@/lib/env";
import { keepAlive } from "@/lib/http/keep-alive";
import { describe, log } from "@/lib/http/log";
import { askSelf, hasFront } from "@/lib/payments/health/ask-self";
import { type AlarmEvent, clearAlarms, sendAlarms } from "@/lib/store/alarms";
import { settingsThatDiffer } from "@/scripts/doctor/built-with";
import { certificateEnd, judgeEnd } from "@/scripts/doctor/certificate";

/** A proxy in front needs a moment to see that this instance listens. */
const FIRST_AFTER_MS = 15_000;
const CERTIFICATE_EVERY_MS = 12 * 3_600_000;

/** Raises the alarm of this name, or clears it where there is nothing to say. */
async function tell(event: AlarmEvent, fields: Record<string, unknown> | null): Promise<void> {
  if (fields === null) return clearAlarms(event);
  log.warn(event, fields);
  sendAlarms(keepAlive);
}

/** Tells whether the certificate of PUBLIC_ORIGIN ends soon. Never rejects. */
export async function watchCertificate(origin: string): Promise<void> {
  if (!origin.startsWith("https:")) return;
  try {
    const { days, isSoon } = judgeEnd(await certificateEnd(origin));
    await tell("certificate_ends", isSoon ? { days } : null);
  } catch (error) {
    log.warn("certificate_unread", { why: describe(error) }); // the service's call to itself tells what stands between
  }
}

/** Tells whether the build carries other settings than this process. Never rejects. */
export async function watchBuild(folder = process.cwd()): Promise<void> {
  try {
    const settings = settingsThatDiffer(env(), folder);
    await tell("settings_differ", settings.length === 0 ? null : { settings });
  } catch (error) {
    log.warn("build_settings_unread", { why: describe(error) });
  }
}

/** Looks, after the start and then by the clock, at what buyers meet at PUBLIC_ORIGIN. Returns how to stop. */
export function lookAtItself(): () => void {
  if (!hasFront()) return () => undefined;
  const { PUBLIC_ORIGIN: origin } = env();
  const first = setTimeout(() => {
    for (const look of [askSelf(), watchBuild(), watchCertificate(origin)]) void look;
  }, FIRST_AFTER_MS).unref();
  const again = setInterval(() => void watchCertificate(origin), CERTIFICATE_EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
