import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { describeFailures } from "@/scripts/failures";
import { runTests, Stages } from "@/scripts/stages";

describe("what failed, at the end of a log", () => {
  it("is each failure's name with what was said of it", () => {
    const text = describeFailures([
      { name: "tests/unit/a.test.ts › adds > two", message: "AssertionError: 3 is not 2\n\n- 2\n+ 3" },
      { name: "tests/unit/b.test.ts", message: "Error: no such file" },
    ]);
    expect(text.split("\n")).toEqual([
      "✗ tests/unit/a.test.ts › adds > two",
      "    AssertionError: 3 is not 2",
      "    - 2",
      "    + 3",
      "",
      "✗ tests/unit/b.test.ts",
      "    Error: no such file",
    ]);
  });

  it("stays short: fifteen lines of a failure, twenty failures, and how many there are beside", () => {
    const message = Array.from({ length: 100 }, (_, line) => `line ${line} ${"x".repeat(1_000)}`).join("\n");
    const lines = describeFailures(
      Array.from({ length: 50 }, (_, n) => ({ name: `test ${n}`, message })),
    ).split("\n");
    expect(lines.filter((line) => line.startsWith("✗"))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith("    line"))).toHaveLength(20 * 15);
    expect(lines).toContain("    … and 85 more lines");
    expect(lines.at(-1)).toBe("… and 30 more");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(250);
  });
});

const SUITE = `
describe("sums", () => {
  it("adds", () => expect(1 + 1).toBe(2));
  it("is wrong", () => expect({ sum: 1 }).toEqual({ sum: 2 }));
  it("takes too long", () => new Promise(() => {}), 30);
  it.skip("waits", () => {});
});
describe("a hook", () => {
  beforeAll(() => { throw new Error("the hook failed"); });
  it("never runs", () => {});
});
`;

describe("stages", () => {
  afterEach(() => {
    process.exitCode = undefined;
  });

  it("say above the table what failed in which test, hook or file, and end with the one line of all", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "stages-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const project = { test: { name: "sums", include: ["*.test.ts"], globals: true } };
    writeFileSync(
      path.join(folder, "vitest.config.mjs"),
      `export default { test: { projects: [${JSON.stringify(project)}] } };`,
    );
    writeFileSync(path.join(folder, "sums.test.ts"), SUITE);
    writeFileSync(path.join(folder, "unloaded.test.ts"), 'throw new Error("cannot be loaded");');
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
    onTestFinished(() => log.mockRestore());

    const stages = new Stages();
    await stages.run("sums", () => runTests("sums", { workspace: folder, shownBy: [] }));
    await stages.run("a stage", () => Promise.reject(new Error("it did not start")));
    stages.finish();

    expect(process.exitCode).toBe(1);
    const lines = printed.join("\n").split("\n");
    expect(lines.at(-1)).toBe("1 passed, 5 failed, 2 skipped");
    const told = lines.slice(lines.indexOf("── what failed") + 1, -4);
    expect(told.filter((line) => line !== "")).toEqual([
      "✗ sums.test.ts › sums > is wrong",
      "    AssertionError: expected { sum: 1 } to deeply equal { sum: 2 }",
      expect.stringContaining("- Expected"),
      expect.stringContaining("+ Received"),
      "      {",
      '    -   "sum": 2,',
      '    +   "sum": 1,',
      "      }",
      "✗ sums.test.ts › sums > takes too long",
      "    Error: Test timed out in 30ms.",
      expect.stringContaining("pass a timeout value"),
      "✗ sums.test.ts › a hook",
      "    Error: the hook failed",
      "✗ unloaded.test.ts",
      "    Error: cannot be loaded",
      "✗ a stage",
      "    it did not start",
    ]);
    expect(lines.slice(-4).map((line) => line.replace(/ +[0-9.]+ s /, ""))).toEqual([
      "sums  1 passed, 4 failed, 2 skipped",
      "a stage  0 passed, 1 failed",
      "",
      "1 passed, 5 failed, 2 skipped",
    ]);
  }, 60_000);
});
