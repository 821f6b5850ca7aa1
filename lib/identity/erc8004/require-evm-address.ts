import type { Hex } from "viem";
import { ApiError } from "@/lib/http/api-error";
import type { Agent } from "../record";

/** The wallet by which an agent can be registered on chain. Throws ApiError 400. */
export function requireEvmAddress({ evmAddress }: Agent): Hex {
  if (evmAddress === undefined)
    throw new ApiError(
      "invalid_request",
      "This agent has no evmAddress, and the registry is on an EVM chain. Register the pair of both addresses first.",
    );
  return evmAddress as Hex; // checked when it was registered
}
