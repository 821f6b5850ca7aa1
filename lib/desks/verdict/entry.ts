import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { includeInsiderInput, messageInput } from "@/lib/catalog/intel/input";
import { COMPONENT_WEIGHTS } from "@/lib/catalog/intel/signals";
import type { VerdictAnswer } from "./answer";

const input = z.strictObject({ includeInsider: includeInsiderInput, message: messageInput });

export const verdictEntry = defineRoute<VerdictAnswer>()({
  path: "/api/svc-intel-verdict",
  method: "POST",
  label: "intel-verdict",
  desk: "verdict",
  tier: "signal",
  gate: "payment-first",
  audience: "public",
  summary: "The desk's verdict on BTC: one signal, with every number that it rests on",
  input,
  coverage: COMPONENT_WEIGHTS,
  freshnessSec: 60,
  limits: DEFAULT_LIMITS,
  tool: "intel_verdict",
  statuses: [503],
});
