import type { ScanTarget } from "../gate/judge-target";
import type { ScanFailure } from "./failure";

/** One request, whose redirects are not followed. */
export interface SentRequest {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  redirect: "manual";
  cache: "no-store";
}

/** Sends one request; rejects as `fetch` does. */
export type Send = (url: string, request: SentRequest) => Promise<Response>;

/** The way to one host, for one scan. */
export interface Connection {
  send: Send;
  /** Whether every request goes to an address that was judged, and to no other. */
  pinned: boolean;
  /** The addresses that limits count: the one that is connected to, or the lowest judged one of each family. */
  counted: readonly string[];
  close(): void;
}

/** Opens the way to a host that leads to these addresses, within `timeoutMs`. Resolves to why there is none. */
export type Connect = (
  host: string,
  judged: readonly string[],
  timeoutMs: number,
) => Promise<Connection | ScanFailure>;

/** How a scan's requests leave. */
export interface Egress {
  send: Send;
  /** One address that stands in for the whole web, or undefined for the web itself. */
  origin: string | undefined;
}

/**
 * Where a request is really sent: `<origin>/<scheme>/<host><path>` when one address stands in for the web. The service
 * itself is always asked where it is.
 */
export function sentTo(url: URL, { origin }: Egress, { self }: Pick<ScanTarget, "self">): string {
  if (origin === undefined || self) return url.href;
  return `${origin}/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`;
}

/** The scanner's product token (RFC 9309 §2.2.1): what a robots.txt names it by, whatever the case. */
export const scannerToken = (serviceName: string): string =>
  `${serviceName.replace(/[^A-Za-z_-]/g, "") || "svc"}-security-desk`;

/** Where a page explains the scanner, on the service's own origin. */
export const SCANNER_PAGE = "/scanner";

/** Names the scanner and the page that explains it, so that an operator knows whom to ask (RFC 9110 §10.1.5). */
export const scannerAgent = (serviceName: string, publicOrigin: string): string =>
  `Mozilla/5.0 (compatible; ${scannerToken(serviceName)}/1.0; +${publicOrigin}${SCANNER_PAGE})`;
