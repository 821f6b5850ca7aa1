import { readLimited } from "@/lib/http/read-limited";
import { type AddressFamily, type DnsAnswer, type DnsFailure, readDnsMessage } from "./message";

/** An answer to one question, or why there is none; `no_answer` is the resolver's own failure, not the name's. */
export type Asked = DnsAnswer | { ok: false; failure: DnsFailure | "no_answer" };

const MAX_BYTES = 64 * 1024;

export interface AskOptions {
  fetch: typeof fetch;
  timeoutMs: number;
}

/**
 * One question to one resolver, by the JSON form of DNS over HTTPS. The resolver learns nothing of the caller: no
 * cookies, no client subnet. Never rejects.
 */
export async function askResolver(
  resolver: string,
  name: string,
  family: AddressFamily,
  options: AskOptions,
): Promise<Asked> {
  const url = new URL(resolver);
  url.searchParams.set("name", name);
  url.searchParams.set("type", family);
  url.searchParams.set("edns_client_subnet", "0.0.0.0/0"); // honoured by some, ignored by the rest
  try {
    const response = await options.fetch(url.href, {
      headers: { accept: "application/dns-json" },
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { ok: false, failure: "no_answer" };
    }
    const bytes = await readLimited(response.body, MAX_BYTES);
    if (bytes === null) return { ok: false, failure: "unreadable" };
    return readDnsMessage(parse(bytes), family);
  } catch {
    // Whatever broke on the way (connection, time, body), nothing was learnt, and that refuses the target.
    return { ok: false, failure: "no_answer" };
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null; // read as a message without a status: unreadable
  }
}
