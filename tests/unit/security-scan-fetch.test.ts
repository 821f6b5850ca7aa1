import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type GateOptions, judgeTarget } from "@/lib/security/gate/judge-target";
import { createScanFetch, PROBE_BYTES, type ScanFetched, type ScanGet } from "@/lib/security/scan-fetch";
import { Turns } from "@/lib/security/scan-fetch/turns";
import { scannerAgent } from "@/lib/security/scan-fetch/egress";
import { failureOf } from "@/lib/security/scan-fetch/failure";
import { PUBLIC_SUFFIXES } from "@/lib/security/gate/public-suffix";
import { listen } from "@/sandbox/host/listen";
import { type Sites, startSites } from "@/sandbox/sites/server";
import { SITES } from "@/sandbox/sites/sites";

const GATE: GateOptions = {
  own: { publicOrigin: "https://desk.example.net", aliases: [] },
  selfAudit: false,
  suffixes: PUBLIC_SUFFIXES,
};
const AGENT = scannerAgent("svc", "https://desk.example.net");

let sites: Sites;
beforeAll(async () => {
  sites = await startSites(SITES, 0);
});
afterEach(() => {
  sites.asked.length = 0;
});
afterAll(() => sites.close());

interface Setting {
  timeoutMs?: number;
  signal?: AbortSignal;
  budget?: number;
  origin?: string;
}

function scanOf(host: string, setting: Setting = {}) {
  const verdict = judgeTarget(`https://${host}`, GATE);
  if (!verdict.ok) throw new Error(`${host} is refused`);
  return createScanFetch({
    target: verdict.target,
    gate: GATE,
    egress: { send: fetch, origin: setting.origin ?? sites.url },
    userAgent: AGENT,
    sign: async () => ({}),
    timeoutMs: setting.timeoutMs ?? 5_000,
    signal: setting.signal ?? new AbortController().signal,
    budget: setting.budget ?? 32,
    service: new Turns(100),
  });
}

const request = (address: string, more: Partial<ScanGet> = {}): ScanGet => ({
  address,
  headers: {},
  maxBytes: PROBE_BYTES,
  redirects: 0,
  ...more,
});

const get = (
  host: string,
  address: string,
  setting?: Setting,
  more?: Partial<ScanGet>,
): Promise<ScanFetched> => scanOf(host, setting).get(request(address, more));

function kept(fetched: ScanFetched) {
  if (!fetched.ok) throw new Error(`failed: ${fetched.failure}`);
  return {
    ...fetched.response,
    text: new TextDecoder().decode(fetched.response.body),
    redirect: fetched.redirect,
  };
}

