/** Where the answer of a paid tool carries its receipt, beside the members of the route's answer. */
export const RECEIPT_MEMBER = "paymentReceipt";
