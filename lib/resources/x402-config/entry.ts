import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { X402ConfigAnswer } from "./answer";

/** How the service is paid: what a client needs to know before its first 402. */
export const x402ConfigEntry = defineRoute<X402ConfigAnswer>()({
  path: "/api/x402-config",
  method: "GET",
  label: "x402-config",
  desk: "payments",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "How to pay: networks, assets, addresses, facilitators and extensions",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  // A tool's own challenge says all of this.
  tool: null,
  statuses: [],
});
