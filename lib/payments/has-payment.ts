/** Whether a request says that it pays by MPP: `Authorization: Payment …`. */
export const bringsMpp = (headers: Headers): boolean =>
  /^payment(\s|$)/i.test(headers.get("authorization") ?? "");

/** Whether a request brings any payment at all, in whichever header and version. */
export const hasPayment = (headers: Headers): boolean =>
  headers.has("payment-signature") || headers.has("x-payment") || bringsMpp(headers);
