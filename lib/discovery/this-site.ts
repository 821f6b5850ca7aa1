import { env } from "../env";
import { merchant } from "../payments/rails/merchant";
import type { Site } from "./site";

/** The site that the environment describes: for what renders documents, while the service is built. */
export function thisSite(): Site {
  const { NEXT_PUBLIC_SERVICE_NAME, PUBLIC_ORIGIN, CONTACT_EMAIL, SERVICE_NOTICE } = env();
  const { MPP_SECRET_KEY, SOLANA_RPC_URL, SOLANA_PAY_TO, AGENT_TOKEN_ID } = env();
  return {
    name: NEXT_PUBLIC_SERVICE_NAME,
    origin: PUBLIC_ORIGIN,
    contact: CONTACT_EMAIL ?? null,
    merchant: merchant(),
    agentTokenId: AGENT_TOKEN_ID ?? null,
    mpp: MPP_SECRET_KEY.length > 0 && SOLANA_RPC_URL !== undefined && SOLANA_PAY_TO !== undefined,
    notice: SERVICE_NOTICE ?? null,
  };
}
