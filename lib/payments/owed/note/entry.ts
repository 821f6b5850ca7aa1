import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { NoteDebtAnswer } from "./answer";

/** A payer shows a transaction that paid us: what of it was not served is a debt. */
export const noteDebtEntry = defineRoute<NoteDebtAnswer>()({
  path: "/api/operator/debts",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Notes the payments of a transaction that were not served as debts",
  input: z.strictObject({
    network: z.string().max(60).default("").describe("CAIP-2 id of the transaction's chain."),
    transaction: z
      .string()
      .regex(/^[0-9A-Za-z]{1,128}$/, "must be a transaction's id")
      .default("0")
      .describe("The transaction that paid us."),
  }),
  statuses: [404, 503],
});
