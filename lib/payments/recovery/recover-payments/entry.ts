import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { CloseBooksAnswer } from "./answer";

/** The scheduled route that closes payments which no client came back for. */
export const closeBooksEntry = defineRoute<CloseBooksAnswer>()({
  path: "/api/cron/close-books",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Closes abandoned payments by the chain's evidence",
  input: z.strictObject({}),
});
