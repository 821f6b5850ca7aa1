import * as z from "zod";
import { readParams, type RpcMethod, transactionForm } from "../method";

/** A page waits for a transaction or two of its own. */
const MOST = 4;
const signatures = z.array(transactionForm).min(1).max(MOST);

// The node's archive is not searched: that costs it far more than its recent memory, which is what a page waits on.
const Params = z.union([
  z.tuple([signatures]),
  z.tuple([signatures, z.strictObject({ searchTransactionHistory: z.literal(false).optional() })]),
]);

export const getSignatureStatuses: RpcMethod = (params, ask) =>
  ask("getSignatureStatuses", readParams(Params, params));
