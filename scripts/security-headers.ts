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

const HSTS = { key: "Strict-Transport-Security", value: "max-age=63072000; includeSubDomains; preload" };

/**
 * The hashes of pages are known when they are built: scripts/page-policies.ts adds them then. What comes by plain http
 * has no business to speak of https (RFC 6797 §7.2).
 */
export const securityHeaders = (): HeaderRule[] => [
  {
    source: "/:path*",
    headers: [
      { key: "X-Content-Type-Options", value: "nosniff" },
      { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
      { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
      { key: POLICY, value: policy },
    ],
  },
  {
    source: "/:path*",
    missing: [{ type: "header", key: "x-forwarded-proto", value: "http" }],
    headers: [HSTS],
  },
  { source: "/:api([aA][pP][iI])/:path*", headers: [{ key: POLICY, value: DATA_POLICY }] },
];
