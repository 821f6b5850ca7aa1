import { env } from "@/lib/env";
import { ApiError, type ErrorCode, retryAfter } from "@/lib/http/api-error";
import { textToBase64 } from "@/lib/http/base64";
import { errorResponse } from "@/lib/http/errors";
import { jsonResponse } from "@/lib/http/headers";
import { now } from "@/lib/time";
import type { ChallengeTemplate } from "../challenge/challenge";
import { challengeResponse } from "../challenge/challenge-response";
import { signInExtension } from "../challenge/sign-in";
import type {
  Conflict,
  InFlight,
  Outcome,
  RefusedByRoute,
  RefusedPayment,
  Replayed,
  Sold,
  Unavailable,
  Unmade,
} from "./outcome";
import { merchant } from "../rails/merchant";
import { paymentReceipt } from "../rails/mpp/receipt";
import type { Receipt } from "../rails/rail";
import { signReceipt } from "../receipts/sign";

/**
 * The paid answer of a route with its receipt: x402's `PAYMENT-RESPONSE`, base64 of a SettleResponse; for an MPP
 * payment its `Payment-Receipt` too.
 */
export async function paidResponse(
  path: string,
  answer: string,
  receipt: Receipt,
  replayed: boolean,
): Promise<Response> {
  const { transaction, network, payer, amount } = receipt;
  const signed = await signReceipt(env().PUBLIC_ORIGIN + path, receipt);
  const extensions = signed === null ? {} : { extensions: { "offer-receipt": signed } };
  const settlement = { success: true, transaction, network, payer, amount, ...extensions };
  return jsonResponse(200, answer, {
    "payment-response": textToBase64(JSON.stringify(settlement)),
    ...paymentReceipt(receipt),
    "cache-control": "private, no-store",
    ...(replayed ? { "idempotent-replayed": "true" } : {}),
  });
}

const AGAIN = "Send the same request with the same payment again";

const IN_FLIGHT: Readonly<Record<InFlight["waitsFor"], string>> = {
  call: `This payment is in flight. ${AGAIN}; don't sign another.`,
  "other request": `This payment is in flight for another request, and buys this one only if that comes to nothing. ${AGAIN}; don't sign another for what it was first sent with.`,
  wallet: `This payment has moved by another's hand, and all of it is public now. Send the same request with the same payment and a SIGN-IN-WITH-X proof of the paying wallet for this very request, as \`extensions\` has it, and it is served at once; without one it is as Retry-After says, unless the wallet is proved before. Don't sign another.`,
  chain: `It is not known yet whether this payment moved; the chain decides. ${AGAIN}; don't sign another.`,
};

const CONFLICTS: Readonly<Record<Conflict["why"], readonly [code: ErrorCode, message: string]>> = {
  "other request": [
    "payment_conflict",
    "This payment bought another request. Send that request again for its answer, or pay for this one.",
  ],
  "credited otherwise": [
    "payment_conflict",
    "This payment has moved by another's hand, and stands for another request until its wallet is proved. To have it for this one, send it again with a SIGN-IN-WITH-X proof of the paying wallet for this very request, as `extensions` has it; don't sign another payment.",
  ],
  "credited elsewhere": [
    "payment_conflict",
    "This payment has moved, and stands for another request. It can't be had for this one, whoever proves its wallet: it was made for another route, or on other terms. Send it with what it was made for; don't sign another for that.",
  ],
  "not proved": [
    "payment_conflict",
    "This payment was used. To get its answer, send its replay token (`accepted.extra.replay` of the challenge that was signed), the first call's Idempotency-Key, or a SIGN-IN-WITH-X proof of the paying wallet.",
  ],
  "key bound": [
    "payment_conflict",
    "This Idempotency-Key belongs to another request of yours. Send this one again with the same payment and a new key; don't sign another.",
  ],
  spent: [
    "payment_spent",
    "This payment moved money before, and no answer is stored for it here. You were not charged again. If it never got you an answer, send it again within an hour of paying with a SIGN-IN-WITH-X proof of the paying wallet for this very request, as `extensions` has it.",
  ],
  "landed late": [
    "payment_spent",
    "This payment landed when its quote was long over, so it buys nothing, whoever proves its wallet. Don't send it again; pay a fresh quote, in time, only if you want an answer.",
  ],
  stray: [
    "payment_spent",
    "This transfer reached us with another memo than the challenge's externalId: it may be the payment of something else. It is noted as owed to its wallet. Send it again within 10 minutes of paying, to the route that its challenge is for, with a SIGN-IN-WITH-X proof of that wallet for that very request, as `extensions` has it there, to be served, or ask for it back; don't pay again.",
  ],
  held: [
    "payment_spent",
    "The paying wallet isn't served here. Your payment moved and is held: the operator decides on its return. Don't pay again.",
  ],
  "paid another": [
    "payment_spent",
    "Its transaction has landed all the same, and paid somebody else: nothing of it reached us, and we owe nothing for it. Ask whoever it paid; pay a fresh challenge if you want an answer.",
  ],
  "sold otherwise": [
    "payment_conflict",
    "Its transaction has landed, and was taken here in another form of payment. Send it again as it was paid with, for the answer that it bought; don't pay again unless you want another answer.",
  ],
  "not asked for": [
    "payment_spent",
    "Its transaction has landed all the same, and buys nothing here. Ask for back what it paid us; don't pay again unless you want to pay for both.",
  ],
  refunding: [
    "payment_conflict",
    "This payment is being returned to the paying wallet, so nothing is served for it any more. Send it again later to hear the transaction; don't pay again unless you want a new answer.",
  ],
  refunded: [
    "payment_refunded",
    "This payment was refunded: the transaction in `refund` returned it to the paying wallet. Pay again only if you want a new answer.",
  ],
  "answer expired": [
    "answer_expired",
    "This payment was served, and its answer is no longer stored. Pay again only if you want a new answer.",
  ],
};

