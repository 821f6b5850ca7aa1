import * as z from "zod";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import { base64ToText } from "@/lib/http/base64";
import { waitForContractQuestion } from "../contract-budget";
import { merchant } from "../rails/merchant";
import { isSignedByEvm } from "./evm-signature";
import { signInMessage } from "./message";
import { isSignedBySolana } from "./solana-signature";

/** A wallet that has proved itself by x402's `sign-in-with-x`: the caller's identity, not the request. */
export interface WalletProof {
  /** EVM: lower-cased. Solana: base58. As the ledger writes payers. */
  address: string;
  /** CAIP-2. */
  chainId: string;
  /** Chosen by the signer; good once (see consume.ts). */
  nonce: string;
  /** What it was signed for besides the address, such as one request (see bound.ts). */
  resources: readonly string[];
}

const MAX_HEADER_BYTES = 8 * 1024;
const MAX_AGE_MS = 5 * 60_000;
/** How far the signer's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000;

/** A line break inside a field would let one signed text be read as other fields. */
const line = z.string().regex(/^[^\u0000-\u001f\u007f]{1,500}$/);
const time = z.iso.datetime({ offset: true });

const Message = z.object({
  domain: line,
  address: line,
  statement: line.optional(),
  uri: line,
  version: z.literal("1"),
  chainId: line,
  type: z.enum(["eip191", "ed25519"]),
  nonce: z.string().regex(/^[a-zA-Z0-9]{8,128}$/),
  issuedAt: time,
  expirationTime: time.optional(),
  notBefore: time.optional(),
  requestId: line.optional(),
  resources: z.array(line).min(1).max(10).optional(),
  signature: line.max(MAX_HEADER_BYTES),
});
type Message = z.output<typeof Message>;

/** The call that a proof was sent with. */
export interface ProvedCall {
  /** Our own, as configured: never the request's `Host`. */
  origin: string;
  path: string;
  now: Date;
  /** What a proof must name among its `resources`, where it is good for one request only. */
  resource?: string;
}

const refuse = (what: string, cause?: unknown): ApiError =>
  new ApiError("invalid_request", `SIGN-IN-WITH-X ${what}`, { cause });

function parse(header: string): Message {
  if (header.length > MAX_HEADER_BYTES) throw refuse(`is longer than ${MAX_HEADER_BYTES} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(base64ToText(header.trim()));
  } catch (cause) {
    throw refuse("is not base64 of JSON.", cause);
  }
  const parsed = Message.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") || "its outermost value";
  throw refuse(`is not a signed message of x402's sign-in-with-x: ${where} is missing or wrong.`);
}

/** Whether the message names the route that it was sent to. The extension asks for the origin; a path counts. */
function namesCall(uri: string, { origin, path }: ProvedCall): boolean {
  if (!URL.canParse(uri)) return false;
  const named = new URL(uri);
  return named.origin === new URL(origin).origin && (named.pathname === path || named.pathname === "/");
}

/** Why the message is not for this call at this moment, or null. */
function objectionTo(message: Message, at: ProvedCall): string | null {
  const { host } = new URL(at.origin);
  const now = at.now.getTime();
  const age = now - Date.parse(message.issuedAt);
  if (message.domain !== host) return `is for another domain; sign for ${host}.`;
  if (!namesCall(message.uri, at)) return `is for another address; sign for ${at.origin}${at.path}.`;
  if (age > MAX_AGE_MS)
    return "was issued more than 5 minutes ago; sign a fresh message, and set your clock if it is behind.";
  if (age < -MAX_AHEAD_MS) return "was issued in the future; set your clock.";
  if (at.resource !== undefined && message.resources?.includes(at.resource) !== true)
    return `does not say what it is for; sign with \`resources\` that hold ${at.resource}.`;
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now)
    return "has expired; sign a fresh message.";
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > now)
    return "is not valid yet (notBefore).";
  return null;
}

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

async function mayAskContract(headers: Headers): Promise<void> {
  const waitMs = await waitForContractQuestion(headers);
  if (waitMs > 0)
    throw new ApiError(
      "rate_limited",
      "SIGN-IN-WITH-X is not signed by its address's key, and too many contract wallets were asked from your network. Wait as Retry-After says.",
      { headers: retryAfter(waitMs / 1000) },
    );
}

/** The address as the ledger writes payers, if its wallet signed the message on one of our chains. */
async function signerOf(message: Message, headers: Headers): Promise<string | null> {
  const { address, chainId, type, signature } = message;
  const { evm, solana } = merchant().networks;
  if (chainId === evm.id && type === "eip191" && isAddress(address)) {
    const text = signInMessage("Ethereum", message);
    const signed = await isSignedByEvm(text, address, signature, () => mayAskContract(headers));
    return signed ? address.toLowerCase() : null;
  }
  if (chainId === solana.id && type === "ed25519") {
    const signed = await isSignedBySolana(signInMessage("Solana", message), address, signature);
    return signed ? address : null;
  }
  throw refuse(`must be of type eip191 on ${evm.id}, or ed25519 on ${solana.id}.`);
}

/**
 * Reads the header `SIGN-IN-WITH-X` (x402 extension `sign-in-with-x`): base64 of the signed message's fields and its
 * signature. Returns null when there is none. The nonce is not consumed here: a proof that nobody used stays good.
 * Throws ApiError 400 for a message that is malformed, not for this call, out of its time, or not signed by its
 * address, and 429 while too many contracts were asked for one network.
 */
export async function readWalletProof(headers: Headers, at: ProvedCall): Promise<WalletProof | null> {
  const header = headers.get("sign-in-with-x");
  if (header === null) return null;
  const message = parse(header);
  const objection = objectionTo(message, at);
  if (objection !== null) throw refuse(objection);
  const address = await signerOf(message, headers);
  if (address === null) throw refuse("is not signed by its address.");
  return { address, chainId: message.chainId, nonce: message.nonce, resources: message.resources ?? [] };
}
