import type { Gate } from "../catalog/define";

/** What the front door knows of a route. */
export interface FrontDoorRoute {
  path: string;
  method: "GET" | "POST";
  gate: Gate;
  bodyBytes: number;
}
