import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import type { FeedbackFile } from "./answer";
import { feedbackIdInput } from "./vocabulary";

/** A feedback file: what the URI of feedback on chain leads to. */
export const feedbackEntry = defineRoute<FeedbackFile>()({
  path: "/api/agent-identity-feedback",
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "A feedback file (ERC-8004) that a payment backs, as its hash on chain has it",
  input: z.strictObject({ id: feedbackIdInput }),
  tool: null, // a file of another protocol, read by whoever follows its address on chain
  statuses: [404, 503],
  answers: [200, 304],
});
