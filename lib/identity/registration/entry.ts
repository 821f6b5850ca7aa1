import * as z from "zod";
import { defineRoute } from "@/lib/catalog/define";
import { agentIdInput } from "../vocabulary";
import type { RegistrationAnswer } from "./answer";

/** The registration file of a registered agent: what ERC-8004's agent URI leads to. */
export const registrationEntry = defineRoute<RegistrationAnswer>()({
  path: "/api/agent-identity-registration",
  method: "GET",
  desk: "agents",
  tier: "free",
  summary: "A registered agent's registration file (ERC-8004), whose address is its agent URI",
  input: z.strictObject({ id: agentIdInput }),
  tool: null, // the profile's tool gives what an agent wants of it; this is a file of another protocol
  statuses: [404, 503],
  answers: [200, 304],
});
