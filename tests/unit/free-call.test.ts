import fc from "fast-check";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from "vitest";
import { type AnswerStatus, DEFAULT_LIMITS, type Method } from "@/lib/catalog/define";
import type { AnswerHeaders, HandlerResult } from "@/lib/handler";
import { type Ask, askNote, noteEntry, type NoteHandler } from "../fixtures/free-routes";
import { type RedisStore, startRedisStore } from "../fixtures/redis-store";

type Result = Awaited<ReturnType<NoteHandler>>;
type More = Partial<HandlerResult<Result["answer"]>>;

let store: RedisStore;
let runs = 0;
/** What is logged as an error. */
let errors: MockInstance<typeof console.error>;

beforeAll(async () => {
  store = await startRedisStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  runs = 0;
  await store.redis.flushdb();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", store.rest.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "test-token");
  vi.stubEnv("TRUSTED_PROXY_HOPS", "1");
  vi.stubEnv("VALIDATE_OUTPUT", "false");
  errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

interface Instance {
  ask(ask?: Ask): Promise<Response>;
}

/** One instance of the service with the made-up route; what its handler gives beside the answer is `more`. */
async function instance(
  more: (name: string, context: Parameters<NoteHandler>[1]) => More | Promise<More>,
  change: Parameters<typeof noteEntry>[0] = {},
): Promise<Instance> {
  vi.resetModules(); // settings and the store's client are read once a process
  const { serveFree } = await import("@/lib/payments/free-call/serve-free");
  const entry = noteEntry(change);
  const route = serveFree(entry, async ({ name }, context) => {
    runs += 1;
    const run = runs;
    return { answer: { ok: true as const, name, run }, effects: [], ...(await more(name, context)) };
  });
  return { ask: (ask) => route(askNote(entry, ask)) };
}

const increment = (counter: string) => ({ command: ["INCR", counter] }) as const;
const counted = async (counter: string): Promise<number> =>
  Number((await store.redis.get<string>(counter)) ?? 0);
const code = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: unknown }).code; // compared with a code by each test

