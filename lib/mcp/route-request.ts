import type { RouteEntry } from "../catalog/define";

/** Headers of the tool call that say something about its message and nothing about the route's request. */
const MESSAGE_HEADERS = [
  "accept",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "host",
  "origin",
  "mcp-protocol-version",
  "mcp-session-id",
  "mcp-method",
  "mcp-name",
  // A tool is paid in its call: a payment beside it would be a second one.
  "payment-signature",
  "x-payment",
  "authorization",
];

/** As query parameters are written; what is no text, number or boolean goes as JSON and fails by the route's schema. */
export const queryOf = (args: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

/**
 * The route's own request for a tool call, as an HTTP client would make it: the caller's address, proofs and keys stay
 * in its headers, and the payment is where the route looks for it.
 */
export function routeRequest(
  { path, method }: Pick<RouteEntry, "path" | "method">,
  args: Readonly<Record<string, unknown>>,
  payment: Readonly<Record<string, string>>,
  caller: Headers,
  origin: string,
): Request {
  const headers = new Headers(caller);
  for (const name of MESSAGE_HEADERS) headers.delete(name);
  for (const [name, value] of Object.entries(payment)) headers.set(name, value);
  const url = new URL(path, origin);
  if (method === "GET") {
    for (const [name, value] of Object.entries(queryOf(args))) url.searchParams.set(name, value);
    return new Request(url, { headers });
  }
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(args) });
}
