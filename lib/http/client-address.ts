import { env } from "../env";

/** Callers that can't be distinguished share this bucket: no limit fails open for want of an address. */
const UNKNOWN = "unknown";

/** Some proxies write `address:port` or `[address]:port`; the port is the client's to vary. */
function withoutPort(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1];
  return bracketed ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
}

/** One household or server is a /64 in IPv6; counting single addresses there would limit nobody. */
function bucket(address: string): string {
  const plain = withoutPort(address)
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const prefix = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${prefix.join(":")}::/64`;
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

/** The address that limits count by, for what one caller's doing costs that caller alone: empty where it is not known. */
export function householdOf(headers: Headers): string {
  const address = clientAddress(headers);
  return address === UNKNOWN ? "" : address;
}

/**
 * The address that limits count by, which no client can choose: the platform's on Vercel, else that entry of
 * X-Forwarded-For which the outermost of TRUSTED_PROXY_HOPS own proxies wrote (counted from the right).
 */
export function clientAddress(headers: Headers): string {
  const { VERCEL, TRUSTED_PROXY_HOPS } = env();
  if (VERCEL !== undefined) {
    const platform = headers.get("x-real-ip") ?? headers.get("x-vercel-forwarded-for")?.split(",")[0];
    return platform ? bucket(platform) : UNKNOWN;
  }
  if (TRUSTED_PROXY_HOPS === 0) return UNKNOWN;
  const entry = headers.get("x-forwarded-for")?.split(",").at(-TRUSTED_PROXY_HOPS);
  return entry?.trim() ? bucket(entry) : UNKNOWN;
}
