import type { Audience, Gate, HolderRight, Method, RateRule } from "../catalog/define";

/** What a door knows of a route, or of a document under /api. */
export interface DoorRoute {
  path: string;
  method: Method;
  gate: Gate;
  audience: Audience;
  bodyBytes: number;
  origins?: "listed";
  rate?: RateRule;
  holders?: HolderRight;
}
