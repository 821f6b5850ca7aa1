/**
 * Addresses as bytes, 4 or 16 of them. Only the canonical spellings that a resolver writes are read: dotted decimal
 * (RFC 6943 §3.1.1 "strict") and RFC 4291 §2.2 text. Anything else, zone ids included, is null.
 */
export type IpBytes = readonly number[];

const OCTET = /^(0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

function parseIpv4(text: string): number[] | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) <= 255)) return null;
  return parts.map(Number);
}

/** Groups on one side of `::`; the very last may be an IPv4 address. */
function parseGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (GROUP.test(group)) {
      const value = parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const tail = mayEndInIpv4 && index === groups.length - 1 ? parseIpv4(group) : null;
    if (tail === null) return null;
    bytes.push(...tail);
  }
  return bytes;
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = "", tail] = halves;
  const left = parseGroups(head, tail === undefined);
  const right = tail === undefined ? [] : parseGroups(tail, true);
  if (left === null || right === null) return null;
  const missing = 16 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return null;
  return [...left, ...new Array<number>(missing).fill(0), ...right];
}

export function parseIp(text: string): IpBytes | null {
  if (text.length > 45) return null; // the longest text form
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

export interface Network {
  bytes: IpBytes;
  bits: number;
}

/** A network in CIDR notation; for tables in this folder, so a wrong one throws at load. */
export function network(cidr: string): Network {
  const [text = "", length = ""] = cidr.split("/");
  const bytes = parseIp(text);
  const bits = Number(length);
  if (bytes === null || !/^[0-9]+$/.test(length) || bits > bytes.length * 8)
    throw new Error(`not a network: ${cidr}`);
  return { bytes, bits };
}

/** Whether an address lies in a network of its own family. */
export function isInside(address: IpBytes, { bytes, bits }: Network): boolean {
  if (address.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const significant = Math.min(8, Math.max(0, bits - index * 8));
    const mask = 0xff & (0xff << (8 - significant));
    return ((address[index] ?? 0) & mask) === (byte & mask);
  });
}

/** The first groups of an IPv6 address, as text without leading zeros. */
export const groupsOf = (address: IpBytes, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    (((address[at * 2] ?? 0) << 8) | (address[at * 2 + 1] ?? 0)).toString(16),
  ).join(":");
