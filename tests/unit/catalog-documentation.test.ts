import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { catalog } from "@/lib/catalog";
import { answerSchemaOf } from "@/lib/catalog/answers.checked";
import { defineRoute, type RouteEntry } from "@/lib/catalog/define";
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

  it("of an operator's route is no tool, and a free route is open", () => {
    const operators = defineRoute()({ ...free, path: "/api/cron/x", audience: "operator" });
    expect(operators).toMatchObject({ label: "cron-x", tool: null, gate: "open", audience: "operator" });
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
    ["true", /when building/],
    ["false", null],
  ])("with VALIDATE_OUTPUT=%s says so, or lets answers pass", async (value, refusal) => {
    vi.stubEnv("VALIDATE_OUTPUT", value);
    vi.resetModules(); // the settings are read once a process
    const { checkAnswer } = await import("@/lib/payments/answers/check-answer");
    if (refusal === null) expect(() => checkAnswer(entry, {})).not.toThrow();
    else expect(() => checkAnswer(entry, { price: 1 })).toThrow(refusal);
  });
});
