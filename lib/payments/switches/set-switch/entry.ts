import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { SetSwitchAnswer } from "../answer";

/** Switches a facilitator, a chain or a paid route off or on, for the service's own people. */
export const setSwitchEntry = defineRoute<SetSwitchAnswer>()({
  path: "/api/operator/switches",
  method: "POST",
  desk: "operations",
  tier: "free",
  audience: "operator",
  summary: "Switches a facilitator, a chain or a route off or on",
  input: z.strictObject({
    kind: z.enum(["facilitator", "chain", "route"]).describe("What to switch."),
    name: z.string().describe("The facilitator's role, the chain's CAIP-2 id, or the route's path."),
    off: z.boolean().describe("True switches it off, false on."),
  }),
});
