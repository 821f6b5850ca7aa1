import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import { limitInput, messageInput } from "@/lib/catalog/intel/input";
import type { WireAnswer } from "./answer";
import { WIRE_CATEGORIES } from "./vocabulary";

const input = z.strictObject({
  category: z
    .enum(WIRE_CATEGORIES, { error: `must be one of ${WIRE_CATEGORIES.join(", ")}` })
    .default("all")
    .describe("Headlines on this topic only, by feed and word list."),
  limit: limitInput,
  message: messageInput,
});

export const wireEntry = defineRoute<WireAnswer>()({
  path: "/api/svc-intel-wire",
  method: "POST",
  label: "intel-wire",
  desk: "wire",
  tier: "raw",
  gate: "payment-first",
  audience: "public",
  summary: "News wire: the newest headlines on crypto, DeFi, macro, regulation and markets",
  input,
  coverage: { crypto: 0.7, official: 0.3 },
  freshnessSec: 300,
  limits: DEFAULT_LIMITS,
  tool: "intel_wire",
  statuses: [503],
});
