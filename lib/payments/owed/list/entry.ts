import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ListPaymentsAnswer } from "./answer";

export const LIST_NAMES = [
  ...(["open", "unknown", "credited", "debts"] as const),
  // Sales, by what is found of their money.
  ...(["unconfirmed", "disputed", "unbacked", "reorganised"] as const),
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** The payments that wait for something, for the people who run the service. */
export const listPaymentsEntry = defineRoute<ListPaymentsAnswer>()({
  path: "/api/operator/payments",
  method: "GET",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Payments that are open, unknown or credited, debts, and sales whose money is not seen",
  input: z.strictObject({
    list: z.enum(LIST_NAMES).optional().describe("Which list; `open` by default."),
    after: z
      .string()
      .regex(/^[0-9]{1,15} [^ ]{1,300}$/, "must be the `next` of the page before")
      .optional()
      .describe("Where the page before ended: its `next`."),
    payment: z.string().max(300).optional().describe("One payment by its key, on whichever list."),
  }),
  statuses: [404, 503],
});
