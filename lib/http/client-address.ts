import { env } from "../env";
import { groupsOf, isInside, network, parseIp } from "./ip-address";
import { socketAddress } from "./socket-address";

/** Callers that can't be distinguished share this bucket: no limit fails open for want of an address. */
const UNKNOWN = "unknown";

/** Some proxies write `address:port` or `[address]:port`; the port is the client's to vary. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
}

const MAPPED = network("::ffff:0:0/96");

/**
 * An IPv4 address, however it is written, or the /64 of an IPv6 address: one household or server has all of that, and counting
 * single addresses there would limit nobody. What is no address is a caller that can't be distinguished.
 */
function bucket(entry: string): string {
  const bytes = parseIp(withoutPort(entry).replace(/%.*$/, ""));
  if (bytes === null) return UNKNOWN;
  if (bytes.length === 4) return bytes.join(".");
  if (isInside(bytes, MAPPED)) return bytes.slice(12).join(".");
  return `${groupsOf(bytes, 4)}::/64`;
}

/**
 * The network of an address that limits count by: the /24 or /48 around it, of which one customer of a host or provider
 * may have every address.
 */
export function clientNetwork(headers: Headers): string {
  const address = clientAddress(headers);
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (v4 !== undefined) return `${v4}.0/24`;
  return address.endsWith("::/64") ? `${address.split(":").slice(0, 3).join(":")}::/48` : address;
}

/** What one subscriber of a network has: an IPv4 address, or the /48 of an IPv6 address. */
export function clientSubscriber(headers: Headers): string {
  const address = clientAddress(headers);
  return address.endsWith("::/64") ? clientNetwork(headers) : address;
}

/** The address that limits count by, for what one caller's doing costs that caller alone: empty where it is not known. */
export function householdOf(headers: Headers): string {
  const address = clientAddress(headers);
  return address === UNKNOWN ? "" : address;
}

/**
 * The address that limits count by, which no client can choose: the platform's on Vercel, else that entry of
 * X-Forwarded-For which the outermost of TRUSTED_PROXY_HOPS own proxies wrote (counted from the right), or without a proxy
 * the connection's where the host tells it.
 */
export function clientAddress(headers: Headers): string {
  const { VERCEL, TRUSTED_PROXY_HOPS } = env();
  if (VERCEL !== undefined) {
    const platform = headers.get("x-real-ip") ?? headers.get("x-vercel-forwarded-for")?.split(",")[0];
    return platform ? bucket(platform) : UNKNOWN;
  }
  if (TRUSTED_PROXY_HOPS === 0) return bucket(socketAddress(headers));
  const entry = headers.get("x-forwarded-for")?.split(",").at(-TRUSTED_PROXY_HOPS);
  return entry?.trim() ? bucket(entry) : UNKNOWN;
}
