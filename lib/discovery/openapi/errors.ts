import { ERRORS, type ErrorCode } from "@/lib/http/api-error";
import { refTo, type ApiResponse, type Schema } from "./format";
import { headersOf, type HeaderName } from "./headers";

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** The body of every refusal. */
export const API_ERROR: Schema = {
  type: "object",
  description:
    "Why a call was refused. A refusal charges nothing; where a payment moved before, or its outcome is open, `error` says so, and the same payment is answered later. Some refusals say more, such as `issues` (which members of the request are wrong), `problems`, or `missing` (what the answer lacks).",
  required: ["error", "code"],
  properties: {
    error: { type: "string", description: "What was wrong with this request and what to do, for people." },
    code: { type: "string", enum: CODES, description: "The same for machines." },
    credited: {
      const: true,
      description:
        "Set where the payment has moved and its answer could not be made now, whatever the status: send the same payment again.",
    },
  },
  additionalProperties: true,
};

/** The server itself refuses such a request before the service sees it, so nothing of the service's is on it. */
const HEADERS_TOO_LARGE: ApiResponse = {
  description: "The request's headers are larger than about 16 KB. The answer has no body.",
};

/** Headers that come with a status beside the limit's. */
const ALWAYS: Readonly<Record<number, readonly HeaderName[]>> = {
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
/** Only a conflict that time may end says when to come back. */
const MAYBE: Readonly<Record<number, readonly HeaderName[]>> = { 409: ["Retry-After"] };

/** The codes that a status has in the table of errors. */
export const codesAt = (status: number): ErrorCode[] =>
  CODES.filter((code) => ERRORS[code].status === status);

/** A refusal by its status, with all codes that it may carry, as the table of errors has them. */
export function refusalResponse(status: number): ApiResponse {
  if (status === 431) return HEADERS_TOO_LARGE;
  const codes = codesAt(status);
  if (codes.length === 0) throw new Error(`no error has the status ${status}`);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join("\n\n"),
    headers: headersOf(ALWAYS[status], MAYBE[status]),
    content: {
      "application/json": {
        schema: { allOf: [refTo("schemas", "ApiError"), { properties: { code: { enum: codes } } }] },
      },
    },
  };
}

/** The name of a status' component. */
export const refusalName = (status: number): string => `Error${status}`;