/** By which programs know, whatever an error's status is of, that its payment has moved, and is good for an answer. */
const CREDITED = { credited: true };

/** That nothing was charged is said only where the till knows it; so is what else than the same request may do. */
function unavailableError(outcome: Unavailable, ifFailed: string): ApiError {
  if (outcome.what === "answer") return owedError(outcome.because);
  const isUncharged = outcome.money === "not moved";
  const details = outcome.money === "moved" ? CREDITED : {};
  const notCharged = isUncharged ? "You were not charged. " : "";
  const sameAgain = isUncharged ? `${notCharged}${AGAIN}.` : `${AGAIN}; don't sign another.`;
  if (outcome.what === "slot")
    return new ApiError(
      "rate_limited",
      `This wallet has as many calls under way as it may have, or work for it, or for wallets of your network that never paid, came to nothing lately. ${notCharged}${AGAIN} as Retry-After says; don't sign another.`,
      { details, headers: retryAfter(outcome.waitMs / 1000) },
    );
  const { what, cause } = outcome;
  switch (what) {
    case "ledger":
      return new ApiError(
        "store_unavailable",
        `The ledger can't be reached${isUncharged ? ", so this call took no payment" : " at the moment"}. ${AGAIN}; don't sign another.`,
        { details, headers: retryAfter(5), cause },
      );
    case "payments":
      return new ApiError("payments_unavailable", `Nobody can take the payment at the moment. ${sameAgain}`, {
        details,
        headers: retryAfter(10),
        cause,
      });
    case "time":
      return new ApiError(
        "payments_unavailable",
        `Payment and data took too long. ${isUncharged ? `${notCharged}Try again.` : sameAgain}`,
        { details, headers: retryAfter(5) },
      );
    case "caller":
      return new ApiError(
        "payments_unavailable",
        `The connection ended before there was an answer. ${sameAgain}`,
        { details, headers: retryAfter(5) },
      );
    case "service":
      return new ApiError(
        "internal_error",
        isUncharged
          ? `The service failed. You were not charged. ${ifFailed}`
          : `The service failed. ${sameAgain}`,
        { details, cause },
      );
  }
}

/**
 * Whatever the answer failed of, its caller has paid: no refusal may say otherwise, or tell them to pay again. Programs, which read
 * the status of what the answer failed of, know it by `credited`.
 */
function owedError(because: Unmade): ApiError {
  if (refusesRequest(because)) return creditedOtherwise(because.error);
  const error = errorOf(because);
  return new ApiError(error.code, "No answer could be made at the moment.", {
    ...error.options,
    charge:
      "Your payment has moved and stays credited: send the same request with the same payment again; don't sign another.",
    details: { ...error.options.details, ...CREDITED },
    headers: { ...retryAfter(5), ...error.options.headers },
    cause: error.code === "internal_error" ? error.cause : error,
  });
}

/** The codes by which a route refuses a request for what it says: to send it again as it is brings little. */
const REFUSED_REQUESTS: ReadonlySet<ErrorCode> = new Set(["invalid_request", "not_found"]);

const refusesRequest = (because: Unmade): because is RefusedByRoute =>
  because.kind === "refused" && REFUSED_REQUESTS.has(because.error.code);

