import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { CloseBooksAnswer } from "./answer";

/** The scheduled route that closes payments which no client came back for. */
export const closeBooksEntry = defineRoute<CloseBooksAnswer>()({
  path: "/api/cron/close-books",
  method: "GET",
  label: "cron-close-books",
  desk: "operations",
  tier: "free",
  gate: "open",
  audience: "operator",
  summary: "Closes abandoned payments by the chain's evidence",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
});
