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
  label: "x",
  desk: "x",
  tier: "free",
  gate: "open",
  audience: "public",
  summary: "x",
  input: z.strictObject({}),
  coverage: {},
  freshnessSec: null,
  limits: DEFAULT_LIMITS,
  tool: null,
  statuses: [],
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
    const { checkAnswer } = await import("@/lib/payments/check-answer");
    if (refusal === null) expect(() => checkAnswer(entry, {})).not.toThrow();
    else expect(() => checkAnswer(entry, { price: 1 })).toThrow(refusal);
  });
});
