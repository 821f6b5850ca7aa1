import type { ScanTarget } from "../gate/judge-target";

/** How a scan's requests leave. */
export interface Egress {
  fetch: typeof fetch;
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

/** Names the scanner and the page that explains it, so that an operator knows whom to ask (RFC 9110 §10.1.5). */
export function scannerAgent(serviceName: string, publicOrigin: string): string {
  const product = serviceName.replace(/[^A-Za-z0-9!#$%&'*+.^_`|~-]/g, "") || "svc";
  return `Mozilla/5.0 (compatible; ${product}-security-desk/1.0; +${publicOrigin}/security)`;
}
