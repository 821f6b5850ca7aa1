import type { RouteEntry } from "../catalog/define";
import { queryOf } from "../http/query";

/** Headers of the tool call that say something about its message and nothing about the route's request. */
const MESSAGE_HEADERS = [
  "accept",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "host",
  "if-none-match",
  "origin",
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name",
  // It signs the call of the tool endpoint, and no other request.
  "signature",
  "signature-input",
  "signature-agent",
  // A tool is paid in its call: a payment beside it would be a second one.
  "payment-signature",
  "x-payment",
  "authorization",
];

/** Who called the tool: the headers of its HTTP request, and the signal that ends with its connection. */
export interface Caller extends Pick<Request, "headers" | "signal"> {
  /** The call is made to learn what it costs. */
  asksPrice?: true;
}

/**
 * The request of a tool call to its route, as an HTTP client would make it: the caller's address, proofs and keys stay in its
 * headers, the payment is where the route looks for it, and the route sees it when the caller hangs up.
 */
export function routeRequest(
  { path, method }: Pick<RouteEntry, "path" | "method">,
  args: Readonly<Record<string, unknown>>,
  payment: Readonly<Record<string, string>>,
  caller: Caller,
  origin: string,
): Request {
  const { signal } = caller;
  const headers = new Headers(caller.headers);
  for (const name of MESSAGE_HEADERS) headers.delete(name);
  for (const [name, value] of Object.entries(payment)) headers.set(name, value);
  const url = new URL(path, origin);
  if (method === "GET") {
    url.search = queryOf(args).toString();
    return new Request(url, { headers, signal });
  }
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(args), signal });
}
