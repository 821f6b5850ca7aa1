import { cardEntry } from "@/lib/identity/card/entry";
import { giveFeedbackEntry } from "@/lib/identity/give-feedback/entry";
import { prepareLinkEntry } from "@/lib/identity/prepare-link/entry";
import { profileEntry } from "@/lib/identity/profile/entry";
import { registrationEntry } from "@/lib/identity/registration/entry";

/** Where the agents' pages ask. Static pages hand these on, so that browsers carry no schemas. */
export const AGENT_ROUTES = {
  identity: profileEntry.path,
  onChain: prepareLinkEntry.path,
  card: cardEntry.path,
  registration: registrationEntry.path,
  feedback: giveFeedbackEntry.path,
};
export type AgentRoutes = typeof AGENT_ROUTES;
