import type { RouteEntry } from "@/lib/catalog/define";
import type { AnswerHeaders, HandlerResult } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { clientAddress } from "@/lib/http/client-address";
import { randomHex, sha256Hex } from "@/lib/http/digest";
import { requestFingerprint } from "../ledger/fingerprint";

/** A free call's answer as it is sent, and as it is kept under the caller's Idempotency-Key. */
export interface Rendered {
  status: number;
  headers: AnswerHeaders;
  /** The answer as JSON. */
  text: string;
}

/** How a free call is told from others. */
export interface CallName {
  /** By key, client address, method and route; at random where no key names the call. */
  id: string;
  /** The request that the key belongs to. */
  fingerprint: string;
  /** Whether the caller named it, so that another copy of it may have come or may come. */
  named: boolean;
}

export interface FreeRequest {
  entry: Pick<RouteEntry, "path" | "method">;
  /** The request's arguments before defaults. */
  args: Readonly<Record<string, unknown>>;
  idempotencyKey: string | null;
  headers: Headers;
}

export async function nameCall({ entry, args, idempotencyKey, headers }: FreeRequest): Promise<CallName> {
  if (idempotencyKey === null) return { id: randomHex(16), fingerprint: "", named: false };
  const [fingerprint, id] = await Promise.all([
    requestFingerprint(entry.path, args),
    sha256Hex(JSON.stringify([clientAddress(headers), entry.method, idempotencyKey])),
  ]);
  return { id, fingerprint, named: true };
}

/** What a key holds: the fingerprint of its request, the answer's status and headers, and the answer, a line each. */
export const writeKept = ({ fingerprint }: CallName, { status, headers, text }: Rendered): string =>
  `${fingerprint}\n${JSON.stringify({ status, headers })}\n${text}`;

/** Reads what `writeKept` wrote. Throws ApiError 409 where the key belongs to another request. */
export function readStored({ fingerprint }: CallName, kept: string): Rendered {
  const [of = "", frame = "", ...text] = kept.split("\n");
  if (of !== fingerprint)
    throw new ApiError(
      "idempotency_conflict",
      "This Idempotency-Key belongs to another request of yours. Send that one again, or take a new key.",
    );
  return { ...(JSON.parse(frame) as Omit<Rendered, "text">), text: text.join("\n") }; // as written above
}

/** Changes nothing and may be another in a moment: neither kept nor replayed, as refusals are. */
const isOpen = ({ status = 200 }: HandlerResult<unknown>): boolean => status > 201;

/** Whether a call wants anything written, which is then done exactly once. */
export const writes = ({ effects, reserve = [] }: HandlerResult<unknown>): boolean =>
  effects.length > 0 || reserve.length > 0;

export const isKept = (result: HandlerResult<unknown>): boolean =>
  writes(result) || (!isOpen(result) && result.unkept !== true);
