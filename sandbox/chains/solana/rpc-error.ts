/** An error that a JSON-RPC caller is told. Codes are Agave's (rpc-client-api, custom_error.rs) and JSON-RPC's. */
export class RpcError extends Error {
  override name = "RpcError";
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  blockCleanedUp: -32_001,
  preflightFailed: -32_002,
  signatureVerification: -32_003,
  blockNotAvailable: -32_004,
  slotSkipped: -32_007,
  unsupportedVersion: -32_015,
  minContextSlot: -32_016,
} as const;

export const invalidParams = (message: string): RpcError => new RpcError(RPC_CODES.invalidParams, message);
