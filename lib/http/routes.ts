import type { Gate, RateRule, RouteEntry } from "../catalog/define";

/** What the front door knows of a route, or of a document under /api. */
export interface FrontDoorRoute {
  path: string;
  method: "GET" | "POST" | "HEAD";
  gate: Gate;
  audience: RouteEntry["audience"];
  bodyBytes: number;
  origins?: "listed";
  rate?: RateRule;
}
