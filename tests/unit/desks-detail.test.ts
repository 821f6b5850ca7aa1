import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Upstream } from "@/sandbox/upstream/server";
import { noStore, reader } from "../fixtures/test-source";
import { DESKS } from "../support/desk-cases";
import { type Answered, NOW, openMarket } from "../support/desk-matrix";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openMarket();
});
afterAll(() => upstream.close());

const read = () => reader({ origin: upstream.url, store: noStore, timeoutMs: 30_000, breakerMs: 0 });
const bytes = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer));

/** Minified bytes of these answers to these requests, at this moment of this market, before there was a choice of detail. */
const BEFORE: Readonly<Record<string, number>> = {
  whales: 1_686,
  "desk-brief": 22_771,
  "a2a-pipeline": 22_967,
};

/** Members that the specification promises, by route; they stand in every answer, whatever the detail. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  "intel-macro": ["marks", "sentiment", "macro"],
  "intel-wire": ["headlines"],
  "intel-tvl": ["ok", "kind", "dataAsOf", "sources", "chains", "topProtocols"],
  "intel-yields": ["yields"],
  "intel-whales": ["positioning"],
  "intel-wallet": ["wallet"],
  "intel-meteora": ["pools"],
  "intel-airdrop": ["summary", "candidates"],
  "intel-listing": ["summary", "candidates"],
  "intel-momentum": ["summary", "candidates"],
  "intel-verdict": ["ok", "verdict", "insider", "supporting"],
  "intel-desk-brief": ["macro", "pools", "verdict", "insider"],
  "intel-a2a-pipeline": ["macro", "pools", "verdict", "insider", "a2a"],
};
const OF_A_CANDIDATE = [
  "insiderSignals",
  "institutional",
  "onchain",
  "narrative",
  "kol",
  "riskFlags",
  "actionable",
];

describe.each(DESKS.map((desk) => [desk.name, desk] as const))("%s", (_, desk) => {
  let brief: Answered & Record<string, unknown>;
  let full: Answered & Record<string, unknown>;
  beforeAll(async () => {
    const ask = async (detail: "brief" | "full") =>
      (await desk.ask(read(), NOW, detail)) as Answered & Record<string, unknown>;
    [brief, full] = [await ask("brief"), await ask("full")];
  });

  it("begins with a line that says what it says, without a stranger's words", () => {
    expect(Object.keys(brief)[0]).toBe("summary");
    expect(brief.summary).toMatch(/\S.{10,298}\S/);
    expect(String(brief.summary)).not.toMatch(/[\n<>]|ignore all|SYSTEM/);
  });

  it("by default names all sources, and tells of those that were not read well alone", () => {
    expect(brief.sources).toEqual(full.sources);
    expect(full.provenance.length).toBeGreaterThan(0);
    expect(brief.provenance.filter(({ status }) => status === "ok")).toEqual([]);
    expect(bytes(brief)).toBeLessThan(bytes(full));
  });

  it("keeps whatever was promised, and every null", () => {
    for (const name of PROMISED[desk.label] ?? []) expect(brief, name).toHaveProperty(name);
    expect(Object.keys(brief)).toEqual(Object.keys(full));
    if (brief.supporting !== undefined && full.supporting !== undefined)
      expect(Object.keys(brief.supporting as object)).toEqual(Object.keys(full.supporting as object));
    const candidates = PROMISED[desk.label]?.includes("candidates") ? (brief.candidates as object[]) : [];
    for (const candidate of candidates)
      for (const name of OF_A_CANDIDATE) expect(candidate).toHaveProperty(name);
  });

  it.skipIf(BEFORE[desk.name] === undefined)("costs an agent at most 60 % of what it did to read", () => {
    expect(bytes(brief)).toBeLessThanOrEqual(0.6 * (BEFORE[desk.name] ?? 0));
  });
});

it("the parts of a score come on request alone; a reason in words is no such part", async () => {
  const [whales, pipeline] = ["whales", "a2a-pipeline"].map((name) =>
    DESKS.find((desk) => desk.name === name),
  );
  const positioning = async (detail: "brief" | "full") =>
    (await whales?.ask(read(), NOW, detail)) as unknown as { positioning: { why?: unknown[] }[] };
  expect((await positioning("brief")).positioning[0]).not.toHaveProperty("why");
  expect((await positioning("full")).positioning[0]?.why?.length).toBeGreaterThan(0);
  const brief = (await pipeline?.ask(read(), NOW, "brief")) as unknown as {
    a2a: { delegate: { why: string }[] };
    supporting: { why: unknown[] };
  };
  expect(brief.a2a.delegate[0]?.why).toMatch(/\w/);
  expect(brief.supporting.why.length).toBeGreaterThan(0); // its hash is of the whole
});
