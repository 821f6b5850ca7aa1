import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { isReadable, readOptions } from "@/sandbox/upstream/options";
import { startUpstream } from "@/sandbox/upstream/server";

const MAIN = path.resolve(import.meta.dirname, "../../sandbox/upstream/main.ts");

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

interface Run {
  child: ChildProcessWithoutNullStreams;
  stdout(): string;
  stderr(): string;
  /** Exit code. */
  ended: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...args]);
  running.push(child);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const readyLine = z.object({ url: z.url() });
async function ready({ stdout }: Run): Promise<string> {
  const line = await until(() => /^ready (.*)\n/.exec(stdout())?.[1]);
  return readyLine.parse(JSON.parse(line)).url;
}

describe("the process", () => {
  it("says one ready line, serves what it says, logs a line a request, ends when its stdin closes", async () => {
    const process = run(
      "--seed",
      "3",
      "--now",
      "2026-10-08T15:30:00Z",
      "--protocols",
      "60",
      "--fault",
      "*.llama.fi:451",
    );
    const url = await ready(process);
    expect((await fetch(`${url}/api.llama.fi/protocols?api-key=SECRET`)).status).toBe(451);
    const fng = z.object({ data: z.array(z.object({ timestamp: z.string() })) });
    const { data } = fng.parse(await (await fetch(`${url}/api.alternative.me/fng/`)).json());
    expect(data[0]?.timestamp).toBe(String(Date.UTC(2026, 9, 8) / 1000));
    const logged = await until(() => {
      const lines = process.stderr().trim().split("\n");
      return lines.length === 2 ? lines : undefined;
    });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "request",
        method: "GET",
        host: "api.llama.fi",
        path: "/protocols",
        status: 451,
        fault: "451",
      },
      { event: "request", host: "api.alternative.me", path: "/fng/", status: 200, via: "simulator" },
    ]);
    expect(process.stderr()).not.toContain("SECRET");
    process.child.stdin.end();
    expect(await process.ended).toBe(0);
    expect(process.stdout().trim().split("\n")).toHaveLength(1);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends on %s, even while a client hangs on it", async (signal) => {
    const process = run("--fault", "*:drip");
    const url = await ready(process);
    const hanging = fetch(`${url}/a.example/`).then((response) => response.text());
    const cut = expect(hanging).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.child.kill(signal);
    expect(await process.ended).toBe(0);
    await cut;
  });

  it("says in one line what a person has to change, and fails", async () => {
    const { port } = new URL(await ready(run()));
    const taken = run("--port", port);
    expect(await taken.ended).toBe(1);
    expect(taken.stderr()).toBe(`port ${port} is taken\n`);
    expect(taken.stdout()).toBe("");
  });

  it("explains itself", async () => {
    const process = run("--help");
    expect(await process.ended).toBe(0);
    for (const word of ["--replay", "--record", "slow=N", "drip[=N]"])
      expect(process.stdout()).toContain(word);
  });
});

describe("what a person has to change", () => {
  const start = async (args: readonly string[]): Promise<void> => {
    const options = readOptions(args);
    if (options !== "help") await (await startUpstream(options)).close();
  };

  it("is one readable line", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "main-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    writeFileSync(path.join(dir, "manifest.jsonl"), '\n{"host":"a.example","path":"/","file":"../x"}\n');
    const cases: [string[], RegExp][] = [
      [["--port", "high"], /^--port must be a whole number up to 65535, not "high"$/],
      [["--now", "soon"], /^--now must be a time such as .*, not "soon"$/],
      [["--fault", "*:broken"], /^fault "\*:broken": "broken" is no fault; there are .*$/],
      [["--replay", dir], /manifest\.jsonl:2: file "\.\.\/x" lies outside the folder$/],
      [["--replay", "/nowhere"], /^manifest .* can't be read$/],
      [["--fill"], /^a manifest and filling belong to replaying: give its folder$/],
      [["--port", "0", "--wrong"], /--wrong/],
    ];
    for (const [args, message] of cases) {
      const refused: unknown = await start(args).catch((error: unknown) => error);
      if (!isReadable(refused)) throw new Error(`${args.join(" ")} gave ${String(refused)}`);
      expect(refused.message).toMatch(message);
      expect(refused.message).not.toContain("\n");
    }
  });
});
