import { isRecord } from "@/lib/is-record";
import { MAX_HOST, withoutDots } from "../gate/host-length";

/** Types of records that hold a host's address. */
export type AddressFamily = "A" | "AAAA";
const RECORD_TYPE = { A: 1, AAAA: 28 } as const;

export type DnsFailure = "no_such_name" | "server_failure" | "truncated" | "unreadable";
/** One address, and the name that owns its record: where the CNAMEs of the name that was asked for end. */
export interface AddressRecord {
  address: string;
  owner: string;
}
export type DnsAnswer = { ok: true; records: readonly AddressRecord[] } | { ok: false; failure: DnsFailure };

/** More addresses than a site has; a longer answer is no site's. */
const MAX_RECORDS = 64;

const NOERROR = 0;
const NXDOMAIN = 3;

const ownerOf = (name: unknown): string =>
  typeof name === "string" && name.length <= MAX_HOST + 1 ? withoutDots(name.toLowerCase()) : "";

/** As a socket writes it, in whatever spelling a resolver did: what was judged is compared with what was connected to. */
const asSocketsWrite = (address: string): string =>
  address.includes(":") && URL.canParse(`http://[${address}]`)
    ? new URL(`http://[${address}]`).hostname.slice(1, -1)
    : address;

/**
 * Reads an answer of the JSON form of DNS over HTTPS (`Status`, `TC`, `Answer[] {name, type, data}`), as the public resolvers
 * serve it. Only records of the type that was asked for count; a name may reach them by CNAMEs (type 5), which the
 * resolver has followed.
 */
export function readDnsMessage(message: unknown, family: AddressFamily): DnsAnswer {
  if (!isRecord(message) || typeof message.Status !== "number") return { ok: false, failure: "unreadable" };
  if (message.Status === NXDOMAIN) return { ok: false, failure: "no_such_name" };
  if (message.Status !== NOERROR) return { ok: false, failure: "server_failure" };
  if (message.TC !== false && message.TC !== undefined) return { ok: false, failure: "truncated" };
  const records = message.Answer ?? [];
  if (!Array.isArray(records) || records.length > MAX_RECORDS) return { ok: false, failure: "unreadable" };
  const found: AddressRecord[] = [];
  for (const record of records) {
    if (!isRecord(record)) return { ok: false, failure: "unreadable" };
    if (record.type !== RECORD_TYPE[family]) continue;
    if (typeof record.data !== "string") return { ok: false, failure: "unreadable" };
    found.push({ address: asSocketsWrite(record.data), owner: ownerOf(record.name) });
  }
  return { ok: true, records: found };
}
