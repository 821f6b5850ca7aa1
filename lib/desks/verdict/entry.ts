import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { includeInsiderInput, messageInput } from "@/lib/catalog/intel/input";
import { COMPONENT_WEIGHTS } from "@/lib/catalog/intel/signals";
import type { VerdictFields } from "./answer";

const input = z.strictObject({ includeInsider: includeInsiderInput, message: messageInput });

export const verdictEntry = defineIntel<VerdictFields>()({
  path: "/api/svc-intel-verdict",
  method: "POST",
  desk: "verdict",
  tier: "signal",
  summary: "The desk's verdict on BTC: one signal, with every number that it rests on",
  input,
  coverage: COMPONENT_WEIGHTS,
  freshnessSec: 60,
});