/** The payment stays credited, and buys another request of its route for whoever proves its wallet. */
const creditedOtherwise = ({ code, why, options }: ApiError): ApiError =>
  new ApiError(code, why, {
    ...options,
    charge: STAYS_CREDITED,
    details: { ...options.details, ...CREDITED },
  });

const STAYS_CREDITED =
  "Your payment has moved all the same, and stays credited: send it again with a request of this route that can be answered. Another request than this one takes a SIGN-IN-WITH-X proof of the paying wallet, and is told how to make it; don't sign another payment.";
const HAS_MOVED =
  "Your payment has moved all the same, and nothing was served for it: send it again, with this request once it can be answered or with another one of this route; don't sign another.";

const MAY_HAVE_MOVED =
  "Whether your payment has moved is not known at the moment: to try again, send the same one; don't sign another.";

/** A route's refusal of a call. The route knows of no payment, so that what it says of the money is only true of one that has not moved. */
function routeError({ error, money = "not moved" }: RefusedByRoute): ApiError {
  if (money === "not moved") return error;
  const { code, why, options } = error;
  return money === "unknown"
    ? new ApiError(code, why, { ...options, charge: MAY_HAVE_MOVED })
    : new ApiError(code, why, {
        ...options,
        charge: HAS_MOVED,
        details: { ...options.details, ...CREDITED },
      });
}

function errorOf(outcome: Unmade | Unavailable, ifFailed = "Try again."): ApiError {
  switch (outcome.kind) {
    case "in flight":
      return new ApiError("payment_conflict", IN_FLIGHT[outcome.waitsFor], {
        headers: retryAfter(outcome.waitSec),
      });
    case "conflict": {
      const [code, message] = CONFLICTS[outcome.why];
      const { objection } = outcome;
      return new ApiError(code, objection === undefined ? message : `${objection} ${message}`, {
        ...(outcome.refund !== undefined && { details: { refund: outcome.refund } }),
        ...(outcome.why === "refunding" && { headers: retryAfter(60) }),
      });
    }
    case "refused":
      return routeError(outcome);
    case "unavailable":
      return unavailableError(outcome, ifFailed);
  }
}

const isServed = (outcome: Outcome): outcome is Sold | Replayed =>
  outcome.kind === "sold" || outcome.kind === "replayed";
const isRefusedPayment = (outcome: Outcome): outcome is RefusedPayment =>
  outcome.kind === "refused" && outcome.by === "till";

/** What the log calls a call that was not served: the 402's reason, or the error's code. */
export function refusalOf(outcome: Outcome): string | undefined {
  if (isServed(outcome)) return undefined;
  return isRefusedPayment(outcome) ? outcome.reason : errorOf(outcome).code;
}

const PROVABLE: ReadonlySet<Conflict["why"]> = new Set([
  "credited otherwise",
  "not proved",
  "spent",
  "stray",
]);

/** Whether a sign-in of the paying wallet, made for this very request, would be answered otherwise. */
const asksForProof = (outcome: Outcome): boolean =>
  outcome.kind === "in flight"
    ? outcome.waitsFor === "wallet"
    : outcome.kind === "conflict" && PROVABLE.has(outcome.why);

/** The refusal with the message to sign, in the form of the 402's own extension. */
function withMessageToSign({ code, why, options }: ApiError, path: string, resource: string): ApiError {
  const moment = { origin: env().PUBLIC_ORIGIN, merchant: merchant(), now: new Date(now()) };
  const extensions = { "sign-in-with-x": signInExtension(path, { ...moment, signIn: [resource] }) };
  return new ApiError(code, why, { ...options, details: { ...options.details, extensions } });
}

/**
 * The answer to a paid call, whatever came of it. A payment that is not taken is answered with a fresh challenge. `resource`
 * is what the paying wallet signs to prove itself for this request; left out where no payment was read.
 */
export async function renderOutcome(
  outcome: Outcome,
  challenge: ChallengeTemplate,
  background: (work: Promise<unknown>) => void,
  resource?: string,
): Promise<Response> {
  if (isServed(outcome))
    return paidResponse(outcome.entry, outcome.answer, outcome.receipt, outcome.kind === "replayed");
  if (!isRefusedPayment(outcome)) {
    const error = errorOf(outcome, challenge.ifFailed);
    const needsSignIn = asksForProof(outcome) && resource !== undefined;
    return errorResponse(
      needsSignIn ? withMessageToSign(error, challenge.path, resource) : error,
      challenge.path,
    );
  }
  const { reason, message, signIn, memo } = outcome;
  return challengeResponse(challenge, reason, background, message, { signIn, memo }).catch((error: unknown) =>
    errorResponse(error, challenge.path),
  );
}
