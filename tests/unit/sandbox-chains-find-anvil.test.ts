import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AnvilMissing, findAnvil } from "@/sandbox/chains/evm/find-anvil";

describe("the search for anvil", () => {
  let folder: string;
  const file = (name: string): string => path.join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "anvil-"));
    for (const name of ["anvil", "mine", "no-program"]) await writeFile(file(name), "#!/bin/sh\n");
    for (const name of ["anvil", "mine"]) await chmod(file(name), 0o755);
    await chmod(file("no-program"), 0o644);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("prefers ANVIL_BIN to the one on PATH", () => {
    expect(findAnvil({ ANVIL_BIN: file("mine"), PATH: folder })).toBe(file("mine"));
    expect(findAnvil({ PATH: `/nowhere${path.delimiter}${folder}` })).toBe(file("anvil"));
  });

  it("does not fall back when ANVIL_BIN names something that can't be run", () => {
    expect(() => findAnvil({ ANVIL_BIN: file("no-program"), PATH: folder })).toThrow(AnvilMissing);
    expect(() => findAnvil({ ANVIL_BIN: file("absent"), PATH: folder })).toThrow(/ANVIL_BIN names/);
  });

  it("finds the npm package where there is one, else says how to get an anvil", () => {
    let found: string;
    try {
      found = findAnvil({ PATH: "" });
    } catch (error) {
      expect(error).toBeInstanceOf(AnvilMissing);
      expect(String(error)).toMatch(/Foundry.*ANVIL_BIN/);
      return;
    }
    expect(found).toMatch(/@foundry-rs[\\/]anvil-.*anvil$/);
  });
});
