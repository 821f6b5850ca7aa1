/** Refusals in JSON-RPC's own form: code of the protocol, and status of the response. */
const REFUSALS = {
  /** Not on the closed list, as a method or as an account. */
  not_allowed: { code: -32_601, status: 403 },
  foreign_page: { code: -32_000, status: 403 },
  /** Of a transaction: JSON-RPC's own code for one that its simulation refuses. */
  would_fail: { code: -32_002, status: 400 },
  invalid_params: { code: -32_602, status: 400 },
} as const;

export class RpcRefusal extends Error {
  override name = "RpcRefusal";
  readonly code: number;
  readonly status: number;

  constructor(
    readonly kind: keyof typeof REFUSALS,
    message: string,
  ) {
    super(message);
    ({ code: this.code, status: this.status } = REFUSALS[kind]);
  }
}
