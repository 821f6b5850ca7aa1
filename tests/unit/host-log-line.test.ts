import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

interface Written {
  stdout: string;
  stderr: string;
}

const argumentsFor = (program: string): string[] => [
  ...["--import", "tsx", "--input-type=module", "-e"],
  `import { writeLine } from "./host/log-line.ts"; ${program}`,
];

/** What a process of its own has written when it has ended, however it did. */
const written = (program: string): Promise<Written> =>
  promisify(execFile)(process.execPath, argumentsFor(program), { cwd: root }).catch(
    (error: unknown) => error as Written, // the error of a process that failed carries both
  );

describe("the log of the host of plain Node", () => {
  it("has every line in its order, held or not, when the process ends by itself", async () => {
    const { stdout, stderr } = await written(`
      for (let line = 0; line < 3; line += 1) writeLine("info", "a" + line);
      setTimeout(() => { writeLine("info", "later"); writeLine("error", "now"); }, 120);`);
    expect(stdout).toBe("a0\na1\na2\nlater\n");
    expect(stderr).toBe("now\n");
  });

  it.each([
    ["is ended", "process.exit(3)"],
    ["fails", "throw new Error('defect')"],
  ])("loses none where the process %s with lines held", async (_, end) => {
    const lines =
      "for (let line = 0; line < 60; line += 1) writeLine('info', 'line ' + line + ' '.repeat(200));";
    const { stdout } = await written(`${lines} ${end};`);
    expect(stdout.trimEnd().split("\n")).toHaveLength(60);
    expect(stdout).toContain("line 59");
  });

  it("writes what was held before a warning that follows it", async () => {
    const { stdout } = await written(
      `writeLine("info", "before"); writeLine("warn", "after"); process.kill(process.pid, "SIGKILL");`,
    );
    expect(stdout).toBe("before\n");
  });

  it("ends no process whose log nobody reads any more", async () => {
    const program = `
      setInterval(() => { writeLine("info", "a".repeat(9000)); writeLine("error", "b"); }, 20);
      setTimeout(() => process.exit(7), 400);`;
    const child = spawn(process.execPath, argumentsFor(program), { cwd: root });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await once(child, "exit")).toEqual([7, null]);
  });
});
