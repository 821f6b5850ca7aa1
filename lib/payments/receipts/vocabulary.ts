import * as z from "zod";

/**
 * A payment's key: on EVM chains network, asset, payer and nonce of its authorization; on Solana network and SHA-256
 * of the transaction's message. Letters in either case, spelled out because a published pattern has no flags.
 */
const PAYMENT_KEY =
  /^([eE][iI][pP]155:[0-9]{1,20}:0[xX][0-9a-fA-F]{40}:0[xX][0-9a-fA-F]{40}:0[xX][0-9a-fA-F]{64}|[sS][oO][lL][aA][nN][aA]:[0-9a-zA-Z]{32,44}:[0-9a-fA-F]{64})$/;

/** A payment's key, as it is told to callers. */
export const paymentKeyText = z
  .string()
  .regex(
    PAYMENT_KEY,
    "must be `<network>:<asset>:<payer>:<nonce>` of a payment on Base, or `<network>:<SHA-256 of the message>` of one on Solana",
  );
