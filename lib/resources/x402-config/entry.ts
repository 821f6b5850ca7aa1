import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { X402ConfigAnswer } from "./answer";

/** How the service is paid: what a client needs to know before its first 402. */
export const x402ConfigEntry = defineRoute<X402ConfigAnswer>()({
  path: "/api/x402-config",
  method: "GET",
  desk: "payments",
  tier: "free",
  summary: "How to pay: networks, assets, addresses, facilitators and extensions",
  input: z.strictObject({}),
  // A tool's own challenge says all of this.
  tool: null,
});
