import { glob } from "../http/glob";
import type { UpstreamRequest } from "../http/request";
import type { Fault, FaultRule } from "./fault";

interface Entry extends FaultRule {
  matches(request: UpstreamRequest): boolean;
  /** Requests that it still applies to. */
  left: number;
}

/** The active faults. Where several match a request, the one that was set last applies. */
export class FaultRules {
  #entries: Entry[] = [];

  constructor(rules: readonly FaultRule[]) {
    for (const { match, fault } of rules) this.set(match, fault);
  }

  /** Sets a fault in place of an earlier one of the same `match`; for good, or for so many requests. */
  set(match: string, fault: Fault, times = Infinity): void {
    const slash = match.indexOf("/");
    const host = glob((slash < 0 ? match : match.slice(0, slash)).toLowerCase());
    const path = glob(slash < 0 ? "*" : match.slice(slash));
    this.#entries = this.#entries.filter((entry) => entry.match !== match);
    this.#entries.unshift({
      match,
      fault,
      left: times,
      matches: (request) => host(request.host) && path(request.path),
    });
  }

  clear(): void {
    this.#entries = [];
  }

  /** The fault that applies to a request, if any; counts it. */
  take(request: UpstreamRequest): Fault | undefined {
    const entry = this.#entries.find(({ left, matches }) => left > 0 && matches(request));
    if (entry) entry.left -= 1;
    return entry?.fault;
  }
}
