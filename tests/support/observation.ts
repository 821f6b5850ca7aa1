import { registrableDomain } from "@/lib/security/gate/public-suffix";
import { effectivePolicy } from "@/lib/security/grade/csp-policy";
import type { Observation, PlainHttp } from "@/lib/security/grade/observation";
import { readPage } from "@/lib/security/grade/page-elements";

type Pairs = readonly (readonly [string, string])[];

/** Response headers from pairs, repeated names kept apart where the protocol does. */
export function headersOf(pairs: Pairs): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

/** What a scan would have seen; everything not given is harmless. */
export function observation(given: {
  headers?: Pairs;
  html?: string;
  cut?: boolean;
  host?: string;
  url?: string;
  status?: number;
  https?: { pairs: Pairs; verified: boolean } | null;
  http?: PlainHttp;
  cors?: { origin: string | null; pairs: Pairs } | null;
  preloaded?: readonly string[];
}): Observation {
  const host = given.host ?? "example.com";
  const headers = headersOf(given.headers ?? [["content-type", "text/html"]]);
  const elements = readPage(given.html ?? "");
  const url = new URL(given.url ?? `https://${host}/`);
  const cors = given.cors === undefined ? { origin: null, pairs: [] } : given.cors;
  return {
    host,
    page: {
      url,
      status: given.status ?? 200,
      headers,
      setCookies: headers.getSetCookie().map((line) => ({ line, from: url })),
      elements,
      cut: given.cut ?? false,
      policy: effectivePolicy(headers, elements.metaPolicies),
    },
    https:
      given.https === undefined
        ? { headers, verified: true }
        : given.https && { headers: headersOf(given.https.pairs), verified: given.https.verified },
    http: given.http ?? { kind: "route", route: [new URL(`http://${host}/`), new URL(`https://${host}/`)] },
    cors: cors && { origin: cors.origin, headers: headersOf(cors.pairs) },
    isPreloaded: (name) => given.preloaded?.includes(name) ?? false,
    registrableDomain,
  };
}