describe("what a free call changes", () => {
  it.each(["POST", "PATCH"] as const)("by %s is applied once, with its answer", async (method) => {
    const { ask } = await instance(() => ({ effects: [increment("n"), increment("n")] }), { method });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, name: "a", run: 1 });
    expect(await counted("n")).toBe(2);
  });

  it("is applied by each call that has no key, and by one of those that share one", async () => {
    const { ask } = await instance(() => ({ effects: [increment("n")] }));
    await ask();
    await ask();
    expect(await counted("n")).toBe(2);
    const first = await ask({ key: "k" });
    const again = await ask({ key: "k" });
    expect(await counted("n")).toBe(3);
    expect(await again.text()).toBe(await first.text());
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  });

  it("is another caller's, another method's and another request's own", async () => {
    const post = await instance(() => ({ effects: [increment("n")] }));
    const patch = await instance(() => ({ effects: [increment("n")] }), { method: "PATCH" });
    await post.ask({ key: "k" });
    await post.ask({ key: "k", address: "203.0.113.8" });
    await patch.ask({ key: "k" });
    expect(await counted("n")).toBe(3);
    const other = await post.ask({ key: "k", body: { name: "b" } });
    expect([other.status, await code(other)]).toEqual([409, "idempotency_conflict"]);
    expect(await counted("n")).toBe(3);
  });

  it("is replayed without asking the handler, who by then may refuse for what the call itself changed", async () => {
    const { ask } = await instance(async () => {
      const { ApiError } = await import("@/lib/http/api-error"); // the instance's own
      if ((await counted("n")) > 0) throw new ApiError("already_taken", "You have it.");
      return { effects: [increment("n")] };
    });
    const first = await ask({ key: "k" });
    const again = await ask({ key: "k" });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect([await again.text(), runs]).toEqual([await first.text(), 1]);
    expect((await ask({ key: "another" })).status).toBe(409);
  });

  it("or not: the answers of two methods of a path under one key are two", async () => {
    const [post, patch] = [await instance(() => ({})), await instance(() => ({}), { method: "PATCH" })];
    const texts = [await post.ask({ key: "k" }), await patch.ask({ key: "k" })].map((response) =>
      response.text(),
    );
    expect(await Promise.all(texts)).toEqual([
      expect.stringContaining('"run":1'),
      expect.stringContaining('"run":2'),
    ]);
  });

  it.each([0, -1, 0.5, NaN, Infinity])(
    "is nothing at all where a reservation would hold for %s seconds, and is not remembered as done",
    async (ttlSec) => {
      const { ask } = await instance(() => ({
        effects: [increment("n")],
        reserve: [{ key: "name:a", value: "id", ttlSec, taken: "This name is taken." }],
      }));
      for (let attempt = 1; attempt <= 2; attempt += 1)
        expect(await code(await ask({ key: "k" }))).toBe("internal_error");
      expect([runs, await counted("n")]).toEqual([2, 0]);
    },
  );

  it("comes back with its status and headers when the answer is replayed", async () => {
    const { ask } = await instance(
      () => ({ effects: [increment("n")], status: 201, headers: { location: "/api/notes?name=a" } }),
      { answers: [201] },
    );
    for (const replayed of [null, "true"]) {
      const { status, headers } = await ask({ key: "k" });
      expect([status, headers.get("location"), headers.get("idempotent-replayed")]).toEqual([
        201,
        "/api/notes?name=a",
        replayed,
      ]);
    }
  });

  it("is not applied where the handler refuses, and the key stays free", async () => {
    let refuse = true;
    const { ask } = await instance(async () => {
      const { ApiError } = await import("@/lib/http/api-error"); // the instance's own
      if (refuse) throw new ApiError("not_owner", "Not yours.");
      return { effects: [increment("n")] };
    });
    expect((await ask({ key: "k" })).status).toBe(403);
    expect(await counted("n")).toBe(0);
    refuse = false;
    expect((await ask({ key: "k" })).status).toBe(200);
    expect(await counted("n")).toBe(1);
  });

  it("is told as a mistake where the route says that it changes nothing, and is not applied", async () => {
    const changes = [{ method: "GET" }, { readOnly: true }] as const;
    for (const change of changes) {
      const { ask } = await instance(() => ({ effects: [increment("n")] }), change);
      expect((await ask()).status).toBe(500);
    }
    expect(await counted("n")).toBe(0);
  });

  it("is kept for a day where it is named, and leaves only a short trace where it is not", async () => {
    const { ask } = await instance(() => ({ effects: [increment("n")] }));
    await ask();
    await ask({ key: "k" });
    const kept = (await store.redis.keys("svc:*")).filter((key) => key.includes("free-call"));
    const lives = await Promise.all(kept.map((key) => store.redis.ttl(key)));
    expect(lives.sort((one, other) => one - other)).toEqual([
      expect.closeTo(120, -1),
      expect.closeTo(86_400, -1),
    ]);
  });

  it("is not applied where the answer is larger than what may be kept", async () => {
    const { ask } = await instance(
      () => ({ answer: { ok: true as const, name: "x".repeat(101), run: 0 }, effects: [increment("n")] }),
      { limits: { ...DEFAULT_LIMITS, answerBytes: 100 } },
    );
    expect((await ask({ key: "k" })).status).toBe(500);
    expect(await counted("n")).toBe(0);
  });

  it("of which the store refuses a part is not applied again, and somebody is told", async () => {
    await store.redis.set("text", "no number");
    const { ask } = await instance(() => ({ effects: [increment("n"), increment("text"), increment("n")] }));
    expect((await ask({ key: "k" })).status).toBe(200);
    expect((await ask({ key: "k" })).status).toBe(200);
    expect(await counted("n")).toBe(2);
    expect(errors.mock.calls.flat().join()).toContain("effect_refused");
  });
});

describe("copies of one call at once", () => {
  it("change things once, and each gets the same answer", async () => {
    const instances = await Promise.all([1, 2].map(() => instance(() => ({ effects: [increment("n")] }))));
    const copies = Array.from({ length: 20 }, (_, at) => instances[at % 2]?.ask({ key: "k" }));
    const responses = (await Promise.all(copies)).filter((response) => response !== undefined);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    expect(responses.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1);
    expect(await counted("n")).toBe(1);
  });

  it("under one key that are different requests: one is applied, the other is refused", async () => {
    let meet: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      meet = () => runs === 2 && resolve();
    });
    const { ask } = await instance(async () => {
      meet();
      await both; // neither has looked for what the other writes
      return { effects: [increment("n")] };
    });
    const responses = await Promise.all(["a", "b"].map((name) => ask({ key: "k", body: { name } })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await counted("n")).toBe(1);
  });
});

