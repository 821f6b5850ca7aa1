import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/api/svc-security-scope/route";
import { frontDoor } from "@/lib/front-door";
import type { countRequest, LimitState } from "@/lib/store/rate-limit";

const URL_OF_SCOPE = "https://desk.example.net/api/svc-security-scope";

const request = (body: unknown): Request =>
  new Request(URL_OF_SCOPE, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function ask(body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await POST(request(body));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Everything that the process asks of the network. */
const fetched = vi.fn(() => Promise.reject(new Error("no request may leave")));
beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  fetched.mockClear();
});
afterAll(() => void vi.unstubAllGlobals());

describe("the scope route", () => {
  it("lists what a scan would request, and by which pattern", async () => {
    expect(
      await ask({
        target: "HTTPS://Shop.Example.com/cart?id=1",
        allowlist: ["example.com", "*.example.com"],
      }),
    ).toMatchObject({
      status: 200,
      body: {
        ok: true,
        target: "https://shop.example.com",
        host: "shop.example.com",
        registrableDomain: "example.com",
        inScope: true,
        matchedPattern: "*.example.com",
        problems: [],
        dns: "not_checked",
      },
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    [undefined, "allowlist_size"],
    [[], "allowlist_size"],
    [["www.example.com"], "not_in_allowlist"],
    [["*.com"], "pattern_public_suffix"],
    [["*.co.uk"], "pattern_public_suffix"],
    [["example.com", "other.com"], "pattern_other_domain"],
  ])("answers that a target is out of scope for %j, and why", async (allowlist, code) => {
    const { status, body } = await ask({ target: "https://example.com", allowlist });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, inScope: false, matchedPattern: null, problems: [{ code }] });
  });

  it.each([
    "https://10.0.0.1",
    "https://2130706433",
    "https://[::1]",
    "https://xn--mnchen-3ya.de",
    "https://münchen.de",
    "https://localhost",
    "https://db.internal",
    "https://app-git-main.vercel.app",
    "https://127.0.0.1.nip.io",
    "https://metadata.google.internal",
    "https://co.uk",
    "http://192.168.1.1:8080",
  ])("forbids %s with 403, whatever the allowlist says", async (target) => {
    const { status, body } = await ask({ target, allowlist: ["example.com"] });
    expect({ status, code: body.code }).toEqual({ status: 403, code: "platform_scope_forbidden" });
    expect(body.problems).toContainEqual({ code: expect.any(String), message: expect.any(String) });
  });

  it("forbids the service's own host, by its settings", async () => {
    const { status, body } = await ask({ target: "https://localhost:3000", allowlist: ["localhost"] });
    expect(status).toBe(403);
    expect(body.problems).toContainEqual({ code: "own_host", message: expect.stringContaining("selfAudit") });
  });

  it.each(["example.com", "http://example.com", "ftp://example.com", "https://", "https://a b.com", "", 7])(
    "refuses %j with 400",
    async (target) => {
      const { status, body } = await ask({ target, allowlist: ["example.com"] });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
    },
  );

  it("refuses more patterns than a scan takes, and members that it does not know, with 400", async () => {
    const allowlist = Array.from({ length: 11 }, () => "example.com");
    expect((await ask({ target: "https://example.com", allowlist })).status).toBe(400);
    expect((await ask({ target: "https://example.com", authorised: true })).status).toBe(400);
  });
});

describe("the front door of a route with a limit of its own", () => {
  /** A limiter that has this much left of the general limit and of the route's own. */
  const counting = (general: number, own: number) => {
    const rules: (string | undefined)[] = [];
    const count: typeof countRequest = (_address, _background, rule) => {
      rules.push(rule?.name);
      const [limit, left] = rule === undefined ? [120, general] : [rule.perMinute, own];
      const state: LimitState = {
        allowed: left >= 0,
        limit,
        remaining: Math.max(0, left),
        resetAt: Date.now() + 30_000,
      };
      return Promise.resolve(state);
    };
    return { count, rules };
  };

  const pass = async (general: number, own: number, asked = request({})) => {
    const { count, rules } = counting(general, own);
    const { response, headers } = await frontDoor(asked, () => undefined, count);
    return { status: response?.status ?? null, limit: headers["x-ratelimit-limit"], rules };
  };

  it("counts both and shows the one nearer its end", async () => {
    expect(await pass(100, 19)).toEqual({ status: null, limit: "20", rules: [undefined, "scope"] });
    expect(await pass(3, 19)).toMatchObject({ status: null, limit: "120" });
  });

  it("refuses when either has no room, and shows that one", async () => {
    expect(await pass(100, -1)).toMatchObject({ status: 429, limit: "20" });
    expect(await pass(-1, 19)).toEqual({ status: 429, limit: "120", rules: [undefined] });
  });

  it("counts other routes and methods by the general limit alone", async () => {
    const get = new Request(URL_OF_SCOPE);
    expect(await pass(100, 19, get)).toEqual({ status: 405, limit: "120", rules: [undefined] });
    const other = new Request("https://desk.example.net/api/receipt");
    expect(await pass(100, 19, other)).toEqual({ status: null, limit: "120", rules: [undefined] });
  });
});
