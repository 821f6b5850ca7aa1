import { isOn } from "./gate/is-on";
import { type RedirectVerdict, judgeRedirect } from "./gate/judge-redirect";
import type { GateOptions, ScanTarget } from "./gate/judge-target";
import { type Egress, sentTo } from "./scan-fetch/egress";
import { failureOf, type ScanFailure } from "./scan-fetch/failure";
import { readPrefix } from "./scan-fetch/read-prefix";
import { Turns } from "./scan-fetch/turns";
import type { FollowedRedirect, SiteResponse } from "./site-response";
import type { SignRequest } from "./web-bot-auth/sign-request";

/** Bytes that are kept of a probe's body, and of a document such as OpenAPI, llms.txt or a sitemap. */
export const PROBE_BYTES = 64 * 1024;
/** Of the homepage: pages that carry their data with them are long, and their scripts stand at the end. */
export const HOME_BYTES = 512 * 1024;
export const DOCUMENT_BYTES = 2 * 1024 * 1024;
/** Requests that one scan may send to its target, redirects included. */
export const REQUEST_BUDGET = 32;

const MAX_HEADER_BYTES = 64 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface ScanGet {
  /** A path on the target's origin, or an address learnt from the target, which must lie there too. */
  address: string;
  /** Beside User-Agent and Accept, which may be replaced. */
  headers: Readonly<Record<string, string>>;
  maxBytes: number;
  /** How many redirects within the origin are followed. */
  redirects: number;
  /** How many requests must be left for others when a redirect is followed; none, unless said otherwise. */
  leave?: number;
}

/**
 * How a document is asked for that may stand behind a redirect within the site. What is left is what a scan asks in the
 * light of earlier answers: of a tools endpoint five requests more, and the file of a skill.
 */
export const DOCUMENT_REDIRECTS = { redirects: 1, leave: 6 } as const;

/** The two places where a tools endpoint may be spoken to; nothing else is ever posted to. */
export interface ScanPost {
  path: "/mcp" | "/api/mcp";
  headers: Readonly<Record<string, string>>;
  body: string;
  maxBytes: number;
}

export type ScanFetched =
  | {
      ok: true;
      response: SiteResponse;
      /** Where the answer sends us on, when it does and was not followed. */
      redirect: RedirectVerdict | null;
    }
  | { ok: false; failure: ScanFailure };

/** The requests of one scan. None of these rejects. */
export interface ScanFetch {
  get(request: ScanGet): Promise<ScanFetched>;
  post(request: ScanPost): Promise<ScanFetched>;
  /** The one plain-http request to the target's host, for the redirection row. */
  getPlainHttp(): Promise<ScanFetched>;
  /** How many requests were sent so far. */
  sent(): number;
  /** From now on so many requests may be under way at once; one before. */
  allow(underWay: number): void;
}

export interface ScanFetchOptions {
  target: ScanTarget;
  gate: GateOptions;
  egress: Egress;
  userAgent: string;
  /** Asked anew for each request, those after a redirect included. */
  sign: SignRequest;
  /** For each request with its redirects and its body. */
  timeoutMs: number;
  /** The whole scan's time. */
  signal: AbortSignal;
  budget: number;
  /** What all scans of this instance have under way. */
  service: Turns;
}

/** A request before it is signed. */
interface Unsigned {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
}

const failed = (failure: ScanFailure): ScanFetched => ({ ok: false, failure });

function headerBytes(headers: Headers): number {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  return bytes;
}

type Work = (signal: AbortSignal) => Promise<ScanFetched>;

/** Runs work with a signal that ends it after `timeoutMs` or with `outer`; what was ended so is a time-out. */
function timed(timeoutMs: number, outer: AbortSignal): (work: Work) => Promise<ScanFetched> {
  const running = new Set<AbortController>();
  // One listener a scan: each request's own would count as a leak on a signal that outlives them.
  outer.addEventListener("abort", () => running.forEach((controller) => controller.abort()), { once: true });
  return async (work) => {
    if (outer.aborted) return failed("timeout");
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    running.add(controller);
    try {
      const fetched = await work(controller.signal);
      return !fetched.ok && controller.signal.aborted ? failed("timeout") : fetched;
    } finally {
      clearTimeout(timer);
      running.delete(controller);
    }
  };
}