describe("a scan's request", () => {
  it("has status, headers and body as the site sent them, under the site's own address", async () => {
    const { url, status, headers, text, truncated, redirect } = kept(
      await get("leaking-fixture.com", "/.git/HEAD"),
    );
    expect({ url, status, text, truncated, redirect }).toEqual({
      url: "https://leaking-fixture.com/.git/HEAD",
      status: 200,
      text: "ref: refs/heads/main\n",
      truncated: false,
      redirect: null,
    });
    expect(headers.get("content-type")).toBeNull();
    expect(headers.getSetCookie()).toEqual(["PHPSESSID=abc; path=/", "theme=dark"]);
  });

  it("names the scanner and its page, and sends no cookie that the site set", async () => {
    const scan = scanOf("leaking-fixture.com");
    await scan.get(request("/"));
    await scan.get(request("/", { headers: { origin: "https://probe.example" } }));
    expect(sites.asked.map(({ headers }) => headers["user-agent"])).toEqual([AGENT, AGENT]);
    expect(AGENT).toContain("+https://desk.example.net/scanner");
    expect(sites.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true);
    expect(sites.asked[1]?.headers.origin).toBe("https://probe.example");
  });

  it("reads a compressed body as what it means", async () => {
    expect(kept(await get("leaking-gzip-fixture.com", "/.env")).text).toContain("STRIPE_SECRET_KEY=");
  });

  it.each(["ten-megabytes-fixture.com", "gzip-bomb-fixture.com"])(
    "reads of %s no more than its limit",
    async (host) => {
      const { body, truncated } = kept(await get(host, "/"));
      expect(body.byteLength).toBe(PROBE_BYTES);
      expect(truncated).toBe(true);
    },
  );

  it("reports a body of exactly the limit as complete", async () => {
    const text = "ref: refs/heads/main\n";
    const whole = kept(await get("leaking-fixture.com", "/.git/HEAD", {}, { maxBytes: text.length }));
    expect(whole).toMatchObject({ text, truncated: false });
    const cut = kept(await get("leaking-fixture.com", "/.git/HEAD", {}, { maxBytes: text.length - 1 }));
    expect(cut).toMatchObject({ text: text.trimEnd(), truncated: true });
  });

  it.each([
    ["silent-fixture.com", "timeout"],
    ["dripping-fixture.com", "timeout"],
    ["resetting-fixture.com", "reset"],
    ["header-bomb-fixture.com", "headers_too_large"],
    ["broken-gzip-fixture.com", "unreadable_body"],
    ["cut-short-fixture.com", "unreadable_body"],
  ])("of %s fails as %s", async (host, failure) => {
    expect(await get(host, "/", { timeoutMs: failure === "timeout" ? 300 : 5_000 })).toEqual({
      ok: false,
      failure,
    });
  });

  it("distinguishes a name without address, a closed port and broken TLS", async () => {
    const closed = await listen(0, () => undefined);
    await closed.close();
    const failure = (origin: string) => get("plain-fixture.com", "/", { origin });
    expect(await failure("http://nowhere.invalid")).toEqual({ ok: false, failure: "dns" });
    expect(await failure(closed.url)).toEqual({ ok: false, failure: "refused" });
    expect(await failure(sites.url.replace("http:", "https:"))).toEqual({ ok: false, failure: "tls" });
  });

  it.each([
    [{ cause: { code: "ENOTFOUND" } }, "dns"],
    [{ cause: { errors: [{ code: "ECONNREFUSED" }, { code: "ENETUNREACH" }] } }, "refused"],
    [{ cause: { errors: [{ code: "EHOSTUNREACH" }, { code: "ECONNREFUSED" }] } }, "refused"],
    [
      { cause: { code: "ECONNREFUSED", errors: [{ code: "ECONNREFUSED" }, { code: "ETIMEDOUT" }] } },
      "timeout",
    ],
    [{ cause: { code: "ENETUNREACH", errors: [{ code: "ENETUNREACH" }, { code: "ETIMEDOUT" }] } }, "timeout"],
    [
      { cause: { code: "ENETUNREACH", errors: [{ code: "ENETUNREACH" }, { code: "EADDRNOTAVAIL" }] } },
      "network",
    ],
    [{ cause: { code: "EHOSTUNREACH" } }, "network"],
    [{ cause: { code: "CERT_HAS_EXPIRED" } }, "tls"],
    [{ cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } }, "tls"],
    [{ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } }, "tls"],
    [{ cause: { code: "UND_ERR_CONNECT_TIMEOUT" } }, "timeout"],
    [{ cause: { code: "UND_ERR_HEADERS_OVERFLOW" } }, "headers_too_large"],
    [{ message: "fetch failed" }, "network"],
    ["a text", "network"],
    [undefined, "network"],
  ])("that dies of %j is told as %s, whatever class the error is of", (error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });

  it("does not look for a reason without end", () => {
    const error: { cause?: unknown } = {};
    error.cause = error;
    expect(failureOf(error)).toBe("network");
  });

  it("ends with the scan's own time", async () => {
    const controller = new AbortController();
    const patient = { timeoutMs: 10 * 60_000, signal: controller.signal };
    const fetched = get("silent-fixture.com", "/", patient);
    // Its end comes while the site is being asked, however long it takes to get there.
    await vi.waitFor(() => expect(sites.asked).toHaveLength(1), { timeout: 30_000, interval: 5 });
    controller.abort();
    expect(await fetched).toEqual({ ok: false, failure: "timeout" });
    expect(await get("plain-fixture.com", "/", { signal: controller.signal })).toEqual({
      ok: false,
      failure: "timeout",
    });
    expect(sites.asked).toHaveLength(1);
  });
});

