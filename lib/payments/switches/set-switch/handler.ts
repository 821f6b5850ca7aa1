import type { Effect, Handler } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { keys } from "@/lib/store/keys";
import { allSwitches } from "../known";
import { type Known, writeKept } from "../list";
import { suspectField } from "../switches";
import type { setSwitchEntry } from "./entry";

/** A facilitator that a person switches on again starts without the proofs against it. */
const forgiving = ({ kind, stored }: Known): Effect[] =>
  kind !== "facilitator"
    ? []
    : [
        { command: ["DEL", keys.lies(stored), keys.unseen(stored)] },
        { command: ["HDEL", keys.switches(), suspectField(stored)] },
      ];

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
    effects: off
      ? [{ command: ["HSET", keys.switches(), field, kept] }]
      : [{ command: ["HDEL", keys.switches(), field] }, ...forgiving(found)],
  };
};
