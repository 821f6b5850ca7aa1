import { fetchReadiness } from "@/lib/security/audit/fetch-readiness";
import { judgeReadiness, type ReadinessRow } from "@/lib/security/readiness/readiness";
import type { ScanFetch, ScanFetched } from "@/lib/security/scan-fetch";
import { newAddress } from "./service";

/** The readiness table of a service of ours, judged by the security desk's own rules, over a socket. */
export async function readinessOf(origin: string): Promise<readonly ReadinessRow[]> {
  const fetched = async (address: string, init: RequestInit, maxBytes: number): Promise<ScanFetched> => {
    const headers = { ...init.headers, "x-forwarded-for": newAddress() };
    const response = await fetch(new URL(address, origin), { ...init, headers, redirect: "manual" });
    const body = new Uint8Array(await response.arrayBuffer());
    return {
      ok: true,
      redirect: null,
      response: {
        url: response.url,
        status: response.status,
        headers: response.headers,
        body: body.subarray(0, maxBytes),
        truncated: body.length > maxBytes,
      },
    };
  };
  const scan: ScanFetch = {
    get: ({ address, headers, maxBytes }) => fetched(address, { headers }, maxBytes),
    post: ({ path, headers, body, maxBytes }) => fetched(path, { method: "POST", headers, body }, maxBytes),
    getPlainHttp: () => Promise.resolve({ ok: false, failure: "refused" }),
    sent: () => 0,
    allow: () => undefined,
  };
  const home = await scan.get({ address: "/", headers: { accept: "*/*" }, maxBytes: 2 ** 20, redirects: 0 });
  if (!home.ok) throw new Error(`${origin} gave no homepage`);
  const robots = await scan.get({ address: "/robots.txt", headers: {}, maxBytes: 2 ** 16, redirects: 0 });
  if (!robots.ok) throw new Error(`${origin} gave no answer for robots.txt`);
  const host = new URL(origin).hostname;
  const target = { origin, host, registrableDomain: host, self: true };
  const answers = await fetchReadiness({ scan, home, robots: robots.response, target, now: new Date() });
  return judgeReadiness(answers).rows;
}