describe("a scan's redirects", () => {
  it("are reported, and followed within the origin as often as allowed", async () => {
    expect(kept(await get("login-wall-fixture.com", "/.env"))).toMatchObject({
      status: 302,
      redirect: { kind: "same-origin" },
    });
    expect(kept(await get("login-wall-fixture.com", "/.env", {}, { redirects: 1 }))).toMatchObject({
      status: 200,
      url: "https://login-wall-fixture.com/login?next=%2F.env",
      redirect: null,
    });
  });

  it("end, though the site has no end of them", async () => {
    const { url, redirect } = kept(await get("endless-redirects-fixture.com", "/", {}, { redirects: 5 }));
    expect(url).toBe("https://endless-redirects-fixture.com/hop/5");
    expect(redirect?.kind).toBe("same-origin");
    expect(sites.asked).toHaveLength(6);
  });

  it("are never followed to another site or into a private network", async () => {
    for (const path of ["/", "/short", "/name", "/credentials", "/relative", "/other"]) {
      const { status, redirect } = kept(
        await get("inward-redirects-fixture.com", path, {}, { redirects: 5 }),
      );
      expect(status).toBe(302);
      expect(redirect?.kind, path).toBe("forbidden");
    }
    const moved = kept(await get("moved-away-fixture.com", "/", {}, { redirects: 5 }));
    expect(moved.redirect).toEqual({ kind: "elsewhere", origin: "https://www.moved-away-fixture.com" });
    expect(sites.asked).toHaveLength(7);
  });
});

describe("a scan", () => {
  it("asks nothing off its target's origin, in whatever spelling", async () => {
    const scan = scanOf("plain-fixture.com");
    for (const address of [
      "//leaking-fixture.com/",
      "https://leaking-fixture.com/",
      "http://plain-fixture.com/",
      "https://plain-fixture.com:8443/",
      "https://me@plain-fixture.com/",
      "\\\\leaking-fixture.com\\",
      "https://",
      "data:text/plain,x",
      "blob:https://plain-fixture.com/9115d58c-bcda-ff47-86e5-083e9a215304",
    ])
      expect(await scan.get(request(address)), address).toEqual({ ok: false, failure: "off_origin" });
    expect(sites.asked).toEqual([]);
    expect(scan.sent()).toBe(0);
  });

  it("sends no more requests than its budget, redirects included", async () => {
    const scan = scanOf("endless-redirects-fixture.com", { budget: 4 });
    expect(await scan.get(request("/", { redirects: 2 }))).toMatchObject({ ok: true });
    expect(await scan.get(request("/", { redirects: 2 }))).toEqual({ ok: false, failure: "budget" });
    expect(sites.asked).toHaveLength(4);
    expect(scan.sent()).toBe(4);
  });

  it("follows a redirect only while it leaves the requests that it is told to", async () => {
    const scan = scanOf("login-wall-fixture.com", { budget: 4 });
    const ask = () => scan.get(request("/.env", { redirects: 1, leave: 2 }));
    expect([kept(await ask()).status, kept(await ask()).status]).toEqual([200, 302]);
    expect(scan.sent()).toBe(3);
  });

  it("keeps to its budget when all is asked at once", async () => {
    const scan = scanOf("plain-fixture.com", { budget: 5 });
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => scan.get(request(`/${index}`))));
    expect(all.filter(({ ok }) => ok)).toHaveLength(5);
    expect(sites.asked).toHaveLength(5);
  });

  it("uses plain http only on request, and follows no redirect from there", async () => {
    const { url, status, redirect } = kept(await scanOf("hardened-fixture.com").getPlainHttp());
    expect({ url, status }).toEqual({ url: "http://hardened-fixture.com/", status: 301 });
    expect(redirect).toMatchObject({ kind: "same-origin" });
    expect(sites.asked).toHaveLength(1);
  });

  it("posts to a tools endpoint only what it is given", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const headers = { "content-type": "application/json" };
    const fetched = await scanOf("plain-fixture.com").post({
      path: "/mcp",
      headers,
      body,
      maxBytes: PROBE_BYTES,
    });
    expect(kept(fetched).status).toBe(404);
    expect(sites.asked[0]).toMatchObject({ method: "POST", address: "https://plain-fixture.com/mcp" });
  });
});
