import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { signalIdField } from "../vocabulary";
import type { SignalOpenAnswer } from "./answer";

export const signalOpenEntry = defineRoute<SignalOpenAnswer>()({
  path: "/api/lounge-signal-open",
  method: "POST",
  desk: "lounge",
  tier: "signal",
  gate: "guarded",
  summary: "Unlock a signal of the lounge: its full text",
  input: z.strictObject({ signalId: signalIdField }),
  statuses: [404],
  sometimesFree: true,
});
