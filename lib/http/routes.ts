import type { Audience, Gate, HolderRight, Method, RateRule, RouteEntry } from "../catalog/define";

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

/** What a door knows of a catalog entry's route. */
export const doorRoute = ({
  path,
  method,
  gate,
  audience,
  origins,
  limits,
  holders,
}: RouteEntry): DoorRoute => ({
  ...{ path, method, gate, audience, bodyBytes: limits.bodyBytes },
  ...(origins !== undefined && { origins }),
  ...(limits.rate !== undefined && { rate: limits.rate }),
  ...(holders !== undefined && { holders }),
});
