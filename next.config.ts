import type { NextConfig } from "next";
import { parseEnv } from "./lib/env";
import { checkReceivingWallets } from "./lib/payments/receiving-wallets";
import { missingForDeployment } from "./lib/setting-words";
import { documentHeaders, documentRewrites } from "./scripts/document-headers";
import { previewRewrites } from "./scripts/preview-rewrites";
import { securityHeaders } from "./scripts/security-headers";
import { CHECKED_ANSWERS, PACKAGE_STAND_INS } from "./scripts/stand-ins";

/** A deployment without its variables must fail while it is built, not when the first customer pays. */
function checkDeployment(): void {
  const isDeployment = process.env.VERCEL_ENV === "production" || process.env.VERCEL_ENV === "preview";
  const missing = isDeployment ? missingForDeployment(process.env) : [];
  if (missing.length > 0) throw new Error(`This deployment lacks variables:\n- ${missing.join("\n- ")}`);
  checkReceivingWallets(parseEnv(process.env));
}

checkDeployment();

const standIns: Record<string, string> = {
  ...PACKAGE_STAND_INS,
  ...(parseEnv(process.env).VALIDATE_OUTPUT && { [`@/${CHECKED_ANSWERS.file}`]: CHECKED_ANSWERS.by }),
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

const config: NextConfig = {
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
export default config;
