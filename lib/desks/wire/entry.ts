import * as z from "zod";
import { defineIntel } from "@/lib/catalog/define";
import { anyCase } from "@/lib/catalog/intel/any-case";
import { limitInput, messageInput } from "@/lib/catalog/intel/input";
import type { WireFields } from "./answer";
import { WIRE_CATEGORIES } from "./vocabulary";

const input = z.strictObject({
  category: anyCase(WIRE_CATEGORIES, `must be one of ${WIRE_CATEGORIES.join(", ")}`)
    .default("all")
    .describe("Headlines on this topic only, by feed and word list. In any case."),
  limit: limitInput,
  message: messageInput,
});

export const wireEntry = defineIntel<WireFields>()({
  path: "/api/svc-intel-wire",
  method: "POST",
  desk: "wire",
  tier: "raw",
  summary: "News wire: the newest headlines on crypto, DeFi, macro, regulation and markets",
  input,
  coverage: { crypto: 0.7, official: 0.3 },
  statuses: [404, 503],
});
