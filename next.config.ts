import type { NextConfig } from "next";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants";
import { readSettings, parseEnv } from "./lib/env";
import { buildFindings, hasFailure, print, startFindings } from "./scripts/doctor/start";
import { documentHeaders, documentRewrites } from "./scripts/document-headers";
import { previewRewrites } from "./scripts/preview-rewrites";
import { securityHeaders } from "./scripts/security-headers";
import { CHECKED_ANSWERS, PACKAGE_STAND_INS } from "./scripts/stand-ins";

/**
 * Ends a build or a start by its settings' problems, a line each, before the first customer pays. `npm run build` and `npm
 * start` have looked already; this is for `next build` and `next start`. `next dev` does without a shop's settings.
 */
function checkSettings(phase: string): void {
  if (phase === PHASE_DEVELOPMENT_SERVER) return void parseEnv(process.env);
  const isStart = process.argv[2] === "start";
  const findings = phase === PHASE_PRODUCTION_BUILD ? buildFindings() : startFindings();
  if (isStart || hasFailure(findings)) print(findings);
  if (hasFailure(findings)) process.exit(1);
}

const standIns: Record<string, string> = {
  ...PACKAGE_STAND_INS,
  ...(readSettings(process.env).settings.VALIDATE_OUTPUT && {
    [`@/${CHECKED_ANSWERS.file}`]: CHECKED_ANSWERS.by,
  }),
};

/**
 * Names the type of these large JSON answers before their functions run. `next start` decides by that header whether to
 * compress; the one that a function sets reaches it as a list, and it compresses nothing whose type is a list.
 */
const COMPRESSED = {
  source: "/api/(mcp|resources)",
  headers: [{ key: "Content-Type", value: "application/json" }],
};

/**
 * Redirects calls that pass the middleware by (see its matcher) and end in a slash: Next would answer them with 200 and no
 * body. The front door refuses all other calls that end in a slash.
 */
const WITHOUT_SLASH = [
  {
    source: "/api/:path/",
    has: [{ type: "header" as const, key: "payment-signature" }],
    destination: "/api/:path",
    permanent: true,
  },
  { source: "/api/:path(agent-identity|agent-identity-card)/", destination: "/api/:path", permanent: true },
];

export const config: NextConfig = {
  redirects: () => Promise.resolve(WITHOUT_SLASH),
  headers: () => Promise.resolve([...securityHeaders(), COMPRESSED, ...documentHeaders()]),
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [...documentRewrites(), ...previewRewrites()],
      afterFiles: [],
      fallback: [],
    }),
  outputFileTracingIncludes: {
    "/share/*/*": ["./node_modules/@fontsource-variable/*/{unicode.json,files/*-wght-normal.woff2}"],
  },
  serverExternalPackages: ["harfbuzzjs", "woff2-encoder"], // each brings a module of WebAssembly
  images: { unoptimized: true }, // nothing here needs Next to resize, and whoever asked it to would not be counted
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true, // a redirect would leave without the limit and CORS headers
  experimental: {
    proxyClientMaxBodySize: "64kb", // what Next buffers of a body before the front door sees it
    turbopackSourceMaps: process.env.VERCEL === undefined, // Vercel would put them into the functions
  },
  turbopack: {
    resolveAlias: Object.fromEntries(Object.entries(standIns).map(([name, file]) => [name, `./${file}`])),
  },
  typescript: { ignoreBuildErrors: true }, // checked on its own, by npm run check
};

export default function configFor(phase: string): NextConfig {
  checkSettings(phase);
  return config;
}
