import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { ResourcesAnswer } from "./answer";

/** Everything that is for sale, with what it costs at this moment. */
export const resourcesEntry = defineRoute<ResourcesAnswer>()({
  path: "/api/resources",
  method: "GET",
  desk: "payments",
  tier: "free",
  summary: "Everything that is for sale: prices, offers, schemas, samples, and when each last sold",
  input: z.strictObject({
    route: z
      .string()
      .max(100)
      .optional()
      .describe("One route alone, by its label or its path, such as `intel-tvl`; without it, all of them."),
  }),
  statuses: [404],
  // The tool endpoint lists what it sells by itself, and its challenges say how to pay.
  tool: null,
});
