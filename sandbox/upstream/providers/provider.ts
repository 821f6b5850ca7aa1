import type { Answer } from "../http/answer";
import type { UpstreamRequest } from "../http/request";
import type { World } from "../world";

/** A data provider as the outside sees it. */
export interface Provider {
  hosts: readonly string[];
  /** Undefined where this provider has no such address. */
  answer(request: UpstreamRequest, world: World): Answer | undefined;
}

/** The given shape's number in a query; the fallback when it is absent or not a number. */
export function numberFrom(search: URLSearchParams, name: string, fallback: number): number {
  const value = Number(search.get(name) ?? "");
  return search.get(name) && Number.isFinite(value) ? value : fallback;
}