/**
 * Requests to one target's origin: redirects are never followed off it, bodies are read up to a limit, headers are
 * bounded, no cookie is kept or sent, and all requests together stay within the scan's budget.
 */
export function createScanFetch(options: ScanFetchOptions): ScanFetch {
  const { target, egress } = options;
  const origin = new URL(target.origin);
  let sent = 0;
  /** Requests that wait for their turn: a redirect that is followed must not take their place. */
  let waiting = 0;

  async function send(
    url: URL,
    ask: Unsigned,
    maxBytes: number,
    { redirects: toFollow, leave = 0 }: Pick<ScanGet, "redirects" | "leave">,
    followed: readonly FollowedRedirect[] = [],
  ): Promise<ScanFetched> {
    if (sent >= options.budget) return failed("budget");
    sent += 1;
    const { method, body, signal } = ask;
    const headers = { ...ask.headers, ...(await options.sign({ method, url, body })) };
    const response = await egress
      .send(sentTo(url, egress, target), {
        method,
        headers,
        signal,
        ...(body !== null && { body }),
        redirect: "manual",
        cache: "no-store",
      })
      .catch(failureOf);
    if (typeof response === "string") return failed(response);
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    const redirect = location === null ? null : judgeRedirect(location, url, target, options.gate);
    const hasRoom = leave === 0 || options.budget - sent - waiting > leave;
    if (redirect?.kind === "same-origin" && toFollow > 0 && hasRoom) {
      await response.body?.cancel().catch(() => undefined); // a redirect's body is of no use, broken or not
      if (headerBytes(response.headers) > MAX_HEADER_BYTES) return failed("headers_too_large");
      const way = [...followed, { url: url.href, headers: response.headers }];
      return send(redirect.url, ask, maxBytes, { redirects: toFollow - 1, leave }, way);
    }
    const fetched = await keep(response, url, maxBytes, redirect);
    if (!fetched.ok || followed.length === 0) return fetched;
    return { ...fetched, response: { ...fetched.response, redirects: followed } };
  }

  async function keep(
    response: Response,
    url: URL,
    maxBytes: number,
    redirect: RedirectVerdict | null,
  ): Promise<ScanFetched> {
    const { status, headers } = response;
    if (headerBytes(headers) > MAX_HEADER_BYTES) {
      await response.body?.cancel().catch(() => undefined); // refused for its headers already
      return failed("headers_too_large");
    }
    try {
      const { bytes, truncated } = await readPrefix(response.body, maxBytes);
      return { ok: true, response: { url: url.href, status, headers, body: bytes, truncated }, redirect };
    } catch {
      return failed("unreadable_body"); // which is all that a report needs of it
    }
  }

  const headersOf = (own: Readonly<Record<string, string>>): Record<string, string> => ({
    accept: "*/*",
    "user-agent": options.userAgent,
    ...own,
  });

  const asGet = (own: Readonly<Record<string, string>>, signal: AbortSignal): Unsigned => ({
    method: "GET",
    headers: headersOf(own),
    body: null,
    signal,
  });

  const turns = new Turns(1);
  const inTime = timed(options.timeoutMs, options.signal);
  /** Waits for its turn first, which takes nothing of the request's own time. */
  const run = async (work: Work): Promise<ScanFetched> => {
    waiting += 1;
    return turns.run(() =>
      options.service.run(() => {
        waiting -= 1;
        return inTime(work);
      }),
    );
  };

  return {
    async get({ address, headers, maxBytes, ...follow }) {
      const url = URL.canParse(address, origin.href) ? new URL(address, origin) : null;
      if (url === null || !isOn(url, origin.origin) || url.username !== "" || url.password !== "")
        return failed("off_origin");
      url.hash = "";
      return run((signal) => send(url, asGet(headers, signal), maxBytes, follow));
    },
    post: ({ path, headers, body, maxBytes }) =>
      run((signal) =>
        send(new URL(path, origin), { method: "POST", headers: headersOf(headers), body, signal }, maxBytes, {
          redirects: 0,
        }),
      ),
    getPlainHttp: () =>
      run((signal) =>
        send(new URL(`http://${target.host}/`), asGet({}, signal), PROBE_BYTES, { redirects: 0 }),
      ),
    sent: () => sent,
    allow: (underWay) => turns.allow(underWay),
  };
}
