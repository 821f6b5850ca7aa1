import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { catalog } from "@/lib/catalog";
import { answerSchemaOf } from "@/lib/catalog/answers.checked";
import { DEFAULT_LIMITS, defineRoute, type RouteEntry } from "@/lib/catalog/define";
import { documentRoute } from "@/lib/catalog/document";
import { published } from "@/lib/catalog/published";
import type { Handler } from "@/lib/handler";

const ENTRY = {
  path: "/api/x",
  method: "GET",
  desk: "x",
  tier: "free",
  summary: "x",
  input: z.strictObject({}),
} as const;
const documentation = {
  description: "x",
  output: z.object({ price: z.number() }),
  sample: { input: {}, output: { price: 1 } },
};
const entry = defineRoute<{ price: number }>()(ENTRY);

/** What follows `@ts-expect-error` must not compile: the type check fails where it does. */
describe("the documentation of a route", () => {
  it("is of the answer that its entry promises", () => {
    expect(documentRoute(entry, documentation).output).toBe(documentation.output);
    // @ts-expect-error the schema wants a number
    documentRoute(defineRoute<{ price: string }>()(ENTRY), documentation);
    // @ts-expect-error an entry that names no answer promises none
    documentRoute(defineRoute()(ENTRY), documentation);
    // @ts-expect-error a sample is an answer too
    documentRoute(entry, { ...documentation, sample: { input: {}, output: { price: "1" } } });
  });

  it("binds the handler, though the entry has no schema", () => {
    const right: Handler<typeof entry> = async () => ({ answer: { price: 1 }, effects: [] });
    // @ts-expect-error the schema wants a number
    const wrong: Handler<typeof entry> = async () => ({ answer: { price: "1" }, effects: [] });
    expect([right, wrong]).toHaveLength(2);
  });

  it("is published of every entry, in the catalog's order, each as the entry has it", () => {
    expect(published.map(({ description: _d, output: _o, sample: _s, ...rest }) => rest)).toEqual(catalog);
  });
});

describe("an entry", () => {
  const free = { method: "POST", desk: "x", tier: "free", summary: "x", input: z.strictObject({}) } as const;
  const paid = { ...free, tier: "raw" } as const;

  it.each([
    ["/api/svc-intel-tvl", "intel-tvl", "intel_tvl"],
    ["/api/market", "market", "market"],
    ["/api/svc", "svc", "svc"],
    ["/api/news-open", "news", "news"],
    ["/api/lounge-signal-publish", "signal-publish", "signal_publish"],
    ["/api/lounge-signal-open", "signal-open", "signal_open"],
  ] as const)("of %s is labelled %s and sold as the tool %s", (path, label, tool) => {
    expect(defineRoute()({ ...paid, path })).toMatchObject({ label, tool, gate: "payment-first" });
  });

  it.each([
    ["schedule", "/api/cron/x", "cron-x"],
    ["operator", "/api/operator/x", "operator-x"],
  ] as const)("of the audience %s is no tool, and a free route is open", (audience, path, label) => {
    const hidden = defineRoute()({ ...free, path, audience });
    expect(hidden).toMatchObject({ label, tool: null, gate: "open", audience });
  });

  it("stands in its audience's folder, and a public one in none of those, or it does not load", () => {
    for (const path of ["/api/cron/x", "/api/operator/x"] as const)
      expect(() => defineRoute()({ ...free, path })).toThrow("audience");
    const operator = { ...free, audience: "operator" } as const;
    for (const path of ["/api/x", "/api/cron/x", "/api/operators/x"] as const)
      expect(() => defineRoute()({ ...operator, path })).toThrow("audience");
  });

  it("that is not public has nothing that would tell customers of it, or it does not load", () => {
    const operator = { ...free, path: "/api/operator/x", audience: "operator" } as const;
    const rate = { name: "x", perMinute: 1 };
    for (const change of [
      { tool: "x" },
      { limits: { ...DEFAULT_LIMITS, rate } },
      { origins: "listed" as const },
      { tier: "raw" as const },
    ])
      expect(() => defineRoute()({ ...operator, ...change })).toThrow("/api/operator/x");
  });

  it("that is paid takes POST and answers 200, or it does not load", () => {
    expect(defineRoute()({ ...paid, path: "/api/x" }).answers).toEqual([200]);
    for (const change of [
      { method: "PATCH" as const },
      { method: "GET" as const },
      { answers: [200, 202] as const },
    ])
      expect(() => defineRoute()({ ...paid, path: "/api/x", ...change })).toThrow("takes POST");
  });

  it("that guards what costs nothing, or whose weights don't sum to 1, does not load", () => {
    expect(() => defineRoute()({ ...free, path: "/api/x", gate: "guarded" })).toThrow("free");
    expect(() => defineRoute()({ ...paid, path: "/api/x", coverage: { all: 0.5 } })).toThrow("sum to 0.5");
  });
});

describe("a build that checks answers", () => {
  it("knows the schema of every route's answer", () => {
    for (const route of published) expect(answerSchemaOf(route)).toBe(route.output);
    const unknown: RouteEntry = { ...entry, path: "/api/unknown" };
    expect(() => answerSchemaOf(unknown)).toThrow("/api/unknown");
  });
});

describe("a build that does not", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ["true", 1],
    ["false", 0],
  ])("with VALIDATE_OUTPUT=%s serves callers, and tells its operator %i times", async (value, times) => {
    vi.stubEnv("VALIDATE_OUTPUT", value);
    vi.resetModules(); // the settings are read once a process
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const told = () => said.mock.calls.filter(([line]) => String(line).includes("set it when building"));
    const { checkAnswer } = await import("@/lib/payments/answers/check-answer");
    const { routeFunction } = await import("@/lib/payments/answers/route-function");
    const answer = vi.fn(() => Promise.resolve({ response: new Response() }));
    const serve = routeFunction(entry, answer);
    // The first call of an instance brings it about, before any answer is made.
    for (const method of ["POST", "GET", "GET"]) {
      await serve(new Request("https://svc.example.com/api/x", { method }));
      expect(told()).toHaveLength(times);
      if (method === "POST") expect(answer).not.toHaveBeenCalled();
    }
    for (const body of [{}, { price: 1 }]) expect(() => checkAnswer(entry, body)).not.toThrow();
    expect(told()).toHaveLength(times);
    said.mockRestore();
  });
});
