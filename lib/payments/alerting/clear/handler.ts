import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { ALARM_EVENTS, alarmFields, forgetAlarm } from "@/lib/store/alarms";
import { keys } from "@/lib/store/keys";
import type { clearAlertEntry } from "./entry";

/** Throws ApiError 400 for what no log event raises. */
export const clearAlert: Handler<typeof clearAlertEntry> = ({ clear }) => {
  const event = ALARM_EVENTS.find((name) => name === clear);
  if (event === undefined)
    throw new ApiError(
      "invalid_request",
      `No log event raises an alert of that name. Those that one can clear: ${ALARM_EVENTS.join(", ")}.`,
    );
  forgetAlarm(event);
  return Promise.resolve({
    answer: { ok: true, cleared: event },
    effects: [{ command: ["HDEL", keys.alarms(), ...alarmFields([event])] }],
  });
};
