import { withQuery } from "@/components/reading/with-query";

/** As the lounge's, the agents' pages are static: what they show is named in the query. */
export const AGENTS = "/agents";
export const REGISTER = "/agents/register";
export const agentPage = (id: string): string => withQuery("/agents/agent", { id });
export const directoryPage = (query: Readonly<Record<string, string | null>>): string =>
  withQuery(AGENTS, query);
export const feedbackPage = (agent: string): string => withQuery("/agents/feedback", { agent });
