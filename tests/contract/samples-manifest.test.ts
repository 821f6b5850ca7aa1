import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hasSamples, SAMPLES, SAMPLES_MANIFEST } from "../support/samples";

const lines = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

describe.skipIf(!hasSamples)("the manifest of genuine provider answers (needs ../shared/samples)", () => {
  const named = hasSamples
    ? lines(SAMPLES_MANIFEST).map((line) => (JSON.parse(line) as { file: string }).file)
    : []; // one object a line, checked by the replay itself

  it("has a line for every sample", () => {
    const samples = lines(path.join(SAMPLES, "SOURCES.tsv"))
      .slice(1)
      .map((line) => line.split("\t")[0] ?? "");
    expect(samples.length).toBeGreaterThan(0);
    expect([...named].sort()).toEqual([...samples].sort());
  });

  it("names no file that is not there", () => {
    for (const file of named) expect(existsSync(path.join(SAMPLES, file)), file).toBe(true);
  });
});
