/** How long a host name may be (RFC 1035). Parsers of addresses let through what is longer; it is refused unread. */
export const MAX_HOST = 253;

/** A host without the dots that end it, each looked at once: a site says how many there are. */
export function withoutDots(host: string): string {
  let end = host.length;
  while (host[end - 1] === ".") end -= 1;
  return host.slice(0, end);
}
