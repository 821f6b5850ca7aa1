/**
 * What every answer and page carries for its reader's safety: the one place, for self-hosted and deployed instances
 * alike, since both serve what the build wrote down.
 */
import type { NextConfig } from "next";

type HeaderRule = Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>[number];

export const POLICY = "Content-Security-Policy";

/** Of a page whose inline scripts have these hashes; no other inline script runs, and no foreign one. */
export const pagePolicy = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(" "),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Data, of which no browser should make a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** `next dev` evaluates scripts and writes inline ones that nobody can know beforehand. */
const policy = process.env.NODE_ENV === "development" ? "frame-ancestors 'none'" : pagePolicy([]);

/** What comes by plain http has no business to speak of https (RFC 6797 §7.2). */
const HSTS = { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains; preload" };

const COMMON = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
];

const PLAIN_HTTP = { key: "x-forwarded-proto", value: "http" };

/** The hashes of pages are known when they are built: scripts/page-policies.ts adds them then. */
export const securityHeaders = (): HeaderRule[] => [
  {
    source: "/:path*",
    headers: [...COMMON, { key: POLICY, value: policy }],
  },
  {
    source: "/:path*",
    missing: [{ type: "header", ...PLAIN_HTTP }],
    headers: [HSTS],
  },
  { source: "/:api([aA][pP][iI])/:path*", headers: [{ key: POLICY, value: DATA_POLICY }] },
];

/** The same for an answer under /api, where no rules are matched: of a request with these headers. */
export const apiSecurityHeaders = (request: Headers): Record<string, string> =>
  Object.fromEntries(
    [
      ...COMMON,
      { key: POLICY, value: DATA_POLICY },
      ...(request.get(PLAIN_HTTP.key) === PLAIN_HTTP.value ? [] : [HSTS]),
    ].map(({ key, value }) => [key, value]),
  );