describe("what a call takes for its own", () => {
  const takes = (key: string, value: string, ttlSec?: number) => ({
    key,
    value,
    ...(ttlSec === undefined ? {} : { ttlSec }),
    taken: `${key} is taken. Take another.`,
  });

  it("is taken with its effects, or nothing is applied and the refusal says what is taken", async () => {
    const { ask } = await instance((name) => ({
      effects: [increment("n")],
      reserve: [takes("first", name), takes("second", name)],
    }));
    await store.redis.set("second", "b");
    const refused = await ask({ key: "k" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({ code: "already_taken", error: "second is taken. Take another." });
    expect([await counted("n"), await store.redis.get("first")]).toEqual([0, null]);
    await store.redis.del("second");
    // A refusal is not kept: under the same key the same request may succeed later.
    expect((await ask({ key: "k" })).status).toBe(200);
    expect([await counted("n"), await store.redis.mget("first", "second")]).toEqual([1, ["a", "a"]]);
  });

  it("is its holder's already when the holder asks for it again, and keeps its time", async () => {
    const { ask } = await instance((name) => ({
      effects: [increment("n")],
      reserve: [takes("x", name, 60)],
    }));
    await ask();
    const ttl = await store.redis.ttl("x");
    expect(ttl).toBeGreaterThan(50);
    await store.redis.persist("x");
    expect((await ask()).status).toBe(200);
    expect([await counted("n"), await store.redis.ttl("x")]).toEqual([2, -1]);
    expect((await ask({ body: { name: "b" } })).status).toBe(409);
  });

  it("is decided anew where it only tells that another call came between: the handler looks again", async () => {
    const first = { ...takes("turn:0", "first"), again: true as const };
    const { ask } = await instance(async (name) => {
      const turn = await counted("n");
      if (turn >= 3) return {}; // there is nothing left to do
      return {
        effects: [increment("n")],
        reserve: [{ ...first, key: `turn:${turn}`, value: `${name} ${runs}` }],
      };
    });
    const names = Array.from({ length: 6 }, (_, at) => `name-${at}`);
    const statuses = await Promise.all(names.map(async (name) => (await ask({ body: { name } })).status));
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200));
    expect(await counted("n")).toBe(3);
    expect(runs).toBeGreaterThan(6);
  });

  it("is refused after some looks where another call comes between each time", async () => {
    const { ask } = await instance((name) => ({
      effects: [increment("n")],
      reserve: [{ ...takes("x", name), again: true }],
    }));
    await store.redis.set("x", "b");
    const refused = await ask();
    expect([refused.status, await code(refused), runs, await counted("n")]).toEqual([
      409,
      "already_taken",
      8,
      0,
    ]);
  });

  it("without effects is written all the same, for good where no time is given", async () => {
    const { ask } = await instance((name) => ({ reserve: [takes("x", name)] }));
    expect((await ask()).status).toBe(200);
    expect([await store.redis.get("x"), await store.redis.ttl("x")]).toEqual(["a", -1]);
  });

  it("goes to one of many who want it at once, and the effects of the others are not applied", async () => {
    const { ask } = await instance((name) => ({
      effects: [increment("n"), increment(`of-${name}`)],
      reserve: [takes("unique", name)],
    }));
    const names = Array.from({ length: 25 }, (_, at) => `name-${at}`);
    const statuses = await Promise.all(names.map(async (name) => (await ask({ body: { name } })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(24);
    expect(await counted("n")).toBe(1);
    const winner = names[statuses.indexOf(200)] ?? "";
    expect([await store.redis.get("unique"), await counted(`of-${winner}`)]).toEqual([winner, 1]);
  });
});

/** What becomes of the store's requests on the wire, in their order; `pass` for all further ones. */
type Fate = "pass" | "refused" | "lost request" | "lost reply" | "error";

/** Puts the fates of requests that carry the script before the store; others pass. */
function wire(fates: readonly Fate[], concerns: (body: string) => boolean = isScript): { sent: number } {
  const network = fetch;
  const seen = { sent: 0 };
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!concerns(String(init?.body))) return network(input, init);
    const fate = fates[seen.sent] ?? "pass";
    seen.sent += 1;
    if (fate === "refused") throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    if (fate === "lost request") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    if (fate === "error") return outOfMemory(String(init?.body));
    const response = await network(input, init);
    if (fate === "lost reply") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    return response;
  });
  return seen;
}
const isScript = (body: string): boolean => /"eval(sha)?"/i.test(body);
const isAny = (): boolean => true;

/** As the store tells it of a request of one command, or of each of several. */
function outOfMemory(body: string): Response {
  const commands: unknown[] = Object.values(JSON.parse(body) as object); // a list, as the client sends it
  const error = { error: "OOM command not allowed when used memory > 'maxmemory'." };
  return Array.isArray(commands[0])
    ? Response.json(commands.map(() => error))
    : Response.json(error, { status: 400 });
}

