import type { PaymentPayload } from "@x402/core/types";
import type { BaseUnits } from "@/lib/catalog/money";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { solanaNodes } from "@/lib/chains/nodes";
import type { Listing } from "../challenge/challenge";
import { evmRequirement, solanaRequirement, type Merchant } from "../challenge/offers";
import type { Funds } from "../funds/funds";
import { maxPriorityFeeOf } from "../facilitators/supported";
import { hasMppPayment } from "../has-payment";
import { type Objection, PaymentRefused } from "../outcome/reasons";
import { isSwitchedOff, renewSwitches } from "../switches/switches";
import { knownToken } from "../token/own-token";
import type { Look, OnChain, Sent } from "@/lib/chains/look";
import type { Asker, Payment, Rail, Settlement, Verification } from "./rail";
import { readPaymentHeader } from "./x402/header";
import { quote } from "./x402/match";

/** The payment of a request, bound to its rail: what the till handles. */
export interface IncomingPayment extends Payment {
  objectionToSignature(): Promise<Objection | null>;
  /** See `Rail.hasRunOut`; null where the payment names its time. */
  hasRunOut: (() => Promise<boolean>) | null;
  /** Asked of a payment that is new here: on a chain that is switched off nothing new is sold. */
  verify(asker: Asker): Promise<Verification>;
  /** See `Rail.funds`. */
  funds(): Promise<Funds>;
  /** See `Rail.settlers`; empty where we send it ourselves. */
  settlers(by: string): Promise<readonly string[]>;
  settle(by: string | null, until: number): Promise<Settlement>;
  /** What it takes to have the same authorization settled by another facilitator, as JSON; left out where none can. */
  resend?: string;
}

/**
 * What takes a chain's payments loads with the first that comes on it, so that a process's first sale on one chain compiles
 * nothing of the other's.
 */
const onBase = () => import("./on-base");
const onSolana = () => import("./on-solana");

const onRail = <P extends Payment>(rail: Rail<P>, payment: P): IncomingPayment => ({
  ...payment,
  objectionToSignature: async () => rail.objectionToSignature?.(payment) ?? null,
  hasRunOut: rail.hasRunOut === undefined ? null : () => rail.hasRunOut?.(payment) ?? Promise.resolve(false),
  verify: (asker) => unlessOff(payment, () => rail.verify(payment, asker)),
  funds: () => rail.funds(payment),
  settlers: async (by) => (await rail.settlers?.(payment, by)) ?? [],
  settle: (by, until) => rail.settle(payment, by, until),
});

/**
 * Reads the payment of a request as the rails understand it. Returns null when there is none. `listing` goes with it to
 * facilitators.
 * Throws PaymentRefused for one that can't be taken, and ApiError 400 for two at once.
 */
export async function readIncomingPayment(
  headers: Headers,
  merchant: Merchant,
  amount: BaseUnits,
  listing?: Listing,
): Promise<IncomingPayment | null> {
  void renewSwitches(); // known by the time that the payment is verified
  const signature = headers.get("payment-signature");
  const mpp = hasMppPayment(headers);
  if (mpp && (signature !== null || headers.has("x-payment")))
    throw new ApiError(
      "invalid_request",
      "Two payments in one request: send either PAYMENT-SIGNATURE or Authorization: Payment.",
    );
  if (signature !== null) return readX402(signature, merchant, amount, listing);
  if (mpp) return readMpp(headers.get("authorization") ?? "", merchant, amount);
  if (headers.has("x-payment"))
    throw new PaymentRefused(
      "unsupported_payment",
      "X-PAYMENT is x402 version 1. Send a version 2 payload in PAYMENT-SIGNATURE.",
    );
  return null;
}

async function unlessOff({ network }: Payment, verify: () => Promise<Verification>): Promise<Verification> {
  if (await isSwitchedOff("chain", network))
    return { kind: "unavailable", detail: `${network} is switched off` };
  return verify();
}

/** The payment as facilitators get it; what is kept to have it settled later is without the listing. */
const listed = <P extends Payment & { payload: PaymentPayload }>(payment: P, listing?: Listing): P => ({
  ...payment,
  payload: { ...payment.payload, ...listing },
});

async function readX402(
  header: string,
  merchant: Merchant,
  amount: BaseUnits,
  listing?: Listing,
): Promise<IncomingPayment> {
  const payload = readPaymentHeader(header);
  const { network } = payload.accepted;
  const { evm, solana } = merchant.networks;

  const evmOffer = network === evm.id ? evmRequirement(merchant, amount) : null;
  if (evmOffer !== null) {
    const { readEvmPayment, evmRail } = await onBase();
    const payment = await readEvmPayment(payload, evmOffer);
    const resend = JSON.stringify({ payload: payment.payload, requirement: payment.requirement });
    return { ...onRail(evmRail, listed(payment, listing)), resend };
  }
  const token = knownToken(); // launched or not: what it paid for before must be found again
  if (network === solana.id && payload.accepted.asset === token?.mint) {
    const { readTokenPayment, tokenRail } = await onSolana();
    return onRail(tokenRail, await readTokenPayment(payload, token, network, amount));
  }
  const { solanaPayTo } = merchant;
  if (network === solana.id && solanaPayTo !== undefined) {
    const offerFor = (feePayer: string) => {
      const offer = solanaRequirement(merchant, amount, feePayer);
      if (offer === null) throw new PaymentRefused("unsupported_payment");
      return offer;
    };
    const { readSolanaPayment, solanaRail, tokenAccountOf } = await onSolana();
    const recipientAccount = await tokenAccountOf(solanaPayTo, solana.usdc);
    const payment = await readSolanaPayment(payload, offerFor, recipientAccount, maxPriorityFeeOf);
    return onRail(solanaRail, listed(payment, listing));
  }
  throw new PaymentRefused(
    "unsupported_payment",
    `Network ${quote(network)} is not accepted. Choose an offer of \`x402.accepts\`.`,
  );
}

async function readMpp(header: string, merchant: Merchant, price: BaseUnits): Promise<IncomingPayment> {
  const { MPP_SECRET_KEY: secrets, PUBLIC_ORIGIN } = env();
  const realm = new URL(PUBLIC_ORIGIN).host;
  const { readMppPayment, mppRail } = await onSolana();
  const payment = await readMppPayment(header, { secrets, realm, merchant, price, rpcUrls: solanaNodes() });
  return onRail(mppRail, payment);
}

type AnyRail = Pick<Rail<Payment>, "lookup">;

/** By the names that records have. */
const RAILS: Readonly<Record<string, () => Promise<AnyRail>>> = {
  "x402-evm": async () => (await onBase()).evmRail,
  "x402-solana": async () => (await onSolana()).solanaRail,
  "own-token": async () => (await onSolana()).tokenRail,
  "mpp-solana": async () => (await onSolana()).mppRail,
};

/** Asks the chain what became of a recorded payment, by the rail that took it. */
export async function lookup(
  name: string,
  evidence: Payment["evidence"],
  sent: Sent,
  look: Look,
): Promise<OnChain> {
  const load = Object.hasOwn(RAILS, name) ? RAILS[name] : undefined;
  if (load === undefined) return { kind: "open", why: `unknown rail: ${name}` };
  const rail = await load();
  return rail.lookup(evidence, sent, look);
}
