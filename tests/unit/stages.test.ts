import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { describeFailures } from "@/scripts/failures";
import { checkNames, type Part, readChoice, wanted } from "@/scripts/parts";
import { runProgram, runTests, Stages } from "@/scripts/stages";

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

/** Keeps what is printed away from the test's own output; gives its lines. */
function collectLines(): () => string[] {
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  onTestFinished(() => log.mockRestore());
  return () => printed.join("\n").split("\n");
}

/** A row of the table without its seconds, which differ from run to run. */
const withoutTimes = (line: string): string =>
  line.replace(/ +[0-9.]+ s(?: +[0-9.]+ to [0-9.]+ s +|$)/, ": ").trimEnd();

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
    const printed = collectLines();

    const stages = new Stages();
    await stages.run("sums", () => runTests("sums", { workspace: folder, shownBy: [] }));
    await stages.run("a stage", () => Promise.reject(new Error("it did not start")));
    stages.finish();

    expect(process.exitCode).toBe(1);
    const lines = printed();
    expect(lines.at(-1)).toBe("1 passed, 5 failed, 2 skipped");
    const reported = lines.slice(lines.indexOf("── what failed") + 1, -5);
    expect(reported.filter((line) => line !== "")).toEqual([
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
    expect(lines.slice(-5).map(withoutTimes)).toEqual([
      "sums: 1 passed, 4 failed, 2 skipped",
      "a stage: 0 passed, 1 failed",
      "all together:",
      "",
      "1 passed, 5 failed, 2 skipped",
    ]);
  }, 60_000);

  it("that run side by side have their own seconds each, and the table shows when they ran", async () => {
    const lines = collectLines();
    const stages = new Stages();
    const lasting = (ms: number) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { passed: 1, failed: 0, skipped: 0 };
    };
    await Promise.all([
      stages.run("long", lasting(400)),
      stages.run("short", lasting(100)).then(() => stages.run("next", lasting(100))),
    ]);
    stages.finish();
    const times = lines()
      .slice(-6, -3)
      .map((line) => (/^(.+\S) +([0-9.]+) s +([0-9.]+) to ([0-9.]+) s /.exec(line) ?? []).slice(1));
    expect(times.map(([name]) => name)).toEqual(["short", "next", "long"]);
    const [short, next, long] = times.map(([, ...seconds]) => seconds.map(Number));
    expect(long?.[1]).toBeLessThan(next?.[1] ?? 0); // when each began
    expect(next?.[1]).toBeGreaterThanOrEqual(short?.[2] ?? Infinity);
    for (const [took = 0, from = 0, to = 0] of [short, next, long].map((row) => row ?? []))
      expect(took).toBeCloseTo(to - from, 0);
    expect(lines().at(-1)).toBe("3 passed, 0 failed");
    expect(process.exitCode).toBe(0);
  });
});

describe("a program as a stage", () => {
  const program = (code: string) => {
    const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const errors = vi.spyOn(console, "error").mockReturnValue(undefined);
    onTestFinished(() => {
      lines.mockRestore();
      errors.mockRestore();
    });
    return runProgram("simulate", process.execPath, ["--eval", code]);
  };

  it("comes to what its closing line says", async () => {
    expect(await program('console.log("seed 1\\n12 passed, 0 failed")')).toEqual({
      ...{ passed: 12, failed: 0, skipped: 0 },
    });
    expect(await program('console.log("3 passed, 0 failed, 2 skipped")')).toMatchObject({ skipped: 2 });
  });

  it("shows its last lines when something failed", async () => {
    const reported = await program(
      'console.log("seed 7 ends uncharged\\n11 passed, 1 failed"); process.exitCode = 1',
    );
    expect(reported).toEqual({
      ...{ passed: 11, failed: 1, skipped: 0 },
      failures: [{ name: "simulate", message: "seed 7 ends uncharged" }],
    });
  });

  it.each([
    ["ends without a closing line", 'console.log("12 passed")'],
    ["says more after it", 'console.log("12 passed, 0 failed\\nand something")'],
    [
      "says that nothing failed, and ends with a failure",
      'console.log("12 passed, 0 failed"); process.exitCode = 1',
    ],
  ])("has failed when it %s", async (_, code) => {
    expect(await program(code)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("the parts of a run", () => {
  const part = (name: string, list: Part["list"]): Part => ({ name, list, run: () => Promise.resolve() });
  const PARTS = [part("unit", "quick"), part("faults", "both"), part("full", "slow")];
  const chosen = (...args: string[]) => {
    const choice = readChoice(args);
    checkNames(choice, PARTS);
    return wanted(choice, PARTS).map(({ name }) => name);
  };

  it("are those of its list, and with --all every one once", () => {
    expect(chosen()).toEqual(["unit", "faults"]);
    expect(chosen("--full")).toEqual(["faults", "full"]);
    expect(chosen("--all")).toEqual(["unit", "faults", "full"]);
  });

  it("are those that are named with --only, and no name is unknown", () => {
    expect(chosen("--full", "--only", "faults")).toEqual(["faults"]);
    expect(() => chosen("--only", "faults,full")).toThrow("not full");
  });
});
