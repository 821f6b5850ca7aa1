import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { AnchorLogAnswer } from "./answer";

/** The scheduled route that anchors the lounge's log on Solana. */
export const anchorLogEntry = defineRoute<AnchorLogAnswer>()({
  path: "/api/cron/anchor-log",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "schedule",
  summary: "Anchors the lounge's log in a memo of Solana's, where something is new",
  input: z.strictObject({}),
  statuses: [503],
});
