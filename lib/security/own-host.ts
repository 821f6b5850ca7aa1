import { env } from "../env";
import type { GateOptions } from "./gate/judge-target";

/** Where this service answers, by its settings and the platform's. A request's Host is the caller's to choose. */
export function ownHost(): GateOptions["own"] {
  const { PUBLIC_ORIGIN, VERCEL_URL, VERCEL_PROJECT_PRODUCTION_URL } = env();
  const aliases = [VERCEL_URL, VERCEL_PROJECT_PRODUCTION_URL].flatMap((host) =>
    host ? [`https://${host}`] : [],
  );
  return { publicOrigin: new URL(PUBLIC_ORIGIN).origin, aliases };
}
