import type { x402Facilitator } from "@x402/core/facilitator";
import type { Operation } from "./fault";
import { isPaymentRequest } from "./request";

export interface Answer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

const ROUTES: Readonly<Record<string, Operation>> = {
  "GET /supported": "supported",
  "POST /verify": "verify",
  "POST /settle": "settle",
};

/** The operation that a request asks for, if any. */
export const operationOf = (method = "", url = ""): Operation | undefined => ROUTES[`${method} ${url}`];

/**
 * Does what was asked for. A payment that is refused is answered 200 with the reason; 400 is for what is no payment
 * or not one for this facilitator. Throws what the chain or the scheme throws.
 */
export async function operate(
  facilitator: x402Facilitator,
  operation: Operation,
  body: unknown,
): Promise<Answer> {
  const supported = facilitator.getSupported();
  if (operation === "supported") return { status: 200, body: supported };
  if (!isPaymentRequest(body)) return { status: 400, body: { error: "The body is not an x402 v2 payment." } };
  const { paymentPayload, paymentRequirements: wanted } = body;
  if (
    !supported.kinds.some(({ scheme, network }) => scheme === wanted.scheme && network === wanted.network)
  ) {
    return { status: 400, body: { error: "This scheme and network are not supported." } };
  }
  return { status: 200, body: await facilitator[operation](paymentPayload, wanted) };
}
