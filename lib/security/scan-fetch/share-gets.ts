import type { ScanFetch, ScanFetched } from "../scan-fetch";

/** The same scan, in which a GET that was sent before is answered by what came then: one report asks for nothing twice. */
export function shareGets(scan: ScanFetch): ScanFetch {
  const sent = new Map<string, Promise<ScanFetched>>();
  return {
    ...scan,
    get(request) {
      const { address, headers, maxBytes, redirects, leave = 0 } = request;
      const key = JSON.stringify([
        address,
        Object.entries({ accept: "*/*", ...headers }),
        maxBytes,
        redirects,
        leave,
      ]);
      const earlier = sent.get(key);
      if (earlier !== undefined) return earlier;
      const asked = scan.get(request);
      sent.set(key, asked);
      return asked;
    },
  };
}
