import { groupsOf, type IpBytes, isInside, network, parseIp } from "@/lib/http/ip-address";

/** IANA IPv4 Special-Purpose Address Registry, multicast and reserved space, and Azure's host address. */
const IPV4_SPECIAL = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10", // shared space behind carrier-grade NAT
  "127.0.0.0/8",
  "168.63.129.16/32", // Azure's platform services: unicast, yet never a site's
  "169.254.0.0/16", // link-local, and with it 169.254.169.254
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT
  "192.88.99.0/24", // 6to4 relays, deprecated
  "192.168.0.0/16",
  "192.175.48.0/24", // AS112
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(network);

/** Global unicast space. Loopback, mapped, NAT64, unique-local, link-local and multicast all lie outside of it. */
const IPV6_UNICAST = network("2000::/3");

/** IANA IPv6 Special-Purpose Address Registry, as far as it lies within global unicast space. */
const IPV6_SPECIAL = [
  "2001::/23", // protocol assignments: Teredo, benchmarking, ORCHID, DRIP, AS112
  "2001:db8::/32",
  "2002::/16", // 6to4 carries an IPv4 address
  "2620:4f:8000::/48", // AS112
  "3fff::/20",
].map(network);

function isPublic(address: IpBytes): boolean {
  if (address.length === 4) return !IPV4_SPECIAL.some((special) => isInside(address, special));
  return isInside(address, IPV6_UNICAST) && !IPV6_SPECIAL.some((special) => isInside(address, special));
}

/** Whether a resolver's answer is an address on the public Internet; what can't be read is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseIp(text);
  return address !== null && isPublic(address);
}

/** The /24 or /48 that an address lies in, as text: what one operator runs, more or less. Null for no address. */
export function neighbourhood(text: string): string | null {
  const address = parseIp(text);
  if (address === null) return null;
  return address.length === 4 ? `${address.slice(0, 3).join(".")}.0/24` : `${groupsOf(address, 3)}::/48`;
}

/** An IPv4 address as it is, the /64 of an IPv6 address: what one server has. Null for no address. */
export function host64(text: string): string | null {
  const address = parseIp(text);
  if (address === null) return null;
  return address.length === 4 ? address.join(".") : `${groupsOf(address, 4)}::/64`;
}

/** The lowest address of each family: at most two, the same whichever order a resolver gives them in. */
export function lowestOfEach(texts: readonly string[]): string[] {
  const hex = (text: string): string =>
    (parseIp(text) ?? []).map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const sorted = [...texts].sort((one, other) => (hex(one) < hex(other) ? -1 : 1));
  const [v4, v6] = [8, 32].map((length) => sorted.find((text) => hex(text).length === length));
  return [v4, v6].filter((text) => text !== undefined);
}
