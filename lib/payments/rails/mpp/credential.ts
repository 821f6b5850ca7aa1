import canonicalize from "canonicalize";
import * as z from "zod";
import { base64ToText, textToBase64Url } from "@/lib/http/base64";
import { isRecord } from "@/lib/is-record";
import { refuseNewVersion } from "@/lib/chains/solana-transaction";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { refusing } from "../refusing";

/** Longer headers are refused unread; the specification wants 4 KB taken (core §9.4), the official client sends 2 KB. */
const MAX_HEADER_BYTES = 12 * 1024;
/** Solana's limit of 1232 bytes, in base64. */
const MAX_TRANSACTION_CHARACTERS = 1_644;
/** That of V1: such a one is refused for its version, not for its length. */
const MAX_V1_CHARACTERS = 5_464;

const malformed = (what: string, cause?: unknown): PaymentRefused =>
  new PaymentRefused(
    "malformed_payment",
    `Authorization: Payment ${what}. Send base64url of a credential with the challenge as it was given.`,
    { cause },
  );

/** A slot of the id's input, which is joined by `|`: none may hold that character. */
const slot = z
  .string()
  .max(4_096)
  .regex(/^[^|]*$/);
const base64url = slot.regex(/^[A-Za-z0-9_-]+$/);

/**
 * What an `Authorization: Payment` header holds (core §5.2): the challenge as it was given, and how it was paid. By
 * pull the server sends the transaction, by push the client has sent it (draft-solana-charge-00 §8.1, §8.2). Members
 * that are not known here are ignored (core §9.2.1).
 */
const Credential = z.object({
  challenge: z.object({
    id: slot.min(1),
    realm: slot,
    method: slot,
    intent: slot,
    request: base64url,
    expires: slot.optional(),
    digest: slot.optional(),
    opaque: base64url.optional(),
  }),
  source: z.string().optional(),
  payload: z.object({
    type: z.string(),
    transaction: z
      .string()
      .max(MAX_V1_CHARACTERS)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .optional(),
    // 64 bytes in base58.
    signature: z
      .string()
      .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
      .optional(),
  }),
});
export type EchoedChallenge = z.output<typeof Credential>["challenge"];

export type MppPayload = { kind: "pull"; transaction: string } | { kind: "push"; signature: string };

export interface MppCredential {
  challenge: EchoedChallenge;
  payload: MppPayload;
}

function decode(token: string): unknown {
  let text: string;
  try {
    text = base64ToText(token);
  } catch (cause) {
    throw malformed("is not base64url of UTF-8 text", cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed("is base64url, but not of JSON", cause);
  }
}

/** Early clients (mppx before 0.6) send `opaque` decoded; its canonical form is what they were given. */
function withOpaqueAsGiven(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.challenge) || !isRecord(value.challenge.opaque)) return value;
  if (!Object.values(value.challenge.opaque).every((member) => typeof member === "string")) return value;
  const opaque = textToBase64Url(canonicalize(value.challenge.opaque) ?? "");
  return { ...value, challenge: { ...value.challenge, opaque } };
}

function payloadOf({ type, transaction, signature }: z.output<typeof Credential>["payload"]): MppPayload {
  if (type === "transaction" && transaction !== undefined) {
    refusing(() => refuseNewVersion(transaction));
    if (transaction.length > MAX_TRANSACTION_CHARACTERS)
      throw malformed("is not a credential: payload.transaction is longer than the chain takes");
    return { kind: "pull", transaction };
  }
  if (type === "signature" && signature !== undefined) return { kind: "push", signature };
  if (type === "transaction" || type === "signature")
    throw malformed(`is not a credential: payload.${type} is missing`);
  throw new PaymentRefused(
    "unsupported_payment",
    "Only payloads of type transaction or signature are taken. Pay the challenge by one of these.",
  );
}

/**
 * Reads an `Authorization: Payment` header. Throws PaymentRefused `malformed_payment`, or `unsupported_payment` for
 * another method, intent or type of payload.
 */
export function readCredential(header: string): MppCredential {
  if (header.length > MAX_HEADER_BYTES) throw malformed(`is longer than ${MAX_HEADER_BYTES} bytes`);
  // Padding is to be accepted (draft-solana-charge-00 §6), another alphabet is not.
  const token = /^payment +([A-Za-z0-9_-]+)={0,2}$/i.exec(header.trim())?.[1];
  if (token === undefined) throw malformed("is not base64url");
  const parsed = Credential.safeParse(withOpaqueAsGiven(decode(token)));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") || "its outermost value";
    throw malformed(`is not a credential: ${where} is missing or wrong`);
  }
  const { challenge, payload } = parsed.data;
  if (challenge.method !== "solana" || challenge.intent !== "charge")
    throw new PaymentRefused(
      "unsupported_payment",
      "Of MPP only method solana with intent charge is taken. Pay the challenge as it was given.",
    );
  return { challenge, payload: payloadOf(payload) };
}
