import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Audience } from "@/lib/catalog/define";
import type * as frontDoorModule from "@/lib/front-door";
import type { DoorRoute } from "@/lib/http/routes";
import { ROUTES } from "@/lib/http/routes.generated";

const OPERATOR_SECRET = "o".repeat(32);
const CRON_SECRET = "c".repeat(32);

const route = (path: string, method: DoorRoute["method"], audience: Audience = "public"): DoorRoute => ({
  path,
  method,
  gate: "open",
  audience,
  bodyBytes: 64,
});

/** Beside the catalog's own, routes that it does not have yet. */
const MADE_UP = [
  route("/api/notes", "GET"),
  route("/api/notes", "PATCH"),
  route("/api/operator/notes", "GET", "operator"),
  route("/api/operator/notes", "POST", "operator"),
];
const HIDDEN = [...ROUTES, ...MADE_UP].filter(({ audience }) => audience !== "public");

async function newProcess(settings: Record<string, string>): Promise<typeof frontDoorModule> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return import("@/lib/front-door");
}

beforeEach(() => {
  vi.doMock("@/lib/http/routes.generated", () => ({ ROUTES: [...ROUTES, ...MADE_UP] }));
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "");
  vi.stubEnv("RATE_LIMIT_PER_MINUTE", "100000");
  vi.useFakeTimers({ toFake: ["Date"], now: 1_760_000_000_000 });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.doUnmock("@/lib/http/routes.generated");
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ask = (
  { frontDoor }: typeof frontDoorModule,
  path: string,
  method: string,
  headers: Record<string, string> = {},
) => frontDoor(new Request(`https://x.example${path}`, { method, headers }), () => undefined);

/** All that a caller sees of the front door's own answer; null where the request went on to its route. */
async function seen(door: typeof frontDoorModule, path: string, method: string, headers = {}) {
  const { response } = await ask(door, path, method, headers);
  if (response === null) return null;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

describe("a path with several methods", () => {
  it("lets each of them through, and no other", async () => {
    const door = await newProcess({});
    for (const method of ["GET", "HEAD", "PATCH"])
      expect((await ask(door, "/api/notes", method)).response).toBeNull();
    for (const method of ["POST", "PUT", "DELETE"]) {
      const { response } = await ask(door, "/api/notes", method);
      expect([response?.status, response?.headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH, OPTIONS"]);
      expect(await response?.json()).toMatchObject({ code: "method_not_allowed" });
    }
  });

  it("tells a browser's preflight all of them, and the headers that its routes take", async () => {
    const { response } = await ask(await newProcess({}), "/api/notes", "OPTIONS");
    expect(response?.status).toBe(204);
    expect(response?.headers.get("access-control-allow-methods")).toBe("GET, HEAD, PATCH, OPTIONS");
    const headers = response?.headers.get("access-control-allow-headers");
    for (const name of ["Idempotency-Key", "If-None-Match"]) expect(headers).toContain(name);
  });

  it("holds a body to its own method's limit", async () => {
    const door = await newProcess({});
    const { response } = await ask(door, "/api/notes", "PATCH", { "content-length": "65" });
    expect(response?.status).toBe(413);
  });
});

describe("a header that every call may have", () => {
  const WRONG: [string, string, RegExp][] = [
    ...["someone", "agt_", "agt_<script>", "agt_1, agt_2", ""].map((id): [string, string, RegExp] => [
      ...(["x-agent-id", id] as const),
      /X-Agent-Id must .*agt_/,
    ]),
    ["idempotency-key", "k".repeat(129), /Idempotency-Key must .*128/],
    ["idempotency-key", "", /Idempotency-Key must/],
  ];

  it.each(WRONG)(
    "is refused where it is %s: %s, on every route and before a 402",
    async (name, value, words) => {
      const door = await newProcess({});
      const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nobody is to be asked"));
      const open = ROUTES.filter(({ audience }) => audience === "public");
      for (const { path, method } of open) {
        const { response } = await ask(door, path, method, { [name]: value });
        expect([path, response?.status]).toEqual([path, 400]);
        expect(await response?.json()).toMatchObject({
          code: "invalid_request",
          error: expect.stringMatching(words),
        });
      }
      expect(asked).not.toHaveBeenCalled();
    },
  );

  it("is refused by a paid route itself where the front door never ran", async () => {
    await newProcess({});
    const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nobody is to be asked"));
    const [tvl, scan] = [
      await import("@/app/api/svc-intel-tvl/route"),
      await import("@/app/api/svc-security-scan/route"),
    ];
    for (const [name, value, words] of WRONG)
      for (const run of [tvl.POST, scan.POST]) {
        const init = { method: "POST", headers: { [name]: value } };
        const response = await run(new Request("https://x.example/", init));
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { code: "invalid_request", error: expect.stringMatching(words) },
        ]);
      }
    expect(asked).not.toHaveBeenCalled();
  });

  it("costs nobody a 402 where it is right", async () => {
    const door = await newProcess({});
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("nobody answers"));
    const right = { "x-agent-id": `agt_${"0".repeat(32)}`, "idempotency-key": "k".repeat(128) };
    const { response } = await ask(door, "/api/svc-intel-tvl", "POST", right);
    expect(response?.status).not.toBe(400);
  });
});

const SECRETS = { CRON_SECRET, OPERATOR_SECRET };
const secretOf = (audience: Audience): string => (audience === "schedule" ? CRON_SECRET : OPERATOR_SECRET);
const otherOf = (audience: Audience): string => (audience === "schedule" ? OPERATOR_SECRET : CRON_SECRET);
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe.each(HIDDEN.map((hidden) => [`${hidden.method} ${hidden.path}`, hidden] as const))(
  "%s, which is not public",
  (_, { path, method, audience }) => {
    const UNKNOWN = `${path}-that-is-not-there`;

    it("is there for who brings its audience's secret", async () => {
      const door = await newProcess(SECRETS);
      expect(await seen(door, path, method, bearer(secretOf(audience)))).toBeNull();
    });

    it("can't be told from a path that is not there by anybody else, whatever they send", async () => {
      const door = await newProcess(SECRETS);
      const secret = secretOf(audience);
      const tries: Record<string, string>[] = [
        {},
        bearer(otherOf(audience)),
        bearer(""),
        bearer(secret.slice(1)),
        bearer(`${secret} `.repeat(2)),
        { authorization: secret },
        { authorization: `Basic ${secret}` },
        { "content-length": "999999999" },
        { origin: "https://evil.example", "access-control-request-method": method },
      ];
      for (const headers of tries)
        for (const asked of ["GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS"]) {
          const found = await seen(door, path, asked, headers);
          expect(found).toEqual(await seen(door, UNKNOWN, asked, headers));
          expect(found?.status).toBe(404);
        }
    });

    it("is there for nobody where the secret is not set", async () => {
      const door = await newProcess({ CRON_SECRET: "", OPERATOR_SECRET: "" });
      for (const headers of [{}, bearer(""), bearer("undefined"), bearer(secretOf(audience))])
        expect(await seen(door, path, method, headers)).toEqual(await seen(door, UNKNOWN, method, headers));
    });
  },
);
