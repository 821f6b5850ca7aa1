import { isRecord } from "@/lib/is-record";
import { isPaid, type ProofHeader } from "@/lib/catalog/define";
import type { PublishedRoute } from "@/lib/catalog/document";
import { AGENT_ID, MAX_KEY_LENGTH, SOLANA_WALLET } from "@/lib/http/request-headers";
import { refTo, type Parameter, type Reference, type Schema } from "./format";
import { requestSchema } from "./schemas";

const header = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", ...schema },
});

/** The optional headers that the service reads, beside those by which a call is paid. */
const HEADER_PARAMETERS = {
  "X-Agent-Id": header(
    "X-Agent-Id",
    "The agent id of the caller, for attribution. It pays nothing and opens nothing.",
    {
      pattern: AGENT_ID.source,
    },
  ),
  "Idempotency-Key": header(
    "Idempotency-Key",
    "A key of your own for this request; a UUID does well. On a free route, the same request under the same key gets the first answer for 24 hours, and what it changes is changed once. On a paid route, a new payment of the same payer for the same request under the same key gets the stored answer and is not charged. A UUID v4, or a key of at least 22 characters, also proves that an answer, or a receipt, is yours.",
    { minLength: 1, maxLength: MAX_KEY_LENGTH },
  ),
  "SIGN-IN-WITH-X": header(
    "SIGN-IN-WITH-X",
    "Proof of a wallet, on paid routes and for receipts of the one that pays: base64 of the JSON of x402's `sign-in-with-x`, signed within the last five minutes, good once.",
    {},
  ),
  "X-Token-Holder-Wallet": header(
    "X-Token-Holder-Wallet",
    "The caller's Solana wallet that holds the service's own token. It counts after the token's launch, with a SIGN-IN-WITH-X of that wallet whose `resources` hold `urn:svc:holder:POST:` and the route's path; else the call is a guest's, and the 402 says why. GET /api/tcx-credits tells what a wallet has.",
    { pattern: SOLANA_WALLET.source },
  ),
  "PAYMENT-SIGNATURE": header(
    "PAYMENT-SIGNATURE",
    "The payment that is asked about, as it was sent, its replay token included; one by MPP goes into Authorization instead. It is not charged again.",
    {},
  ),
  "If-None-Match": header(
    "If-None-Match",
    "Entity tags of answers that you have. Where one of them is the answer's, you get 304 without a body.",
    {},
  ),
} as const satisfies Record<string, Parameter>;

type HeaderName = keyof typeof HEADER_PARAMETERS;

/** What a caller of a paid route may prove: that a stored answer is theirs. */
const PROOFS_OF_PAYERS: readonly ProofHeader[] = ["Idempotency-Key", "SIGN-IN-WITH-X"];

function headerNames(entry: PublishedRoute): HeaderName[] {
  const proofs = isPaid(entry) ? PROOFS_OF_PAYERS : (entry.proofs ?? []);
  const keys: ProofHeader[] = entry.method === "GET" ? [] : ["Idempotency-Key"];
  const tags: HeaderName[] = entry.answers.includes(304) ? ["If-None-Match"] : [];
  const claims: HeaderName[] = entry.holders === undefined ? [] : ["X-Token-Holder-Wallet"];
  return [...new Set<HeaderName>(["X-Agent-Id", ...keys, ...proofs, ...claims, ...tags])];
}

/** The headers that any of these routes reads. */
export function headerParameters(entries: readonly PublishedRoute[]): Record<string, Parameter> {
  const read = new Set<string>(entries.flatMap(headerNames));
  return Object.fromEntries(Object.entries(HEADER_PARAMETERS).filter(([name]) => read.has(name)));
}

/** A route's input as parameters of its query, each with its example from the sample. */
function queryParameters(entry: PublishedRoute): Parameter[] {
  const { properties, required } = requestSchema(entry.input);
  const examples = new Map<string, unknown>(Object.entries(entry.sample.input ?? {}));
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, value]) => {
    const { description, ...schema } = isRecord(value) ? value : {};
    return {
      name,
      in: "query",
      required: Array.isArray(required) && required.includes(name),
      ...(typeof description === "string" ? { description } : {}),
      schema,
      ...(examples.has(name) ? { example: examples.get(name) } : {}),
    };
  });
}

/** Everything that a route takes beside its body. */
export const parametersOf = (entry: PublishedRoute): (Parameter | Reference)[] => [
  ...(entry.method === "GET" ? queryParameters(entry) : []),
  ...headerNames(entry).map((name) => refTo("parameters", name)),
];
