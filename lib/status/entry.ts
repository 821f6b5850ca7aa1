import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { StatusAnswer } from "./answer";

export const statusEntry = defineRoute<StatusAnswer>()({
  path: "/api/status",
  method: "GET",
  desk: "status",
  tier: "free",
  tool: null,
  summary: "How the service does: each provider, facilitator and paid route, as last seen",
  input: z.strictObject({}),
});
