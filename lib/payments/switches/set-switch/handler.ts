import type { Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { keys } from "@/lib/store/keys";
import { allSwitches } from "../known";
import { writeKept } from "../list";
import type { setSwitchEntry } from "./entry";

/** Throws ApiError 400 for what has no switch. */
export const setSwitch: Handler<typeof setSwitchEntry> = async ({ kind, name, off }, { now }) => {
  const ofKind = allSwitches().filter((one) => one.kind === kind);
  const found = ofKind.find((one) => one.name === name);
  if (found === undefined)
    throw new ApiError(
      "invalid_request",
      `There is no ${kind} of that name. There are: ${ofKind.map((one) => one.name).join(", ")}.`,
    );
  const kept = writeKept({ since: now.getTime(), by: "operator" });
  const { field } = found;
  return {
    answer: {
      ok: true,
      switch: {
        ...{ kind, name, off },
        since: off ? now.toISOString() : null,
        by: off ? "operator" : null,
      },
    },
    effects: [{ command: off ? ["HSET", keys.switches(), field, kept] : ["HDEL", keys.switches(), field] }],
  };
};
