import { env } from "@/lib/env";
import type { GuardVerdict } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { jsonResponse } from "@/lib/http/headers";
import { now, sleep } from "@/lib/time";
import { loadOutages } from "../facilitators/outages";
import { feePayerToOffer, loadSharedBriefly, refreshSupported } from "../facilitators/supported";
import { noteEpoch } from "../ledger/epoch";
import { merchant, offeringMerchant } from "../rails/merchant";
import { REASONS, type Reason } from "../outcome/reasons";
import { signingKey } from "../receipts/signing-key";
import { isKnownOff, renewSwitches } from "../switches/switches";
import { keepMarketFresh } from "../token/keep-fresh";
import { tokenSale } from "../token/sale";
import type { ChallengeTemplate } from "./challenge";
import { freshTokens, prepareChallenge, type PreparedChallenge } from "./prepared-challenge";

/** How long a prepared challenge serves: parts of it may contain a time, such as an offer's expiry. */
const PREPARED_MS = 5_000;
/** How often the background work of a 402 runs at most. */
const REFRESH_EVERY_MS = 1_000;

/** The last plain challenge of each route and tool in this process. */
const prepared = new Map<
  string,
  { at: number; feePayer: string | null; challenge: PreparedChallenge | null }
>();
let lastRefreshAt = 0;

/** By then the answer has left: a fresh instance's first one would share its time with the requests. */
const REFRESH_DELAY_MS = 50;

/** Refreshes in the background what the next challenges are made from. */
function refreshInBackground(now: number, background: (work: Promise<unknown>) => void): void {
  if (now - lastRefreshAt < Math.min(REFRESH_EVERY_MS, env().FACILITATOR_SUPPORTED_REFRESH_MS)) return;
  lastRefreshAt = now;
  const { solana } = merchant().networks;
  background(noteEpoch());
  background(loadOutages(now));
  background(keepMarketFresh());
  background(sleep(REFRESH_DELAY_MS).then(() => refreshSupported(solana.id)));
}

async function prepare(
  template: ChallengeTemplate,
  reason: Reason,
  message: string,
  feePayer: string | null,
  ofRequest: { signIn?: readonly string[] | undefined; memo?: string },
  now: Date,
): Promise<PreparedChallenge | null> {
  const { PUBLIC_ORIGIN, NEXT_PUBLIC_SERVICE_NAME, MPP_SECRET_KEY, SOLANA_RPC_URL } = env();
  const merchant = offeringMerchant();
  const token = await tokenSale(merchant.networks);
  const standing = {
    origin: PUBLIC_ORIGIN,
    serviceName: NEXT_PUBLIC_SERVICE_NAME,
    merchant,
    feePayer,
    ...(token !== null && { token }),
    // Our own node settles MPP payments: without one nobody is asked to make any.
    mppSecret: SOLANA_RPC_URL === undefined ? undefined : MPP_SECRET_KEY[0],
    signingKey: await signingKey(),
    ...ofRequest,
    now,
  };
  return prepareChallenge(template, standing, reason, message);
}

async function feePayerNow(): Promise<string | null> {
  await loadSharedBriefly();
  return feePayerToOffer();
}

/** A route and its tool are challenged for in different words. */
const preparedName = ({ path, tool }: ChallengeTemplate): string => `${path} ${tool ?? ""}`;

const UNPAID_TOOL =
  'This tool is paid. Sign one of the offers in `accepts` and call it again with the payment in `_meta["x402/payment"]` or `paymentSignature`.';

const plainMessage = ({ tool }: ChallengeTemplate, reason: Reason): string =>
  tool !== undefined && reason === "no_payment" ? UNPAID_TOOL : REASONS[reason];

const nothingToPayWith = (): ApiError =>
  new ApiError("payments_unavailable", "No payment can be taken at the moment.", { headers: retryAfter(60) });

/**
 * The 402 for a route at this moment. It waits for no facilitator: `background` gets the refresh of what they
 * support. Throws ApiError 503 when there is nothing to pay with, or the route is switched off.
 */
export async function challengeResponse(
  template: ChallengeTemplate,
  reason: Reason,
  background: (work: Promise<unknown>) => void,
  message: string = plainMessage(template, reason),
  { signIn, memo }: Pick<GuardVerdict, "signIn" | "memo"> = {},
): Promise<Response> {
  const at = now();
  refreshInBackground(at, background);
  background(renewSwitches());
  if (isKnownOff("route", template.path)) throw nothingToPayWith();
  const feePayer = feePayerToOffer() ?? (await feePayerNow());
  // Refusals may quote what the caller sent, and a sign-in is for one request: there is no end of them.
  const isPlain =
    signIn === undefined &&
    memo === undefined &&
    reason === "no_payment" &&
    message === plainMessage(template, reason);
  const fresh = freshTokens();
  const ofRequest = { signIn, ...(memo !== undefined && { memo: await memo(fresh.replay) }) };
  const known = isPlain ? prepared.get(preparedName(template)) : undefined;
  const serves = known !== undefined && at - known.at < PREPARED_MS && known.feePayer === feePayer;
  const challenge = serves
    ? known.challenge
    : await prepare(template, reason, message, feePayer, ofRequest, new Date(at));
  if (isPlain && !serves) prepared.set(preparedName(template), { at, feePayer, challenge });
  if (challenge === null) throw nothingToPayWith();
  const { status, headers, body } = challenge({ ...fresh, now: new Date(at) });
  return jsonResponse(status, body, headers);
}
