import { env } from "../env";
import { ApiError, retryAfter } from "../http/api-error";
import { randomHex } from "../http/digest";
import { jsonResponse } from "../http/headers";
import { challengeParts, makeChallenge, type ChallengeTemplate } from "./challenge";
import { feePayerToOffer, recallBriefly, refreshSupported } from "./facilitators/supported";
import { noteEpoch } from "./ledger/epoch";
import { merchant } from "./merchant";
import { REASONS, type Reason } from "./reasons";

const REPLAY_TOKEN_BYTES = 16;

/**
 * The 402 for a route at this moment. It waits for no facilitator: `background` gets the refresh of what they
 * support. Throws ApiError 503 when there is nothing to pay with.
 */
export async function challengeResponse(
  template: ChallengeTemplate,
  reason: Reason,
  background: (work: Promise<unknown>) => void,
  message: string = REASONS[reason],
): Promise<Response> {
  const { PUBLIC_ORIGIN, NEXT_PUBLIC_SERVICE_NAME, MPP_SECRET_KEY, SOLANA_RPC_URL } = env();
  const seller = merchant();
  background(refreshSupported(seller.networks.solana.id));
  background(noteEpoch());
  await recallBriefly();
  const moment = {
    origin: PUBLIC_ORIGIN,
    serviceName: NEXT_PUBLIC_SERVICE_NAME,
    merchant: seller,
    feePayer: feePayerToOffer(),
    replay: randomHex(REPLAY_TOKEN_BYTES),
    // Our own node settles MPP payments: without one nobody is asked to make any.
    mppSecret: SOLANA_RPC_URL === undefined ? undefined : MPP_SECRET_KEY[0],
    now: new Date(),
  };
  const challenge = await makeChallenge(template, moment, message);
  if (challenge.required.accepts.length === 0) {
    throw new ApiError("payments_unavailable", "No payment can be taken at the moment.", {
      headers: retryAfter(60),
    });
  }
  const { status, headers, body } = challengeParts(template, challenge, reason, message);
  return jsonResponse(status, body, headers);
}
