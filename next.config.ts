import type { NextConfig } from "next";
import { missingForDeployment, parseEnv } from "./lib/env";

/** A deployment without its variables must fail while it is built, not when the first customer pays. */
function checkDeployment(): void {
  parseEnv(process.env);
  if (process.env.VERCEL_ENV !== "production" && process.env.VERCEL_ENV !== "preview") return;
  const missing = missingForDeployment(process.env);
  if (missing.length > 0) throw new Error(`This deployment lacks variables:\n- ${missing.join("\n- ")}`);
}

checkDeployment();

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typescript: { ignoreBuildErrors: true }, // checked on its own, by npm run check
};
export default config;
