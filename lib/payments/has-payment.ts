/** Whether a request carries an MPP credential: `Authorization: Payment …`. */
export const hasMppPayment = (headers: Headers): boolean =>
  /^payment(\s|$)/i.test(headers.get("authorization") ?? "");

/** By this header recovery has a credited payment served (see recovery/credited/proof.ts). */
export const CREDIT_PROOF = "x-credit-proof";

/** Whether a request carries a payment, in any header and version. */
export const hasPayment = (headers: Headers): boolean =>
  headers.has("payment-signature") || headers.has("x-payment") || hasMppPayment(headers);

/** Whether a request carries a payment, or the proof of one that was credited. */
export const carriesPayment = (headers: Headers): boolean => hasPayment(headers) || headers.has(CREDIT_PROOF);
