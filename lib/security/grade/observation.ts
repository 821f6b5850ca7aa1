import { isHtml } from "../media-type";
import { type SiteResponse, textOf } from "../site-response";
import { type EffectivePolicy, effectivePolicy } from "./csp-policy";
import { type PageElements, readPage } from "./page-elements";
import { type SetCookie, setCookiesOf } from "./set-cookie";

/** What one plain-http request to the host led to. A route begins with the http address itself. */
export type PlainHttp =
  | { kind: "route"; route: readonly URL[] }
  /** The first step leads to plain http again, and how it goes on is not known. */
  | { kind: "unfinished_route"; route: readonly URL[] }
  | { kind: "none" }
  | { kind: "bad_certificate" }
  | { kind: "not_tested" };

/** A request that carried a foreign Origin (null: none was sent), and the headers of its answer. */
export interface CorsProbe {
  origin: string | null;
  headers: Headers;
}

/** All that a grade is made from. */
export interface Observation {
  /** The host that was asked. */
  host: string;
  page: {
    url: URL;
    status: number;
    headers: Headers;
    /** What the page and the site's own redirects to it set. */
    setCookies: readonly SetCookie[];
    elements: PageElements;
    /** Whether the page went on behind what was read. */
    cut: boolean;
    /** What the header's and the markup's policies amount to. */
    policy: EffectivePolicy;
  };
  /** The answer over https and whether its certificate holds; null where https doesn't answer. */
  https: { headers: Headers; verified: boolean } | null;
  http: PlainHttp;
  cors: CorsProbe | null;
  /** Whether browsers carry the host in their HSTS preload list. */
  isPreloaded(host: string): boolean;
  /** `example.co.uk` for `www.example.co.uk`; null for what has none. */
  registrableDomain(host: string): string | null;
}

/** An observation from a site's answer over https, with what the scan learned beside it. */
export function observe(
  page: SiteResponse,
  beside: Pick<Observation, "host" | "http" | "cors" | "isPreloaded" | "registrableDomain">,
): Observation {
  const url = new URL(page.url);
  const html = isHtml(page.headers) ? textOf(page) : "";
  const { status, headers } = page;
  const elements = readPage(html);
  return {
    ...beside,
    page: {
      url,
      status,
      headers,
      setCookies: setCookiesOf(page),
      elements,
      cut: page.truncated || elements.cut,
      policy: effectivePolicy(headers, elements.metaPolicies),
    },
    // fetch refuses a bad certificate: an answer over https had a good one
    https: url.protocol === "https:" ? { headers: page.headers, verified: true } : null,
  };
}
