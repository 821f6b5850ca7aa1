import type { Finding } from "./finding";

/**
 * What a probe came to. `exposed`: something is there that shouldn't be; `present`: something is there that may be;
 * `blocked`: the site refuses (401, 403); `catch_all`: the site answers so to any path; `inconclusive`: nothing can be
 * said.
 */
export type ProbeStatus = "exposed" | "present" | "absent" | "blocked" | "catch_all" | "inconclusive";

export interface ProbeRow {
  id: string;
  path: string;
  status: ProbeStatus;
  /** What came, in words of our own. */
  observed: string;
  findings: readonly Finding[];
}
