import type { RpcMethod } from "./method";
import { getAccountInfo } from "./methods/get-account-info";
import { getLatestBlockhash } from "./methods/get-latest-blockhash";
import { getMinimumBalanceForRentExemption } from "./methods/get-minimum-balance-for-rent-exemption";
import { getSignatureStatuses } from "./methods/get-signature-statuses";
import { getTransaction } from "./methods/get-transaction";
import { sendTransaction } from "./methods/send-transaction";

/** The closed list: a method has a file of its own, and stands here. */
export const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({
    getAccountInfo,
    getLatestBlockhash,
    getMinimumBalanceForRentExemption,
    getSignatureStatuses,
    getTransaction,
    sendTransaction,
  }),
);