describe("a store that fails", () => {
  /** An instance whose store knows the script already, so that each attempt is one request. */
  async function write(): Promise<Instance> {
    const warm = await instance(() => ({ effects: [increment("n")] }));
    await warm.ask();
    await store.redis.flushdb();
    runs = 0;
    return warm;
  }

  it.each([null, "k"])(
    "when it is down: a call with the key %s is a 503, and nothing was applied",
    async (key) => {
      const { ask } = await write();
      wire(
        Array.from({ length: 9 }, () => "refused" as const),
        isAny,
      );
      const response = await ask({ key });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await response.json()).toMatchObject({
        code: "store_unavailable",
        error: expect.stringContaining("Nothing was changed"),
      });
      vi.unstubAllGlobals();
      expect(await counted("n")).toBe(0);
      expect(runs).toBe(key === null ? 1 : 0);
    },
  );

  it("when it takes no more writes: nothing is applied, and the call says so", async () => {
    const { ask } = await write();
    wire(["error"]);
    const response = await ask();
    expect([response.status, (await response.json()).error]).toEqual([
      503,
      expect.stringContaining("Nothing was changed"),
    ]);
    expect(await counted("n")).toBe(0);
  });

  it.each([
    ["request", null],
    ["reply", null],
    ["request", "k"],
    ["reply", "k"],
  ] as const)(
    "when it loses a %s of a call with the key %s: the call is applied once, and answered",
    async (what, key) => {
      const { ask } = await write();
      const seen = wire([`lost ${what}`]);
      const response = await ask({ key });
      expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([200, null]);
      expect(await response.json()).toMatchObject({ run: 1 });
      expect(seen.sent).toBe(2);
      expect(await counted("n")).toBe(1);
    },
  );

  it("when it answers nothing any more: the call says that it is not known, and the key tells it later", async () => {
    const { ask } = await write();
    wire(["lost reply", "lost reply"]);
    const response = await ask({ key: "k" });
    expect([response.status, (await response.json()).error]).toEqual([
      503,
      expect.stringContaining(
        "not known whether this was written. Send the same request with the same Idempotency-Key",
      ),
    ]);
    const again = await ask({ key: "k" });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await counted("n")).toBe(1);
  });

  it("whatever it loses, of whatever calls: each named one is applied once at most, and once if it was answered", async () => {
    const fate = fc.constantFrom<Fate>("pass", "pass", "refused", "lost request", "lost reply", "error");
    const call = fc.record({ key: fc.constantFrom("k1", "k2", null), name: fc.constantFrom("a", "b") });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 8 }),
        fc.array(fate, { maxLength: 12 }),
        async (calls, fates) => {
          await store.redis.flushdb();
          vi.unstubAllGlobals();
          const { ask } = await instance((name) => ({
            effects: [increment("all"), increment(`of-${name}`)],
            reserve: [{ key: `held-${name}`, value: name, taken: "never" }],
          }));
          wire(fates);
          const answered = await Promise.all(
            calls.map(async ({ key, name }) => ({ key, name, response: await ask({ key, body: { name } }) })),
          );
          vi.unstubAllGlobals();
          const ok = answered.filter(({ response }) => response.status === 200);
          const firsts = ok.filter(({ response }) => !response.headers.has("idempotent-replayed"));
          const named = (key: string) => ok.filter((one) => one.key === key).map(({ name }) => name);
          // Under one key, one request only was ever answered.
          for (const key of ["k1", "k2"]) expect(new Set(named(key)).size).toBeLessThanOrEqual(1);
          const unnamed = ok.filter(({ key }) => key === null).length;
          const open = await Promise.all(
            answered
              .filter(({ response }) => response.status === 503)
              .map(async ({ response }) => ((await response.json()) as { error: string }).error), // our own body
          );
          const unknown = open.filter((error) => error.includes("not known")).length;
          const least = unnamed + ["k1", "k2"].filter((key) => named(key).length > 0).length;
          const applied = await counted("all");
          expect(applied).toBeGreaterThanOrEqual(least);
          expect(applied).toBeLessThanOrEqual(least + unknown);
          expect(firsts.length).toBeLessThanOrEqual(applied);
          expect((await counted("of-a")) + (await counted("of-b"))).toBe(applied);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("a free answer", () => {
  it.each([200, 201, 202, 409, 422] as const)(
    "has the status %s where the handler says so and the entry declares it",
    async (status) => {
      const { ask } = await instance(() => ({ status }), { answers: [status] });
      const response = await ask();
      expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
      expect(await response.json()).toMatchObject({ ok: true });
    },
  );

  it.each<[string, More, readonly AnswerStatus[]]>([
    ["a status", { status: 202 }, [200]],
    ["200 where it always has another", {}, [201]],
    ["an entity tag without 304", { headers: { etag: '"1"' } }, [200]],
    ["no entity tag at all in its place", { headers: { etag: "1" } }, [200, 304]],
    ["another header", { headers: Object.assign<AnswerHeaders, object>({}, { "set-cookie": "a=b" }) }, [200]],
  ])("that its entry does not declare is a failure, with nothing applied: %s", async (_, more, answers) => {
    const { ask } = await instance(() => ({ ...more, effects: [increment("n")] }), { answers });
    const response = await ask();
    expect([response.status, response.headers.get("set-cookie")]).toEqual([500, null]);
    expect(await counted("n")).toBe(0);
  });

  it("that is not final is not kept: the next call with the key asks again", async () => {
    let status: 202 | 409 | 422 | 200 = 202;
    const { ask } = await instance(() => ({ status, headers: { "retry-after": "3" } }), {
      answers: [200, 202, 409, 422],
    });
    for (status of [202, 409, 422, 200] as const) expect((await ask({ key: "k" })).status).toBe(status);
    status = 202;
    const kept = await ask({ key: "k" });
    expect([kept.status, kept.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  });

  it("carries the headers that the handler gives, and by default may be stored by nobody", async () => {
    const headers = {
      etag: 'W/"1"',
      "cache-control": "public, max-age=60",
      "retry-after": "7",
      location: "/a",
    };
    const { ask } = await instance((name) => (name === "a" ? { headers } : {}), { answers: [200, 304] });
    const own = await ask();
    expect(Object.fromEntries(own.headers)).toMatchObject(headers);
    const plain = await ask({ body: { name: "b" } });
    expect(plain.headers.get("cache-control")).toBe("no-store");
    // A page elsewhere may read what an answer carries.
    const readable = ({ headers: all }: Response) => all.get("access-control-expose-headers")?.split(", ");
    expect(readable(own)).toEqual([...(readable(plain) ?? []), "ETag", "Location"]);
    expect(readable(plain)).toContain("Retry-After");
  });

  it.each<[string, string, 200 | 304]>([
    ['"v1"', '"v1"', 304],
    ['"v1"', 'W/"v1"', 304],
    ['W/"v1"', '"v0", "v1"', 304],
    ['"v1"', "*", 304],
    ['"v1"', '"v2"', 200],
    ['"a,b"', '"a", "b"', 200],
    ['"v1"', "v1", 200],
    ['"v1"', "", 200],
  ])("tagged %s is for If-None-Match %s a %s", async (etag, asked, status) => {
    const { ask } = await instance(() => ({ headers: { etag, "cache-control": "public, max-age=5" } }), {
      method: "GET",
      answers: [200, 304],
    });
    const response = await ask({ headers: { "if-none-match": asked } });
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(text === "").toBe(status === 304);
    expect(response.headers.get("content-type")).toBe(status === 304 ? null : "application/json");
    expect([response.headers.get("etag"), response.headers.get("cache-control")]).toEqual([
      etag,
      "public, max-age=5",
    ]);
  });
});

describe("a paid answer", () => {
  it.each<[string, More]>([
    ["a status", { status: 202 }],
    ["headers", { headers: { location: "/a" } }],
  ])("with %s of its own is a failure, before anything is charged", async (_, more) => {
    const { plainWhenPaid } = await import("@/lib/payments/answers/plain-when-paid");
    const answer = { ok: true as const, name: "a", run: 1 };
    const handler = plainWhenPaid(noteEntry(), () => Promise.resolve({ answer, effects: [], ...more }));
    const context = { now: new Date(0), signal: new AbortController().signal, headers: new Headers() };
    expect(await handler({ name: "a" }, context)).toMatchObject({ answer });
    const payment = { key: "k", payer: "p" };
    await expect(handler({ name: "a" }, { ...context, payment })).rejects.toThrow("/api/notes");
  });
});

describe("a route that is bound by method", () => {
  it.each<[Method, Method]>([
    ["PATCH", "POST"],
    ["POST", "PATCH"],
  ])("answers 405 to another than its own, should the front door let it by: %s", async (method, other) => {
    const entry = noteEntry({ method });
    vi.resetModules();
    const { serveFree } = await import("@/lib/payments/free-call/serve-free");
    const route = serveFree(entry, ({ name }) =>
      Promise.resolve({ answer: { ok: true as const, name, run: 0 }, effects: [increment("n")] }),
    );
    const response = await route(askNote({ ...entry, method: other }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, `${method}, OPTIONS`]);
    expect(await counted("n")).toBe(0);
  });
});
