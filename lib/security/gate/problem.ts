/**
 * Why a target or a pattern is refused. What the platform never scans is `forbidden` (403, for everybody and every
 * allowlist); the rest is a request that was written wrongly (400).
 */
export const PROBLEMS = {
  target_malformed: "malformed",
  not_https: "malformed",
  credentials: "malformed",
  port: "malformed",
  host_malformed: "malformed",
  allowlist_size: "malformed",
  pattern_malformed: "malformed",
  pattern_public_suffix: "malformed",
  pattern_other_domain: "malformed",
  not_in_allowlist: "malformed",
  ip_literal: "forbidden",
  punycode: "forbidden",
  single_label: "forbidden",
  special_use: "forbidden",
  metadata_host: "forbidden",
  wildcard_dns: "forbidden",
  address_name: "forbidden",
  preview_host: "forbidden",
  request_bin: "forbidden",
  shared_host: "forbidden",
  public_suffix: "forbidden",
  own_host: "forbidden",
  not_own_host: "forbidden",
  opted_out: "forbidden",
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  code: ProblemCode;
  /** What is wrong with this target or pattern, for its sender. */
  message: string;
}

export const isForbidden = ({ code }: Problem): boolean => PROBLEMS[code] === "forbidden";
