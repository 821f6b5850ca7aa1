import type { Gate, RateRule, RouteEntry } from "../catalog/define";

/** What the front door knows of a route. */
export interface FrontDoorRoute {
  path: string;
  method: "GET" | "POST";
  gate: Gate;
  audience: RouteEntry["audience"];
  bodyBytes: number;
  origins?: "listed";
  rate?: RateRule;
}
