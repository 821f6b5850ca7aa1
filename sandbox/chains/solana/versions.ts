import { integerParam, isGiven, type Config } from "./params";
import { RPC_CODES, RpcError } from "./rpc-error";
import type { Message } from "./transaction";

/**
 * What an answer says of a transaction's version: nothing to a caller that names none, who can read legacy ones only. Throws
 * Agave's refusal (rpc/src/rpc.rs, `UnsupportedTransactionVersion`) for a version above `maxSupportedTransactionVersion`.
 */
export function versionFor(config: Config, version: Message["version"]): { version?: Message["version"] } {
  const named = config["maxSupportedTransactionVersion"];
  const highest = isGiven(named) ? integerParam(named, "maxSupportedTransactionVersion", 0, 255) : null;
  if (version !== "legacy" && (highest === null || version > highest))
    throw new RpcError(
      RPC_CODES.unsupportedVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  return highest === null ? {} : { version };
}
