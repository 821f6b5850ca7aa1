import * as z from "zod";
import { about, type Finding } from "./finding";
import type { Ask } from "./raw-request";

const { failure, warning, fine } = about("schedules");

const Status = z.object({
  schedules: z.array(
    z.object({ name: z.string(), lastRun: z.iso.datetime().nullable(), due: z.iso.datetime().nullable() }),
  ),
});

/** Returns which schedules are late, by the service's own word at `/api/status`. */
export async function scheduleFindings(ask: Ask): Promise<Finding[]> {
  const { body } = await ask("GET", "/api/status");
  const { schedules } = Status.parse(JSON.parse(body));
  if (schedules.length === 0) return [warning("the service can't tell: its ledger is down.")];
  const late = schedules.filter(({ due }) => due !== null && Date.parse(due) < Date.now());
  return late.length === 0
    ? [fine("every schedule ran in time, or is not due yet")]
    : late.map(({ name, lastRun }) =>
        failure(
          `${name} is late; its last success: ${lastRun ?? "never"}. Does the scheduler run, with this CRON_SECRET?`,
        ),
      );
}
