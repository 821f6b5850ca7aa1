/**
 * Every refusal of the service. OpenAPI and the API guide are rendered from this table.
 * None of these sells anything; whether a payment that came along has moved is the till's to say.
 */
export const ERRORS = {
  invalid_request: { status: 400, when: "The body, a parameter or a header is not what the route takes." },
  payment_required: { status: 402, when: "No valid payment came with the request; `reason` says why." },
  platform_scope_forbidden: { status: 403, when: "The target may not be scanned." },
  not_owner: { status: 403, when: "The caller did not prove to own what it wants to change." },
  payer_not_served: {
    status: 403,
    when: "The paying wallet is on the operator's list, or the asset's issuer has blocked it.",
  },
  not_found: {
    status: 404,
    when: "There is nothing under that path or id, or the parameters select nothing; `field` and `wouldMatch` then say what would.",
  },
  method_not_allowed: {
    status: 405,
    when: "The path exists, but not for this method; `Allow` names those it has.",
  },
  payment_conflict: {
    status: 409,
    when: "The payment bought another request, is in flight, or its replay token is missing.",
  },
  payment_spent: {
    status: 409,
    when: "The payment moved money before, outside of what this service can still serve.",
  },
  payment_refunded: {
    status: 409,
    when: "The payment moved, was not served, and was returned to its payer; `refund` names the transaction.",
  },
  idempotency_conflict: {
    status: 409,
    when: "The Idempotency-Key belongs to another request that this address sent to the same free route.",
  },
  already_taken: {
    status: 409,
    when: "What the request would take for its own, such as a name, is somebody else's.",
  },
  duplicate_signal: {
    status: 409,
    when: "The summary was published before, or is being published at this moment. Nothing is charged.",
  },
  answer_expired: {
    status: 410,
    when: "The payment was served, but its answer is no longer stored. Don't pay again by mistake.",
  },
  payload_too_large: { status: 413, when: "The body is larger than the route accepts." },
  unsupported_media_type: {
    status: 415,
    when: "The body declares a type other than application/json, or is compressed.",
  },
  rate_limited: {
    status: 429,
    when: "Too many requests from this address, or too many calls of this wallet in flight, or a site that was scanned lately; `Retry-After` says when to come back.",
  },
  internal_error: { status: 500, when: "The service failed." },
  data_unavailable: { status: 503, when: "Too little fresh data to sell an answer." },
  target_unreachable: {
    status: 503,
    when: "The site to scan gave no answer to judge, or no longer leads to a public address; `reason` says which.",
  },
  payments_unavailable: {
    status: 503,
    when: "No facilitator, or for MPP no node, can take the payment at the moment.",
  },
  store_unavailable: {
    status: 503,
    when: "The ledger can't be written at the moment, so no payment is taken and nothing is changed; where a free call's fate is not known, the message says so.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ApiErrorOptions {
  /** What the message ends with where no payment of the call has moved, such as `You were not charged.` */
  charge?: string;
  /** Further members of the body, such as `missing` or `allow`. Nothing internal. */
  details?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** What happened, for the log only. */
  cause?: unknown;
}

/** The message says what was wrong with this request and what to do about it; it is shown to the caller. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;

  /** `why` is the message without what `options.charge` says of the caller's money. */
  constructor(
    readonly code: ErrorCode,
    readonly why: string,
    readonly options: ApiErrorOptions = {},
  ) {
    super(options.charge === undefined ? why : `${why} ${options.charge}`, { cause: options.cause });
    this.status = ERRORS[code].status;
  }

  /** The ApiError body: `error`, `code` and what belongs to this error. */
  toBody(): Record<string, unknown> {
    return { error: this.message, code: this.code, ...this.options.details };
  }
}

/** Seconds to wait, for a refusal that time mends. */
export const retryAfter = (seconds: number): Record<string, string> => ({
  "retry-after": String(Math.max(1, Math.ceil(seconds))),
});
