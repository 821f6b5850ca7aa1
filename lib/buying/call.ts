import canonicalize from "canonicalize";
import type { BaseUnits } from "@/lib/catalog/money";
import { isRecord } from "@/lib/is-record";

/** A wallet's sign-in for one request. */
export interface Proof {
  /** SIGN-IN-WITH-X. */
  header: string;
  /** When the service takes it no longer, in milliseconds. */
  until: number;
}

/** What is bought: one request of one paid route. */
export interface PaidCall {
  /** Path of the route, at this page's own origin. */
  path: string;
  /** The request's body: a JSON object's text. */
  body: string;
  /** Hands the answer over to an agent that knows the secret behind this; left out where the person buys for themselves. */
  link?: string;
  /** A wallet's sign-in for this very request, which goes with the payment. */
  proof?: Proof;
  /** The price that the page shows. */
  price: BaseUnits;
}

/** The largest body that a paid route takes. */
const MAX_BODY = 48 * 1024;

/** A text as a request's body, in one spelling; null for what is no JSON object, or too large. */
export function readBody(text: string): string | null {
  if (text.length > MAX_BODY) return null;
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return isRecord(value) ? (canonicalize(value) ?? null) : null;
  } catch {
    return null; // no JSON: there is nothing more to say of it than that
  }
}

/** A call without its price. */
export type NamedCall = Pick<PaidCall, "path" | "body" | "link" | "proof">;

/** The same for every spelling of a request: one that is paid for is found again by it. */
export const callId = ({ path, body, link }: NamedCall): string =>
  `${path} ${readBody(body) ?? body}${link === undefined ? "" : ` for ${link}`}`;
