import { ApiError } from "./api-error";

export const MAX_KEY_LENGTH = 128;
/** By this header a caller claims to hold the service's own token. */
export const HOLDER_WALLET = "x-token-holder-wallet";
/** The form of a Solana wallet's address, in base58. */
export const SOLANA_WALLET = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const AGENT_ID = /^agt_[a-zA-Z0-9]+$/;

/** The optional headers that every route takes. Throws ApiError 400 for one of the wrong form. */
export function readCallHeaders(headers: Headers): { idempotencyKey: string | null; agentId: string | null } {
  const idempotencyKey = headers.get("idempotency-key");
  if (idempotencyKey !== null && (idempotencyKey.length === 0 || idempotencyKey.length > MAX_KEY_LENGTH)) {
    throw new ApiError(
      "invalid_request",
      `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters; a UUID does well.`,
    );
  }
  const agentId = headers.get("x-agent-id");
  if (agentId !== null && !AGENT_ID.test(agentId)) {
    throw new ApiError(
      "invalid_request",
      "X-Agent-Id must be an agent's id, agt_ followed by letters and digits; leave it out for none.",
    );
  }
  return { idempotencyKey, agentId };
}
