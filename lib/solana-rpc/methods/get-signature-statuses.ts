import * as z from "zod";
import { readParams, type RpcMethod } from "../method";

/** 64 bytes in base58. */
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);

/** A page waits for a transaction or two of its own. */
const MOST = 4;
const signatures = z.array(signature).min(1).max(MOST);

// The node's archive is not searched: that costs it far more than its recent memory, which is what a page waits on.
const Params = z.union([
  z.tuple([signatures]),
  z.tuple([signatures, z.strictObject({ searchTransactionHistory: z.literal(false).optional() })]),
]);

export const getSignatureStatuses: RpcMethod = (params, ask) =>
  ask("getSignatureStatuses", readParams(Params, params));
